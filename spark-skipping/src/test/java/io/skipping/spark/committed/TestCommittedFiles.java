// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.committed;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

@Test(singleThreaded = true)
public class TestCommittedFiles {
    private final AtomicLong steps = new AtomicLong();
    private java.nio.file.Path folder;

    @BeforeMethod
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("committed");
        steps.set(0);
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    /** A pattern such as {@code logs/2026/&#42;/&#42;} names hundreds of folders. */
    @Test
    public void testWorkDoesNotGrowWithTheRoots() throws IOException {
        List<Path> roots = new ArrayList<>();
        List<FileStatus> files = new ArrayList<>();
        for (int day = 0; day < 60; day++) {
            Path root = folder("logs/2026/" + day);
            roots.add(root);
            for (int file = 0; file < 20; file++) {
                files.add(file(root, "part-" + file));
            }
        }
        CommittedFiles committed = new CommittedFiles(new Configuration(), roots);
        assertThat(committed.of(files)).hasSameSizeAs(files);
        assertThat(steps.get()).isLessThan(5L * files.size());
    }

    private Path folder(String name) throws IOException {
        return new Path(Files.createDirectories(folder.resolve(name)).toUri());
    }

    private FileStatus file(Path parent, String name) {
        return new FileStatus(1, false, 1, 1, 1, new CountedPath(parent, name));
    }

    /** Counts how often somebody goes up from a file. */
    private final class CountedPath extends Path {
        CountedPath(Path parent, String name) {
            super(parent, name);
        }

        @Override
        public Path getParent() {
            steps.incrementAndGet();
            return super.getParent();
        }
    }
}
