// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.QueryExecution;
import scala.jdk.javaapi.CollectionConverters;

/** A session in this JVM with the extension. */
final class LocalSpark {
    private LocalSpark() {}

    static SparkSession start() {
        return SparkSession.builder()
                .master("local[2]")
                .appName("skipping")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                // compiling takes longer than running
                .config("spark.sql.codegen.wholeStage", "false")
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .config("spark.broadcast.compress", "false")
                // as releases from 4.0 do by default
                .config("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
                // so that a plan shows its scans
                .config("spark.sql.adaptive.enabled", "false")
                .config("spark.sql.extensions", SkippingExtensions.class.getName())
                // a machine that tests have all to themselves is not guaranteed
                .config("spark.skipping.lookup-timeout", "60s")
                .getOrCreate();
    }

    /** Plans a query, and returns how many files its scans read. */
    static long filesRead(Dataset<Row> query) {
        AtomicLong files = new AtomicLong();
        QueryExecution execution = execution(query);
        // lists the files, and runs nothing
        execution.toRdd();
        CollectionConverters.asJava(execution.executedPlan().collectLeaves()).forEach(leaf -> {
            if (leaf instanceof FileSourceScanExec scan) {
                files.addAndGet(scan.metrics().apply("numFiles").value());
            }
        });
        return files.get();
    }

    /** Releases of Spark have this method in different classes. */
    private static QueryExecution execution(Dataset<Row> query) {
        try {
            return (QueryExecution) query.getClass().getMethod("queryExecution").invoke(query);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
