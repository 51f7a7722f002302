// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.local.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestIndexFolders {
    private static final int ROUNDS = 100;
    private static final int FILES = 50;

    private Path root;
    private LocalFileSystem fileSystem;

    @BeforeMethod
    public void createRoot() throws IOException {
        root = Files.createTempDirectory("index-folders");
        fileSystem = new LocalFileSystem(root);
    }

    @AfterMethod(alwaysRun = true)
    public void deleteRoot() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    /** Whether the files of an index are before or after those of a table, the disk decides. */
    @Test
    public void testATableIsDeletedWhileABuildWritesAndTakesBack() throws Exception {
        Path table = root.resolve("table");
        Location location = Location.of("local:///table");
        AtomicInteger disturbed = new AtomicInteger();
        try (WritingBuild _ = new WritingBuild(table)) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int file = 0; file < FILES; file++) {
                    Files.createDirectories(table);
                    Files.writeString(table.resolve("rows-" + file), "1");
                }
                try {
                    fileSystem.deleteDirectory(location);
                } catch (IOException _) {
                    disturbed.incrementAndGet();
                    IndexFolders.delete(fileSystem, location, () -> true);
                }
                for (int file = 0; file < FILES; file++) {
                    assertThat(table.resolve("rows-" + file)).doesNotExist();
                }
            }
        }
        assertThat(disturbed).as("deletions that the build made fail").hasPositiveValue();
    }

    /** Otherwise, a table could not be made where a build writes for one that has just been dropped. */
    @Test
    public void testAFolderIsFreeWhileABuildWritesToIt() throws Exception {
        Location location = Location.of("local:///table");
        TrinoFileSystem free = new IndexFreeFileSystem(fileSystem, true);
        int seen = 0;
        try (WritingBuild _ = new WritingBuild(root.resolve("table"))) {
            for (int round = 0; round < 100 * ROUNDS; round++) {
                seen += fileSystem.directoryExists(location).orElseThrow() ? 1 : 0;
                assertThat(free.directoryExists(location)).as("round %s", round).hasValue(false);
                IndexFolders.delete(fileSystem, location, () -> true);
            }
        }
        assertThat(seen).as("rounds in which the build had written something").isPositive();
    }

    @Test
    public void testWhatIsNoIndexOccupiesAFolder() throws IOException {
        TrinoFileSystem free = new IndexFreeFileSystem(fileSystem, true);
        Files.createDirectories(root.resolve("empty"));
        Files.createDirectories(root.resolve("both/_skipping/t-0123456789abcdef"));
        Files.writeString(root.resolve("both/rows"), "1");
        assertThat(free.directoryExists(Location.of("local:///empty"))).hasValue(true);
        assertThat(free.directoryExists(Location.of("local:///both"))).hasValue(true);
        assertThat(free.directoryExists(Location.of("local:///missing"))).hasValue(false);
    }

    /** Otherwise, each commit of staged writes would wait for a build that does not come. */
    @Test
    public void testAnEmptyFolderOfStagedWritesIsLookedAtOnce() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        TrinoFileSystem free = new IndexFreeFileSystem(
                new LocalFileSystem(root) {
                    @Override
                    public FileIterator listFiles(Location location) throws IOException {
                        looks.incrementAndGet();
                        return super.listFiles(location);
                    }
                },
                true);
        Location staged = free.createTemporaryDirectory(
                        Location.of("local:///table"), "/tmp/trino-user", ".hive-staging")
                .orElseThrow();
        assertThat(free.directoryExists(staged)).hasValue(true);
        assertThat(looks).hasValue(1);
        Files.createDirectories(root.resolve("table"));
        assertThat(free.directoryExists(Location.of("local:///table"))).hasValue(true);
        assertThat(looks).as("with those at a table's folder").hasValueGreaterThan(2);
    }

    @Test
    public void testWhatElseMakesADeletionFailIsSaidAtOnce() throws IOException {
        Files.writeString(root.resolve("file"), "1");
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> IndexFolders.delete(fileSystem, Location.of("local:///file"), () -> {
                    asked.incrementAndGet();
                    return true;
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a directory");
        assertThat(asked).hasValue(0);
    }
}
