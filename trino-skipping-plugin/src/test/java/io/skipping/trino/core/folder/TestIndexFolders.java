// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.filesystem.Location;
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
