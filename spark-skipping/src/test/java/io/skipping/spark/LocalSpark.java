// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.apache.spark.sql.execution.ui.SQLPlanMetric;
import org.apache.spark.sql.execution.ui.SparkPlanGraphNode;
import org.apache.spark.sql.internal.SharedState;
import scala.jdk.javaapi.CollectionConverters;

/** Runs a session in this JVM with the extension. */
public final class LocalSpark {
    /** the tests that run with each release of Spark, and not only with the newest and the oldest */
    static final String EACH_SPARK = "each-spark";

    private static final String COUNTS = "skipping: ";

    private LocalSpark() {}

    /** Returns a folder for the tables of this process: tests of several releases run at the same time. */
    private static String warehouse() {
        return System.getProperty("java.io.tmpdir") + "/spark-warehouse-"
                + ProcessHandle.current().pid();
    }

    /**
     * Starts a session.
     *
     * @param extensions names of classes of other extensions
     */
    public static SparkSession start(String... extensions) {
        SparkSession session = SparkSession.builder()
                .master("local[2]")
                .appName("skipping")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.warehouse.dir", warehouse())
                .config("spark.sql.shuffle.partitions", "2")
                // compiling takes longer than running
                .config("spark.sql.codegen.wholeStage", "false")
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .config("spark.broadcast.compress", "false")
                // as releases from 4.0 do by default
                .config("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
                .config("spark.sql.avro.datetimeRebaseModeInWrite", "CORRECTED")
                // so that a plan shows its scans
                .config("spark.sql.adaptive.enabled", "false")
                .config(
                        "spark.sql.extensions",
                        String.join(",", Lists.asList(SkippingExtensions.class.getName(), extensions)))
                // so that small files have ranges, and parts
                .config("spark.skipping.range-size", "1")
                .config("spark.skipping.smallest-gap", "0")
                // a machine that tests have all to themselves is not guaranteed
                .config("spark.skipping.lookup-timeout", "60s")
                .getOrCreate();
        assertThat(session.version()).isEqualTo(System.getProperty("test.spark.version", session.version()));
        return session;
    }

    /** Writes by the committer, which leaves manifests. */
    static void committing(SparkSession spark, Runnable writes) {
        spark.conf()
                .set(
                        "spark.sql.sources.commitProtocolClass",
                        "io.skipping.committer.spark.AttemptNamingCommitProtocol");
        try {
            writes.run();
        } finally {
            spark.conf().unset("spark.sql.sources.commitProtocolClass");
            spark.conf().unset("skipping.committer.overwrite.delete");
        }
    }

    /** Leaves what a rival of a committed attempt would. */
    static void leaveAttempt(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Path committed = files.filter(file ->
                            AttemptNames.attempt(file.getFileName().toString()).isPresent())
                    .findFirst()
                    .orElseThrow();
            String name = committed.getFileName().toString();
            String attempt = AttemptNames.attempt(name).orElseThrow().toString();
            Files.copy(
                    committed,
                    folder.resolve(name.replace(attempt, attempt.substring(0, attempt.lastIndexOf('.')) + ".77")));
        }
    }

    /** Plans a query, and returns how many files its scans read. */
    static long filesRead(Dataset<Row> query) {
        QueryExecution execution = query.queryExecution();
        // lists the files, and runs nothing
        execution.toRdd();
        return sum("numFiles", execution.executedPlan());
    }

    /** Runs a query, and returns how many rows its scans have read. */
    static long rowsRead(Dataset<Row> query) {
        SparkPlan plan = query.queryExecution().executedPlan();
        plan.executeCollect();
        return sum("numOutputRows", plan);
    }

    /**
     * Runs a query, and returns what Spark's UI shows of our counts of its scans: each with its value, and those that differ between scans
     * with all of them.
     */
    static ListMultimap<String, String> shownCounts(Dataset<Row> query) {
        query.collectAsList();
        return lastCounts(query.sparkSession());
    }

    /** Returns what {@link #shownCounts} does, of the last query of a session. */
    static ListMultimap<String, String> lastCounts(SparkSession session) {
        SQLAppStatusStore shown = sharedState(session).statusStore();
        try {
            session.sparkContext().listenerBus().waitUntilEmpty();
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
        long last = shown.executionsList().last().executionId();
        scala.collection.immutable.Map<Object, String> values = shown.executionMetrics(last);
        ImmutableListMultimap.Builder<String, String> counts = ImmutableListMultimap.builder();
        for (SparkPlanGraphNode node :
                CollectionConverters.asJava(shown.planGraph(last).allNodes())) {
            for (SQLPlanMetric metric : CollectionConverters.asJava(node.metrics())) {
                if (metric.name().startsWith(COUNTS)) {
                    counts.put(
                            metric.name().substring(COUNTS.length()),
                            values.get(metric.accumulatorId()).getOrElse(() -> "not shown"));
                }
            }
        }
        return counts.build();
    }

    /** Makes the files in a folder older than those that a build takes for too young. */
    static void age(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            }
        }
    }

    static SharedState sharedState(SparkSession session) {
        try {
            // releases of Spark have this method in different classes
            return (SharedState) session.getClass().getMethod("sharedState").invoke(session);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static long sum(String metric, SparkPlan plan) {
        return CollectionConverters.asJava(plan.collectLeaves()).stream()
                .filter(FileSourceScanExec.class::isInstance)
                .mapToLong(scan -> scan.metrics().apply(metric).value())
                .sum();
    }
}
