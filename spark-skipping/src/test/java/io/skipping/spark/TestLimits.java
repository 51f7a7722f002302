// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator$;
import org.apache.spark.sql.execution.ExplainMode;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests queries with a LIMIT over an index, by code that Spark generates. */
@Test(groups = "servers")
public class TestLimits extends AbstractSparkTest {
    private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
    private static final String GENERATES = "spark.sql.codegen.wholeStage";
    private static final String FALLS_BACK = "spark.sql.codegen.fallback";
    private static final String SKIPS = "spark.skipping.enabled";

    @Override
    void createTables() throws IOException {
        spark.range(0, 1000, 1, 4)
                .selectExpr("id", "id % 7 AS n", "1 AS one")
                .write()
                .parquet(path("numbers"));
        LocalSpark.age(root.resolve("numbers"));
        assertThat(SkippingIndex.of(spark, path("numbers")).build().summarised())
                .isEqualTo(4);
        spark.read().parquet(path("numbers")).createOrReplaceTempView("numbers");
    }

    @BeforeMethod(alwaysRun = true)
    public void generateCode() {
        spark.conf().set(GENERATES, true);
        // code that does not compile fails the query
        spark.conf().set(FALLS_BACK, false);
    }

    @AfterMethod(alwaysRun = true)
    public void reset() {
        spark.conf().set(GENERATES, false);
        spark.conf().unset(FALLS_BACK);
        spark.conf().set(ADAPTIVE, false);
        spark.conf().set(SKIPS, true);
    }

    @DataProvider
    public Object[][] adaptive() {
        return new Object[][] {{false}, {true}};
    }

    @Test(dataProvider = "adaptive", groups = LocalSpark.EACH_SPARK)
    public void testSameQueryIsCompiledOnce(boolean isAdaptive) {
        spark.conf().set(ADAPTIVE, isAdaptive);
        String query =
                "SELECT count(*), max(id) < 300 FROM (SELECT id FROM numbers WHERE id < 300 AND n > 2 LIMIT 100)";
        assertThat(rows(query).toString()).isEqualTo("[[100,true]]");
        long compiled = CodeGenerator$.MODULE$.compileTime();
        assertThat(compiled).isPositive();
        assertThat(rows(query).toString()).isEqualTo("[[100,true]]");
        assertThat(CodeGenerator$.MODULE$.compileTime())
                .as("nanoseconds of compilers after the same query ran twice")
                .isEqualTo(compiled);
        assertThat(rows(query.replace("100", "20")).toString()).isEqualTo("[[20,true]]");
    }

    @DataProvider
    public Object[][] queries() {
        String some = "SELECT one FROM numbers WHERE id < 300 LIMIT ";
        return new Object[][] {
            {some + 5},
            {"SELECT count(*) FROM (" + some + "0)"},
            // one after the other, in one piece of code
            {
                "SELECT sum(one) FROM (SELECT one FROM (SELECT one FROM numbers WHERE id < 300 LIMIT 40) WHERE one > 0 LIMIT 10)"
            },
            {
                "SELECT sum(one) FROM (SELECT one FROM (SELECT one FROM numbers WHERE id < 300 LIMIT 4) WHERE one > 0 LIMIT 10)"
            },
            {"SELECT sum(one) FROM ((" + some + "7) UNION ALL (" + some + "11))"},
            {"SELECT count(*), sum(a.one) FROM (" + some + "7) a JOIN (" + some + "11) b ON a.one = b.one"},
            {"SELECT count(*) FROM (" + some + "7) a JOIN (" + some + "7) b ON a.one = b.one"},
            {
                "SELECT count(*) FROM (SELECT a.one FROM numbers a JOIN numbers b ON a.id = b.id WHERE a.id < 300 LIMIT 90)"
            },
            {"SELECT sum(one) FROM (SELECT one FROM numbers WHERE id < 300 LIMIT 10 OFFSET 4)"},
            {"SELECT sum(one) FROM (SELECT one FROM numbers WHERE id < 300 OFFSET 4)"},
            {"SELECT count(*) FROM numbers WHERE id < 300 AND one IN (" + some + "3)"},
            {
                "SELECT sum(c) FROM (SELECT n, count(*) AS c FROM (SELECT n FROM numbers WHERE id < 300 LIMIT 70) GROUP BY n)"
            },
            {"SELECT max(id), count(*) FROM (SELECT id FROM numbers WHERE id < 300 ORDER BY n, id LIMIT 6)"},
        };
    }

    @Test(dataProvider = "queries", groups = LocalSpark.EACH_SPARK)
    public void testAnswers(String query) {
        spark.conf().set(SKIPS, false);
        spark.conf().set(GENERATES, false);
        Multiset<Row> expected = rows(query);
        spark.conf().set(SKIPS, true);
        for (boolean isAdaptive : new boolean[] {false, true}) {
            spark.conf().set(ADAPTIVE, isAdaptive);
            for (boolean isGenerated : new boolean[] {true, false}) {
                spark.conf().set(GENERATES, isGenerated);
                assertThat(rows(query))
                        .as("adaptive: %s, generated: %s", isAdaptive, isGenerated)
                        .isEqualTo(expected);
            }
        }
    }

    /** A thread that is older than the session has none, if it is not told one. */
    @Test(dataProvider = "adaptive", groups = LocalSpark.EACH_SPARK)
    public void testThreadWithoutSession(boolean isAdaptive) {
        spark.conf().set(ADAPTIVE, isAdaptive);
        for (boolean isGenerated : new boolean[] {true, false}) {
            spark.conf().set(GENERATES, isGenerated);
            Dataset<Row> limited =
                    spark.sql("SELECT one FROM (SELECT one FROM numbers WHERE id < 300 LIMIT 5) WHERE one > 0");
            SparkSession.clearActiveSession();
            try {
                assertThat(limited.queryExecution().toRdd().count()).isEqualTo(5);
            } finally {
                SparkSession.setActiveSession(spark);
            }
        }
    }

    /** Plans show Spark's own limits, and run equal parts once. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPlansLookAsBefore() {
        String limited = "(SELECT one FROM numbers WHERE id < 300 LIMIT 100)";
        for (String query : List.of(
                "SELECT count(*) FROM " + limited,
                "SELECT count(*) FROM " + limited + " a JOIN " + limited + " b ON a.one = b.one")) {
            for (ExplainMode mode : List.of(ExplainMode.fromString("simple"), ExplainMode.fromString("formatted"))) {
                spark.conf().set(SKIPS, false);
                List<String> expected = limits(query, mode);
                assertThat(expected).anyMatch(line -> line.contains("LocalLimit"));
                spark.conf().set(SKIPS, true);
                assertThat(limits(query, mode)).isEqualTo(expected);
            }
        }
    }

    /** Returns the lines of a plan that tell of limits and of what is run once, without the numbers of columns and exchanges. */
    private List<String> limits(String query, ExplainMode mode) {
        String plan = spark.sql(query).queryExecution().explainString(mode).replaceAll("#[0-9]+L?", "");
        return plan.lines()
                .filter(line -> line.contains("Limit") || line.contains("Reused") || line.startsWith("Input ["))
                .map(line -> line.replaceAll("id=[0-9]+", ""))
                .toList();
    }

    private Multiset<Row> rows(String query) {
        Dataset<Row> result = spark.sql(query);
        return HashMultiset.create(result.collectAsList());
    }
}
