// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.store.IndexLayout;
import io.trino.filesystem.Location;
import io.trino.filesystem.local.LocalFileSystem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestIndexFolders {
    private static final int ROUNDS = 100;
    private static final int FILES = 50;

    /** A thousandth of the time between two files of a real build. Without it, a disk may never come to an end. */
    private static final long BETWEEN_FILES_NANOS = MILLISECONDS.toNanos(1);

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
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger disturbed = new AtomicInteger();
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<?> build = thread.submit(() -> writeAndTakeBack(table, ended));
            try {
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
            } finally {
                ended.set(true);
            }
            build.get();
        }
        assertThat(disturbed).as("deletions that the build made fail").hasPositiveValue();
    }

    private static Void writeAndTakeBack(Path table, AtomicBoolean ended) throws IOException {
        Path segments = table.resolve(IndexLayout.FOLDER).resolve("t-0123456789abcdef/segments");
        while (!ended.get()) {
            try {
                Files.createDirectories(segments);
                Path written = Files.writeString(segments.resolve("segment.parquet"), "left");
                Files.deleteIfExists(written);
                LockSupport.parkNanos(BETWEEN_FILES_NANOS);
            } catch (IOException e) {
                // the folder went away between the two
                if (!(e instanceof FileSystemException)) {
                    throw e;
                }
            }
        }
        return null;
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
