// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.store;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.store.segment.IndexDamagedException;
import io.skipping.index.store.segment.IndexLostException;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.file.ForwardingFileSystem;
import io.skipping.trino.core.segment.TrinoSegmentFormat;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemException;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoOutputFile;
import io.trino.filesystem.local.LocalFileSystem;
import io.trino.memory.context.AggregatedMemoryContext;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The contract of index stores on a local disk, where half-written files are seen and links stand in for conditional create. */
public class TestTrinoFileStore extends AbstractIndexStoreContract {
    private Path root;

    @BeforeClass
    public void setUp() throws IOException {
        root = Files.createTempDirectory("index-store");
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                new TrinoSegmentFormat(), types, new ObjectStoreIndexStore.Options(Optional.empty(), 64 << 20));
    }

    @Override
    protected FileStore files() {
        return new TrinoFileStore(new LocalFileSystem(root), Optional.of(root));
    }

    @Override
    protected String warehouse() {
        return "local:///warehouse";
    }

    @Test
    public void testDeletedIndexIsNotRemembered() throws IOException {
        IndexStore store = newStore(TYPES);
        IndexAccess reader = access("reader");
        publish(store.open(table, reader), "first", List.of(object("a")));
        assertThat(store.open(table, reader).current()).isPresent();
        assertThat(store.open(table, reader).remembered()).isPresent();

        deleteRecursively(root.resolve("warehouse").resolve(table.table()), ALLOW_INSECURE);
        assertThat(store.open(table, reader).current()).isEmpty();
        assertThat(store.open(table, reader).remembered()).isEmpty();
    }

    /** Trino's file system of a local disk alone is such a store. */
    @Test
    public void testStoreWithoutConditionalCreate() {
        FileStore without = new TrinoFileStore(new LocalFileSystem(root), Optional.empty());
        assertThatThrownBy(() -> newStore(TYPES)
                        .open(table, new IndexAccess(() -> without, Optional.empty()))
                        .request(_ -> List.of(BY_LABEL)))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("scheme 'local'")
                .hasMessageContaining("skipping.index.location");
    }

    @Test
    public void testFilesOfOtherFoldersAreNotListed() {
        FileStore files = files();
        FileLocation folder = new FileLocation("local:///listed").resolve("a");
        files.write(folder.resolve("b/file"), ByteBuffer.wrap(new byte[] {0, 1, 2, 3}, 1, 2));
        files.write(new FileLocation("local:///listed/ab/file"), ByteBuffer.wrap(new byte[] {4}));
        assertThat(files.list(folder.asFolder())).singleElement().satisfies(file -> {
            assertThat(file.location()).isEqualTo(new FileLocation("local:///listed/a/b/file"));
            assertThat(file.location().name()).isEqualTo("file");
            assertThat(file.location().folderName()).isEqualTo("b");
            assertThat(file.length()).isEqualTo(2);
        });
        assertThat(files.read(folder.resolve("b/file"), 2)).containsExactly(1, 2);
    }

    /** Checks that what others write to a folder while it is deleted stays, once its deletion is not wanted any more. */
    @Test
    public void testDeletingAFolderStops() {
        FileStore files = files();
        FileLocation folder = new FileLocation("local:///stopped");
        files.write(folder.resolve("builds/former"), ByteBuffer.wrap(new byte[] {1}));
        AtomicInteger asked = new AtomicInteger();
        files.deleteFolder(folder, () -> {
            if (asked.incrementAndGet() == 1) {
                files.write(folder.resolve("builds/new"), ByteBuffer.wrap(new byte[] {2}));
                return true;
            }
            return false;
        });
        assertThat(files.list(folder.asFolder()))
                .extracting(file -> file.location().name())
                .containsExactly("new");
        files.deleteFolder(folder);
        assertThat(files.list(folder.asFolder())).isEmpty();
        files.deleteFolder(folder);
    }

    /** A location is text for the index, and may be none for Trino. */
    @Test
    public void testFailuresNameTheFile() {
        FileStore files = files();
        for (String location : List.of("local:///none", "local:///a#b", "no location")) {
            assertThatThrownBy(() -> files.read(new FileLocation(location), 1))
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("Cannot read index " + location);
        }
    }

    /** Returns what HDFS reports, whose classes Trino loads apart. */
    @DataProvider
    public Object[][] damages() {
        return new Object[][] {
            {new ChecksumException(), IndexDamagedException.class},
            {new BlockMissingException(), IndexLostException.class},
        };
    }

    @Test(dataProvider = "damages")
    public void testDamageThatTheFileSystemReports(
            IOException damage, Class<? extends IndexUnavailableException> reported) {
        FileStore reporting = new TrinoFileStore(
                new ForwardingFileSystem(new LocalFileSystem(root)) {
                    @Override
                    public TrinoInputFile newInputFile(Location file, long length) {
                        throw new UncheckedIOException(new IOException("Read 2 bytes failed", damage));
                    }
                },
                Optional.empty());
        FileLocation file = new FileLocation("local:///damaged/segment");
        assertThatThrownBy(() -> reporting.read(file, 2))
                .isInstanceOf(reported)
                .hasMessageContaining("Cannot read index " + file)
                .hasRootCause(damage);
    }

    private static final class ChecksumException extends IOException {}

    private static final class BlockMissingException extends IOException {}

    /** Returns what Trino makes of S3's answers to a conditional PUT. */
    @DataProvider
    public Object[][] conflicts() {
        return new Object[][] {
            {new FileAlreadyExistsException("s3://bucket/file")},
            // Trino 483, if the client repeated the request
            {new TrinoFileSystemException("Put failed but provenance could not be verified", answer(412))},
            // S3 is busy with another request for this file
            {new IOException("Put failed", answer(409))},
            // Trino 476, at the end of an upload in parts
            {new IOException(answer(412))},
        };
    }

    private static Exception answer(int status) {
        return S3Exception.builder().statusCode(status).message("from S3").build();
    }

    @Test(dataProvider = "conflicts")
    public void testConflictIsNoFailure(IOException conflict) {
        FileLocation file = new FileLocation("local:///conflicts/manifest");
        assertThat(answering(conflict, true).createExclusive(file, new byte[] {1}))
                .isFalse();
    }

    @Test(dataProvider = "conflicts")
    public void testConflictWithWhatWasWritten(IOException conflict) {
        FileLocation file = new FileLocation("local:///conflicts/written-" + UUID.randomUUID());
        ByteBuffer content = ByteBuffer.wrap(new byte[] {0, 1, 2, 3}, 1, 2);
        answering(conflict, true).write(file, content);
        assertThat(files().read(file, 2)).containsExactly(1, 2);
    }

    @Test(dataProvider = "conflicts")
    public void testConflictWithAnythingElseIsAFailure(IOException conflict) {
        FileLocation file = new FileLocation("local:///conflicts/other-" + UUID.randomUUID());
        assertConflict(file, conflict);
        files().write(file, ByteBuffer.wrap(new byte[] {1}));
        assertConflict(file, conflict);
    }

    private void assertConflict(FileLocation file, IOException conflict) {
        assertThatThrownBy(() -> answering(conflict, false).write(file, ByteBuffer.wrap(new byte[] {1, 2})))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Cannot write index " + file)
                .hasCause(conflict);
    }

    @Test
    public void testRefusalIsNoConflict() {
        FileLocation file = new FileLocation("local:///conflicts/refused");
        IOException refusal = new IOException("Put failed", answer(403));
        assertThatThrownBy(() -> answering(refusal, true).createExclusive(file, new byte[] {1}))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Cannot write index " + file);
        assertThatThrownBy(() -> answering(refusal, true).write(file, ByteBuffer.wrap(new byte[] {1})))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Cannot write index " + file);
    }

    /**
     * A store that gives each write of a file this answer.
     *
     * @param isWritten whether it writes the content nevertheless
     */
    private FileStore answering(IOException answer, boolean isWritten) {
        return new TrinoFileStore(
                new ForwardingFileSystem(new LocalFileSystem(root)) {
                    @Override
                    public TrinoOutputFile newOutputFile(Location file) {
                        return new AnsweringFile(super.newOutputFile(file), answer, isWritten);
                    }
                },
                Optional.empty());
    }

    private record AnsweringFile(TrinoOutputFile real, IOException answer, boolean isWritten)
            implements TrinoOutputFile {
        @Override
        public void createOrOverwrite(byte[] content) throws IOException {
            throw answer;
        }

        @Override
        public void createExclusive(byte[] content) throws IOException {
            throw answer;
        }

        @Override
        public OutputStream create(AggregatedMemoryContext memory) throws IOException {
            return new FilterOutputStream(isWritten ? real.create(memory) : OutputStream.nullOutputStream()) {
                @Override
                public void close() throws IOException {
                    super.close();
                    throw answer;
                }
            };
        }

        @Override
        public Location location() {
            return real.location();
        }
    }
}
