// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Counts what scans of a location without an index ask its file system for. */
@Test(groups = "servers")
public class TestIndexRequests extends AbstractSparkTest {
    private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();

    private String watched;

    @Override
    void createTables() {
        spark.range(0, 100, 1, 2).write().parquet(path("bare"));
        spark.sparkContext()
                .hadoopConfiguration()
                .setClass("fs.watched.impl", WatchedFileSystem.class, FileSystem.class);
        watched = "watched:" + root.resolve("bare");
    }

    @BeforeMethod(alwaysRun = true)
    public void clear() {
        REQUESTS.clear();
    }

    private Dataset<Row> query(String... roots) {
        return spark.read().parquet(roots).where("id = 5");
    }

    @Test
    public void testLocationWithoutIndexIsOneRequest() {
        assertThat(query(watched).collectAsList()).hasSize(1);
        assertThat(REQUESTS).containsExactly("isDirectory bare/_skipping");
    }

    @Test
    public void testConditionOnPartitionsAsksNothing() {
        spark.range(0, 100, 1, 2)
                .selectExpr("id", "id % 2 AS day")
                .write()
                .partitionBy("day")
                .parquet(path("days"));
        Dataset<Row> days = spark.read().parquet("watched:" + root.resolve("days"));
        assertThat(days.where("day = 1").collectAsList()).hasSize(50);
        assertThat(REQUESTS).isEmpty();
        assertThat(days.where("day = 1 AND id = 5").collectAsList()).hasSize(1);
        assertThat(REQUESTS).isNotEmpty();
    }

    @Test
    public void testIndexIsLookedForBeforeFilesAreListed() throws InterruptedException {
        Dataset<Row> query = query(watched);
        query.queryExecution().optimizedPlan();
        for (int wait = 0; wait < 600 && REQUESTS.isEmpty(); wait++) {
            Thread.sleep(100);
        }
        assertThat(REQUESTS).containsExactly("isDirectory bare/_skipping");
        // uses the answer, which another query could use as well
        query.collectAsList();
    }

    @Test
    public void testQueryWithoutConditionAsksNothing() {
        assertThat(spark.read().parquet(watched).collectAsList()).hasSize(100);
        assertThat(REQUESTS).isEmpty();
    }

    @Test
    public void testFilesAreLookedForInTheirFolder() {
        // named without Spark, whose plan would have asked already
        String file = root.resolve("bare").toFile().list((folder, name) -> name.endsWith(".parquet"))[0];
        query(watched + "/" + file).collectAsList();
        assertThat(REQUESTS).containsOnly("isDirectory bare/_skipping");
    }

    /** Stands for a local disk with a name of its own. */
    public static class WatchedFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("watched:///");
        }

        @Override
        @SuppressWarnings("deprecation")
        public boolean isDirectory(Path folder) {
            note("isDirectory", folder);
            return pathToFile(folder).isDirectory();
        }

        @Override
        public FileStatus getFileStatus(Path file) throws IOException {
            note("getFileStatus", file);
            return super.getFileStatus(file);
        }

        @Override
        public FileStatus[] listStatus(Path folder) throws IOException {
            note("listStatus", folder);
            return super.listStatus(folder);
        }

        private static void note(String request, Path path) {
            if (path.getName().equals("_skipping")) {
                REQUESTS.add("%s %s/%s".formatted(request, path.getParent().getName(), path.getName()));
            }
        }
    }
}
