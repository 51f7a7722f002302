// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.ExplainMode;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.testng.annotations.Test;

/** Tests what EXPLAIN says of the conditions of a scan. */
@Test(groups = "servers")
public class TestExplain extends AbstractSparkTest {
    private static final int FILES = 4;
    private static final int ROWS = 100;

    /** what Spark makes of plans for users */
    private static final List<String> MODES = List.of("simple", "extended", "formatted");

    @Override
    void createTables() throws IOException {
        spark.conf().set("spark.skipping.range-size", "8m");
        write("plain", 0, FILES);
        SkippingIndex.of(spark, path("plain"))
                .automatic(false)
                .create("minmax", "id")
                .create("minmax", "n")
                .create("minmax", "dbl")
                .create("values", "town")
                .build();
    }

    /** Writes files of which each has ids of its own. */
    private void write(String name, int first, int count) throws IOException {
        for (int file = first; file < first + count; file++) {
            rows(file).coalesce(1).write().mode(SaveMode.Append).parquet(path(name));
        }
        LocalSpark.age(root.resolve(name));
    }

    private Dataset<Row> rows(int file) {
        return spark.range((long) file * ROWS, (file + 1L) * ROWS, 1, 1)
                .selectExpr(
                        "id",
                        "CAST(id % 10 AS int) AS n",
                        "id / 2D AS dbl",
                        "concat('Town-', id DIV 50) AS town",
                        "concat('code-', id) AS code",
                        "TIMESTAMP '2026-01-01 00:00:00' + MAKE_INTERVAL(0, 0, 0, CAST(id AS int)) AS ts");
    }

    private Dataset<Row> where(String name, String condition) {
        return spark.read().parquet(path(name)).where(condition);
    }

    private static String explained(Dataset<Row> query, String mode) {
        return query.queryExecution().explainString(ExplainMode.fromString(mode));
    }

    private String explained(String name, String condition) {
        return explained(where(name, condition), "formatted");
    }

    private String create(String name, String arguments) {
        return "SkippingIndex.of(spark, \"%s\").create(%s).build()".formatted(folder(name), arguments);
    }

    /** Returns a folder as Hadoop names it. */
    private String folder(String name) {
        return new org.apache.hadoop.fs.Path(path(name)).toString();
    }

    @Test(groups = LocalSpark.EACH_SPARK)
    public void testEachConditionHasALine() {
        where("plain", "true").createOrReplaceTempView("plain");
        String condition = "id IN (250, 251) AND id + n > 5 AND code = 'code-1' AND town = 'Town-5'";
        for (boolean adaptive : new boolean[] {true, false}) {
            spark.conf().set("spark.sql.adaptive.enabled", adaptive);
            try {
                for (String mode : MODES) {
                    assertThat(explained(where("plain", condition), mode))
                            .as("%s, adaptive: %s", mode, adaptive)
                            .contains(
                                    "knows 4 objects, 4 ranges, ",
                                    "(id IN (250L, 251L)): minmax leaves 1 of 4 objects, 1 of 4 ranges, ",
                                    "> 5L): no index can decide it; conditions that compare",
                                    "(code = 'code-1'): there is no index over code",
                                    "(town = 'Town-5'): nothing is excluded by values(town): matching values may be in the only range",
                                    "All conditions leave 1 of 4 objects");
                }
                assertThat(explained(where("plain", condition), "formatted"))
                        .contains("there is no index over code: " + create("plain", "\"values\", \"code\""));
                for (String statement : List.of("EXPLAIN", "EXPLAIN FORMATTED", "EXPLAIN EXTENDED")) {
                    assertThat(spark.sql(statement + " SELECT town FROM plain WHERE " + condition)
                                    .head()
                                    .getString(0))
                            .as("%s, adaptive: %s", statement, adaptive)
                            .contains("(plain.id IN (250L, 251L)): minmax leaves 1 of 4 objects");
                }
            } finally {
                spark.conf().set("spark.sql.adaptive.enabled", false);
            }
        }
    }

    @Test
    public void testConditionsThatNoIndexDecides() {
        assertThat(explained("plain", "ts > TIMESTAMP '2026-01-02 00:00:00'"))
                .contains("no index can decide it: none has values of type timestamp");
        assertThat(explained("plain", "dbl > 30"))
                .contains("minmax(dbl) cannot decide it: " + create("plain", "\"values\", \"dbl\""));
        assertThat(explained("plain", "lower(town) = 'town-7'")).contains("values leaves 1 of 4 objects");
        assertThat(explained("plain", "n = 3"))
                .contains(
                        "nothing is excluded by minmax(n): matching values may be in each of the 4 ranges. An index of single values may: "
                                + create("plain", "\"bloom\", \"n\""));
        assertThat(explained("plain", "id = 3 OR code = 'code-300'"))
                .contains("minmax(id) alone cannot decide it, and there is no index over code");
        assertThat(explained("plain", "id IS NOT NULL AND id < 5")).doesNotContain("IS NOT NULL):");
        assertThat(explained("plain", "id IS NOT NULL")).contains("(id IS NOT NULL): ");
        assertThat(explained("plain", "id > (SELECT max(id) - 3 FROM range(7))"))
                .doesNotContain("cannot be used", "cannot be said");
    }

    @Test(groups = LocalSpark.EACH_SPARK)
    public void testColumnOfAnotherType() {
        assertThat(explained(
                        spark.read()
                                .schema("id bigint, n bigint")
                                .parquet(path("plain"))
                                .where("n = 3"),
                        "formatted"))
                .contains("the index has n as integer, and the query as bigint: SkippingIndex.of(");
    }

    @Test
    public void testPartitions() throws IOException {
        for (int file = 0; file < 3; file++) {
            rows(file)
                    .selectExpr("*", file + " AS part")
                    .coalesce(1)
                    .write()
                    .mode(SaveMode.Append)
                    .partitionBy("part")
                    .parquet(path("parted"));
        }
        LocalSpark.age(root.resolve("parted"));
        SkippingIndex.of(spark, path("parted")).build();
        assertThat(explained("parted", "part = 1 AND id < 150"))
                .contains("knows 1 object, 1 range, ", "(id < 150L): nothing is excluded by minmax(id)")
                .doesNotContain("(part = 1):");
        assertThat(explained("parted", "part = 1")).doesNotContain("Skipping 1");
    }

    @Test
    public void testTableWithoutAnIndex() throws IOException {
        write("bare", 0, 1);
        assertThat(explained("bare", "id = 5"))
                .contains("The table has no index: SkippingIndex.of(spark, \"%s\").build()".formatted(folder("bare")));
        rows(0).coalesce(1).write().json(path("bare-json"));
        assertThat(explained(
                        spark.read().schema("id bigint").json(path("bare-json")).where("id = 5"), "formatted"))
                .contains("The table has no index: SkippingIndex.of(spark.read().format(\"json\")….load(\"%s\"))"
                        .formatted(folder("bare-json")));
        rows(0).coalesce(1).write().mode(SaveMode.Overwrite).saveAsTable("explained_table");
        try {
            assertThat(explained(spark.table("explained_table").where("id = 5"), "formatted"))
                    .contains("The table has no index: SkippingIndex.of(spark.table(\"default.explained_table\"))");
        } finally {
            spark.sql("DROP TABLE explained_table");
        }
        spark.conf().set("spark.skipping.enabled", false);
        try {
            assertThat(explained("bare", "id = 5")).doesNotContain("Skipping 1");
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    /** The files are gone, and the plan still shows what the index leaves of them. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testNoFileIsRead() throws IOException {
        write("gone", 0, 2);
        SkippingIndex.of(spark, path("gone")).build();
        Dataset<Row> query = where("gone", "id = 5");
        try (Stream<Path> files = Files.list(root.resolve("gone"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        assertThat(explained(query, "formatted")).contains("(id = 5L): minmax leaves 1 of 2 objects");
    }

    @Test
    public void testFilesThatTheIndexDoesNotHave() throws IOException {
        write("growing", 0, 2);
        SkippingIndex.of(spark, path("growing")).build();
        rows(2).coalesce(1).write().mode(SaveMode.Append).parquet(path("growing"));
        assertThat(explained("growing", "id = 5"))
                .contains("of the 3 objects of the scan, 1 are not indexed and are read, such as file:");
        rows(0).coalesce(1).write().json(path("json"));
        LocalSpark.age(root.resolve("json"));
        SkippingIndex.of(spark.read().schema("id bigint, n int").json(path("json")))
                .build();
        assertThat(explained(spark.read().schema("id bigint").json(path("json")).where("id = 5"), "formatted"))
                .contains(
                        "of the 1 objects of the scan, 1 are read in another way than when they were indexed, so that the index cannot be used (")
                .as("what the index leaves is of no use")
                .doesNotContain("(id = 5");
    }

    /** Whatever is wrong with an index, the plan is shown. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testBrokenIndex() throws IOException {
        write("broken", 0, 2);
        SkippingIndex.of(spark, path("broken")).build();
        try (Stream<Path> files = Files.walk(root.resolve("broken/_skipping"))) {
            for (Path segment :
                    files.filter(file -> file.toString().endsWith(".parquet")).toList()) {
                byte[] content = Files.readAllBytes(segment);
                content[content.length / 2] ^= 1;
                Files.write(segment, content);
            }
        }
        SparkSession another = spark.newSession();
        // it does not have the index in memory
        another.conf().set("spark.skipping.index.cache-size", "254m");
        Dataset<Row> query = another.read().parquet(path("broken")).where("id = 5");
        for (String mode : MODES) {
            assertThat(explained(query.select("id"), mode))
                    .contains("The index cannot be used, and everything is read: ");
        }
        assertThat(SkippingIndex.explain(query))
                .contains("The index cannot be used, and everything is read: ", "reads 2 of 2 files");
        assertThat(query.count()).isEqualTo(1);
        spark.conf().set("spark.skipping.lookup-timeout", "0ms");
        try {
            assertThat(explained("plain", "id = 5"))
                    .contains("it did not answer within 0 ms; a larger spark.skipping.lookup-timeout lets it");
        } finally {
            spark.conf().set("spark.skipping.lookup-timeout", "60s");
        }
    }

    /** A query that runs does not ask indexes what an explanation says of them, and one that was explained runs as any other. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testQueriesThatRun() throws Exception {
        for (int on = 0; on < 4; on++) {
            spark.conf().set("spark.sql.adaptive.enabled", on % 2 == 1);
            spark.conf().set("spark.sql.codegen.wholeStage", on > 1);
            try {
                Dataset<Row> query = where("plain", "id < 150 AND id + n > 5");
                assertThat(explained(query, "formatted")).contains("minmax leaves 2 of 4 objects");
                assertThat(query.collectAsList()).hasSize(147);
                assertThat(where("plain", "id < 150").groupBy("town").count().collectAsList())
                        .hasSize(3);
                spark.sparkContext().listenerBus().waitUntilEmpty();
                SQLAppStatusStore shown = LocalSpark.sharedState(spark).statusStore();
                assertThat(shown.executionsList().last().physicalPlanDescription())
                        .contains("SkippingFileIndex")
                        .doesNotContain("Skipping 1");
            } finally {
                spark.conf().set("spark.sql.adaptive.enabled", false);
                spark.conf().set("spark.sql.codegen.wholeStage", false);
            }
        }
    }

    /** What is not to be shown is not. */
    @Test
    public void testRedaction() {
        spark.conf().set("spark.sql.redaction.string.regex", "code-1234");
        try {
            for (String mode : List.of("simple", "formatted")) {
                assertThat(explained(where("plain", "code LIKE '%code-1234%'"), mode))
                        .contains("*********(redacted)")
                        .containsPattern("Skipping 2, .*there is no index over code");
            }
            assertThat(explained("plain", "code LIKE '%code-1234%'")
                            .lines()
                            .filter(line -> line.startsWith("Skipping")))
                    .noneMatch(line -> line.contains("code-1234"));
        } finally {
            spark.conf().unset("spark.sql.redaction.string.regex");
        }
    }
}
