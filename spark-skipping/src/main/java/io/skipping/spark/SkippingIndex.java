// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.build.BuildResult;
import io.skipping.spark.build.IndexBuilder;
import io.skipping.spark.scan.IndexLookup;
import io.skipping.spark.scan.ScanExplanation;
import io.skipping.spark.store.SkippingOptions;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the index of the files at a location, and explains what queries make of it.
 *
 * <pre>{@code
 * SkippingIndex.of(spark, "s3a://bucket/meters").create("bbox", "longitude", "latitude").build();
 * SkippingIndex.of(spark.read().option("header", "true").schema(schema).csv("s3a://bucket/readings")).build();
 * SkippingIndex.of(spark.table("meters")).build();
 * }</pre>
 */
public final class SkippingIndex {
    private static final Logger log = LoggerFactory.getLogger(SkippingIndex.class);

    private static final String WITHOUT_EXTENSIONS =
            "Queries of this session skip nothing: it has begun without spark.sql.extensions=%s, which only a new session takes"
                    .formatted(SkippingExtensions.class.getName());

    private final IndexBuilder builder;

    private final SparkSession spark;

    private SkippingIndex(SparkSession spark, IndexBuilder builder) {
        this.spark = requireNonNull(spark, "spark is null");
        this.builder = requireNonNull(builder, "builder is null");
    }

    /**
     * Returns Spark's index of a location of Parquet; a build creates it if there is none. Indexes of other engines over the same files stay
     * as they are.
     *
     * @param path the folder of all files, partitioned or not
     */
    public static SkippingIndex of(SparkSession spark, String path) {
        return new SkippingIndex(spark, IndexBuilder.of(spark, path));
    }

    /**
     * Tells what indexes leave of the scans of a query after each of its conditions, or why a condition leaves everything, and how many files, or
     * parts of files, they read, without running it. It lists the files, which EXPLAIN does not.
     *
     * @return a paragraph for each scan that asks an index, or why none does
     */
    public static String explain(Dataset<?> query) {
        if (!SkippingExtensions.areIn(query.sparkSession())) {
            return WITHOUT_EXTENSIONS + System.lineSeparator();
        }
        if (!SkippingOptions.of(query.sparkSession()).isEnabled()) {
            return "No scan asks an index: spark.skipping.enabled is false" + System.lineSeparator();
        }
        try {
            // releases of Spark have this method in different classes
            return ScanExplanation.of((QueryExecution)
                    query.getClass().getMethod("queryExecution").invoke(query));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("Only queries of a session in this process can be explained", e);
        }
    }

    /**
     * Returns the index of a table, or of files in any format that can be indexed.
     *
     * @param data how queries read it: summaries are used for reads with the same options only, and of CSV and JSON with the same
     *     schema
     * @throws IllegalArgumentException if it is not a table of files, or not of files in one folder
     */
    public static SkippingIndex of(Dataset<Row> data) {
        return new SkippingIndex(data.sparkSession(), IndexBuilder.of(data));
    }

    /**
     * Requests an index over columns, for this build and all later ones.
     *
     * @param type such as {@code minmax} or {@code bloom}
     * @param columns names of columns, or paths such as {@code place.city}, {@code elements(tags)} and {@code CAST(code AS int)}
     * @throws IllegalArgumentException if there is no such type or column, or the type cannot summarise the columns
     */
    public SkippingIndex create(String type, String... columns) {
        return create(type, List.of(columns), Map.of());
    }

    /** Requests an index as {@link #create(String, String...)} does, with options of the type. */
    public SkippingIndex create(String type, List<String> columns, Map<String, String> options) {
        builder.request(type, columns, options);
        return this;
    }

    /** Sets whether builds choose indexes beside the requested ones, which they do unless this is turned off. */
    public SkippingIndex automatic(boolean automatic) {
        builder.setAutomatic(automatic);
        return this;
    }

    /** Sets where lines about the progress of builds go instead of the log. */
    public SkippingIndex progress(Consumer<String> lines) {
        builder.setProgress(lines);
        return this;
    }

    /**
     * Summarises the files that the index does not have yet, on the executors, and publishes the new state.
     *
     * @throws io.skipping.index.IndexUnavailableException if the index cannot be read or written
     */
    public BuildResult build() {
        if (!SkippingExtensions.areIn(spark)) {
            log.warn(WITHOUT_EXTENSIONS);
        }
        return summarise();
    }

    /** Builds as {@link #build} does, in a session that asks no queries. */
    BuildResult summarise() {
        BuildResult result = builder.build();
        if (result.tooYoung() > 0) {
            log.warn(
                    "{} files were written less than two seconds before this build, which leaves them to the next one",
                    result.tooYoung());
        }
        IndexLookup.lookAgain(spark);
        return result;
    }
}
