// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.spark.LocalSpark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.apache.spark.sql.SparkSession;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** What builds leave to each other. */
@Test(groups = "servers")
public class TestIndexBuilder {
    private SparkSession spark;
    private Path root;

    @BeforeClass(alwaysRun = true)
    public void start() throws IOException {
        root = Files.createTempDirectory("index-builder");
        spark = LocalSpark.start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        deleteRecursively(root, ALLOW_INSECURE);
    }

    /** A file that was written and published by another build, while a build summarised what it had listed, stays in the index. */
    @Test
    public void testBuildersDoNotLoseEachOthersWork() {
        write("shared", "first");
        IndexBuilder builder = builder("shared");
        builder.setProgress(line -> {
            write("shared", "second");
            assertThat(builder("shared").build().summarised()).isEqualTo(2);
        });
        assertThat(builder.build().summarised()).isEqualTo(1);
        BuildResult next = builder("shared").build();
        assertThat(next.summarised()).isZero();
        assertThat(next.current()).isEqualTo(2);
    }

    private IndexBuilder builder(String folder) {
        return IndexBuilder.of(
                spark.read().text(root.resolve(folder).toUri().toString()));
    }

    /** Writes a file that is old enough to be indexed. */
    private void write(String folder, String name) {
        try {
            Path file = Files.createDirectories(root.resolve(folder)).resolve(name);
            Files.writeString(file, name + "\n");
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
