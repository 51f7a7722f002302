// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex.Trial;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.testng.annotations.Test;

public class TestStoreTrial {
    private static final FileLocation DIRECTORY = new FileLocation("memory://lake/t/_skipping/grid.t-0");

    @Test
    public void testASoundStore() {
        MemoryFiles files = new MemoryFiles();
        assertThat(trial(files, InstantSource.system())).isEmpty();
        assertThat(files.list(DIRECTORY)).as("what the trial leaves").isEmpty();
    }

    @Test
    public void testAStoreThatReplaces() {
        FaultyFiles files = new FaultyFiles() {
            @Override
            public boolean createExclusive(FileLocation location, byte[] content) {
                write(location, ByteBuffer.wrap(content));
                return true;
            }
        };
        assertThat(trial(files, InstantSource.system()))
                .singleElement()
                .asString()
                .startsWith("it replaces a file that it should only create if there is none");
    }

    @Test
    public void testAStoreThatCannotCreateConditionally() {
        FaultyFiles files = new FaultyFiles() {
            @Override
            public boolean createExclusive(FileLocation location, byte[] content) {
                throw new IndexUnavailableException("Cannot publish index " + location);
            }
        };
        assertThat(trial(files, InstantSource.system()))
                .singleElement()
                .asString()
                .startsWith("Cannot publish index ");
    }

    @Test
    public void testAStoreThatListsLate() {
        FaultyFiles files = new FaultyFiles() {
            @Override
            public List<StoredFile> list(FileLocation folder) {
                return List.of();
            }
        };
        assertThat(trial(files, InstantSource.system()))
                .containsExactly("it does not list a file that was just written");
    }

    @Test
    public void testAStoreThatForbidsToDelete() {
        FaultyFiles files = new FaultyFiles() {
            @Override
            public void delete(Collection<FileLocation> locations) {
                throw new IndexUnavailableException("Cannot delete index files: denied");
            }
        };
        assertThat(trial(files, InstantSource.system())).containsExactly("Cannot delete index files: denied");
    }

    @Test
    public void testAStoreThatKeepsWhatIsDeleted() {
        FaultyFiles files = new FaultyFiles() {
            @Override
            public void delete(Collection<FileLocation> locations) {}
        };
        assertThat(trial(files, InstantSource.system())).containsExactly("a file is still there after it was deleted");
    }

    @Test
    public void testClocks() {
        Instant now = Instant.now();
        assertThat(trial(new MemoryFiles(), InstantSource.fixed(now.plus(Duration.ofSeconds(30)))))
                .isEmpty();
        assertThat(trial(new MemoryFiles(), InstantSource.fixed(now.plus(Duration.ofHours(1)))))
                .singleElement()
                .asString()
                .matches("its clock is 3[56]\\d\\d seconds behind that of this server");
        assertThat(trial(new MemoryFiles(), InstantSource.fixed(now.minus(Duration.ofHours(1)))))
                .singleElement()
                .asString()
                .matches("its clock is 36\\d\\d seconds ahead of that of this server");
    }

    @Test
    public void testAStoreInWhichATrialWouldLeaveTraces() {
        FaultyFiles files = new FaultyFiles() {
            @Override
            public boolean keepsTraces() {
                return true;
            }

            @Override
            public boolean createExclusive(FileLocation location, byte[] content) {
                throw new AssertionError("nothing may be written");
            }
        };
        Trial trial = run(files, InstantSource.system());
        assertThat(trial.untried())
                .as("differs from a success")
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("the table has no index there yet"));
        assertThat(trial.lacks()).isEmpty();
    }

    private static List<String> trial(FileStore files, InstantSource clock) {
        Trial trial = run(files, clock);
        assertThat(trial.untried()).isEmpty();
        return trial.lacks();
    }

    private static Trial run(FileStore files, InstantSource clock) {
        return new StoreTrial(new IndexLayout(DIRECTORY), files, clock).run();
    }

    /** Files in memory, of which a test overrides what is wrong. */
    private static class FaultyFiles implements FileStore {
        private final MemoryFiles files = new MemoryFiles();

        @Override
        public List<StoredFile> list(FileLocation folder) {
            return files.list(folder);
        }

        @Override
        public byte[] read(FileLocation location, long bytes) {
            return files.read(location, bytes);
        }

        @Override
        public void write(FileLocation location, ByteBuffer content) {
            files.write(location, content);
        }

        @Override
        public boolean createExclusive(FileLocation location, byte[] content) {
            return files.createExclusive(location, content);
        }

        @Override
        public void delete(Collection<FileLocation> locations) {
            files.delete(locations);
        }

        @Override
        public boolean exists(FileLocation location) {
            return files.exists(location);
        }

        @Override
        public void deleteFolder(FileLocation folder, BooleanSupplier isWanted) {
            files.deleteFolder(folder, isWanted);
        }
    }
}
