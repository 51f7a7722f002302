// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.spark.LocalSpark;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.Locations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests what builds leave to each other. */
@Test(groups = "servers")
public class TestIndexBuilder {
    private SparkSession spark;
    private Path root;

    @BeforeClass(alwaysRun = true)
    public void start() throws IOException {
        root = Files.createTempDirectory("index-builder");
        spark = LocalSpark.start();
        Configuration configuration = configuration();
        configuration.set("fs.file.impl", FailingFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
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

    /** A build that could not read the index when it was to be published is not lost. */
    @Test
    public void testNextBuildTakesWhatCouldNotBePublished() {
        write("failing", "first");
        assertPublicationFails();
        assertThat(index("failing").current()).isEmpty();
        assertNextBuildTakes(1);

        write("failing", "second");
        assertPublicationFails();
        assertNextBuildTakes(2);
    }

    private void assertPublicationFails() {
        IndexBuilder builder = builder("failing");
        builder.setProgress(line -> FailingFileSystem.isFailing = true);
        try {
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("the store does not answer");
        } finally {
            FailingFileSystem.isFailing = false;
        }
    }

    private void assertNextBuildTakes(int files) {
        BuildResult next = builder("failing").build();
        assertThat(next.summarised()).isZero();
        assertThat(next.current()).isEqualTo(files);
        assertThat(index("failing").current().map(IndexSnapshot::objectCount)).hasValue((long) files);
    }

    /** Tests that what is left to the next build is counted, also if nothing else is there. */
    @Test
    public void testFilesThatAreTooYoung() throws IOException {
        write("young", "first");
        Path file = root.resolve("young/first");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(builder("young").build()).isEqualTo(new BuildResult(0, 0, 1, 0, 0, List.of()));
        write("young", "second");
        BuildResult next = builder("young").build();
        assertThat(next.summarised()).isEqualTo(1);
        assertThat(next.tooYoung()).isEqualTo(1);
    }

    /** A build of what was written lately, or of some files only, makes the index forget no other file that is still there. */
    @Test
    public void testOptionsThatLeaveOutFiles() throws IOException {
        write("narrow", "first");
        write("narrow/deeper", "second");
        Files.setLastModifiedTime(
                root.resolve("narrow/first"), FileTime.from(Instant.now().minusSeconds(7200)));
        assertThat(builder("narrow", Map.of("recursiveFileLookup", "true"))
                        .build()
                        .summarised())
                .isEqualTo(2);
        write("narrow", "third");
        String anHourAgo = LocalDateTime.now(ZoneId.of(spark.conf().get("spark.sql.session.timeZone")))
                .minusHours(1)
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
        BuildResult lately =
                builder("narrow", Map.of("modifiedAfter", anHourAgo)).build();
        assertThat(lately.summarised()).isEqualTo(1);
        assertThat(lately.current()).isZero();
        write("narrow", "fourth");
        assertThat(builder("narrow", Map.of("PathGlobFilter", "fo*")).build().summarised())
                .isEqualTo(1);
        assertThat(index("narrow").current().map(IndexSnapshot::objectCount)).hasValue(4L);
        Files.delete(root.resolve("narrow/first"));
        assertThat(builder("narrow", Map.of("PathGlobFilter", "fo*")).build().current())
                .isEqualTo(1);
        assertThat(index("narrow").current().map(IndexSnapshot::objectCount)).hasValue(3L);
    }

    /** Checks that a build of a path keeps what a build has found in folders that are no partitions, which only that one reads. */
    @Test
    public void testFoldersThatBuildsOfAPathLeaveOut() throws IOException {
        for (String folder : List.of("nested", "nested/deeper")) {
            spark.range(0, 10, 1, 1)
                    .write()
                    .mode(SaveMode.Append)
                    .parquet(root.resolve(folder).toUri().toString());
        }
        try (Stream<Path> files = Files.walk(root.resolve("nested"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            }
        }
        String path = root.resolve("nested").toUri().toString();
        assertThat(IndexBuilder.of(spark.read()
                                .option("recursiveFileLookup", "true")
                                .parquet(path))
                        .build()
                        .summarised())
                .isEqualTo(2);
        assertThat(IndexBuilder.of(spark, path).build().current()).isEqualTo(1);
        assertThat(index("nested").current().map(IndexSnapshot::objectCount)).hasValue(2L);
    }

    @Test
    public void testDamagedSegmentIsReplaced() throws IOException {
        write("damaged", "first");
        builder("damaged").build();
        try (Stream<Path> files = Files.walk(root.resolve("damaged/_skipping"))) {
            for (Path segment :
                    files.filter(file -> file.toString().endsWith(".parquet")).toList()) {
                byte[] content = Files.readAllBytes(segment);
                content[content.length / 2] ^= 1;
                Files.write(segment, content);
            }
        }
        // Hadoop keeps checksums of files on a local disk beside them
        assertThatThrownBy(() -> index("damaged").current()).hasMessageContaining("Checksum error");
        assertThat(builder("damaged").build().summarised()).isEqualTo(1);
        assertThat(index("damaged").current().map(IndexSnapshot::objectCount)).hasValue(1L);
    }

    /** Stands for a disk from which no index can be read for a while. */
    public static final class FailingFileSystem extends LocalFileSystem {
        private static volatile boolean isFailing;

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
            if (isFailing && path.toString().contains("/_skipping/")) {
                throw new IOException("the store does not answer");
            }
            return super.open(path, bufferSize);
        }
    }

    private Configuration configuration() {
        return spark.sparkContext().hadoopConfiguration();
    }

    private TableIndex index(String folder) {
        org.apache.hadoop.fs.Path data =
                new org.apache.hadoop.fs.Path(root.resolve(folder).toUri());
        return new IndexAddress(
                        configuration(),
                        new IndexedTable("path", folder, Locations.inIndex(data)),
                        new IndexRoot(data, Optional.empty()))
                .open();
    }

    private IndexBuilder builder(String folder) {
        return builder(folder, Map.of());
    }

    private IndexBuilder builder(String folder, Map<String, String> options) {
        return IndexBuilder.of(
                spark.read().options(options).text(root.resolve(folder).toUri().toString()));
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
