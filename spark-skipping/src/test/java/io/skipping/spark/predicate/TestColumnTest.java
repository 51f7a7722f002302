// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.value.Key;
import io.skipping.spark.LocalSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.internal.SQLConf;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

@Test(groups = "servers")
public class TestColumnTest {
    private static final String PARSER = "spark.sql.legacy.timeParserPolicy";

    private SparkSession spark;
    private Path folder;

    @BeforeClass(alwaysRun = true)
    public void start() throws IOException {
        folder = Files.createTempDirectory("column-test");
        spark = LocalSpark.start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    /** Many ranges are evaluated on threads of others: one without a session has other settings, by which no value may pass. */
    @Test
    public void testOtherThreadsHaveTheSettingsOfTheQuery() {
        // otherwise the condition fails, and all values pass
        spark.conf().set("spark.sql.ansi.enabled", "false");
        try {
            Expression condition = condition("to_date(value, 'yyyy-MM-dd') = DATE '2026-01-02'");
            ColumnTest test =
                    withParser("LEGACY", () -> ColumnTest.of(condition).orElseThrow());
            assertThat(CompletableFuture.supplyAsync(() -> withParser("CORRECTED", () -> mayPass(test, "2026-1-2")))
                            .join())
                    .as("former releases read such a day")
                    .isTrue();
            assertThat(mayPass(test, "2026-1-3")).isFalse();
            ColumnTest strict =
                    withParser("CORRECTED", () -> ColumnTest.of(condition).orElseThrow());
            assertThat(withParser("LEGACY", () -> mayPass(strict, "2026-1-2"))).isFalse();
        } finally {
            spark.conf().unset("spark.sql.ansi.enabled");
        }
    }

    private static <T> T withParser(String policy, Supplier<T> action) {
        SQLConf settings = new SQLConf();
        settings.setConfString(PARSER, policy);
        return SQLConf.withExistingConf(settings, action::get);
    }

    private static boolean mayPass(ColumnTest test, String value) {
        return test.mayPass(Optional.of(Key.of(Slices.utf8Slice(value))));
    }

    /** Returns a condition on lines of text, as a scan has it. */
    private Expression condition(String sql) {
        return ((Filter) spark.read()
                        .text(folder.toUri().toString())
                        .where(sql)
                        .queryExecution()
                        .optimizedPlan())
                .condition();
    }
}
