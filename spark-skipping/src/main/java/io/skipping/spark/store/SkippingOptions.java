// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;

/**
 * Holds the settings of a session.
 *
 * @param isEnabled {@code spark.skipping.enabled}, by default true: whether scans ask an index
 * @param isManifestsEnabled {@code spark.skipping.manifests.enabled}, by default true: whether manifests of the committer decide
 *     which files a scan reads
 * @param location {@code spark.skipping.index.location}: the folder of all indexes; empty if each is beside its data
 * @param timeout {@code spark.skipping.lookup-timeout}, by default 2s: how long a scan waits for an index before it reads
 *     everything
 * @param cacheBytes {@code spark.skipping.index.cache-size}, by default 256m: heap of the driver for indexes
 * @param smallestGapBytes {@code spark.skipping.smallest-gap}, by default 1m: excluded parts of files that are smaller are read, since
 *     a request for the bytes behind them costs more
 * @param rangeBytes {@code spark.skipping.range-size}, by default 8m: how long the ranges are at least into which a build divides files
 */
public record SkippingOptions(
        boolean isEnabled,
        boolean isManifestsEnabled,
        Optional<String> location,
        Duration timeout,
        long cacheBytes,
        long smallestGapBytes,
        long rangeBytes) {
    private static final String PREFIX = "spark.skipping.";

    /** Returns the settings as they are now. */
    public static SkippingOptions of(SparkSession session) {
        RuntimeConfig settings = session.conf();
        return new SkippingOptions(
                Boolean.parseBoolean(settings.get(PREFIX + "enabled", "true")),
                Boolean.parseBoolean(settings.get(PREFIX + "manifests.enabled", "true")),
                Optional.of(settings.get(PREFIX + "index.location", ""))
                        .filter(location -> !location.isEmpty())
                        .map(location ->
                                qualified(location, session.sparkContext().hadoopConfiguration())),
                Duration.ofMillis(JavaUtils.timeStringAsMs(settings.get(PREFIX + "lookup-timeout", "2s"))),
                JavaUtils.byteStringAsBytes(settings.get(PREFIX + "index.cache-size", "256m")),
                JavaUtils.byteStringAsBytes(settings.get(PREFIX + "smallest-gap", "1m")),
                Math.max(1, JavaUtils.byteStringAsBytes(settings.get(PREFIX + "range-size", "8m"))));
    }

    /** Returns a folder with a scheme: without one it is in Hadoop's default file system, as all paths of Spark are. */
    static String qualified(String folder, Configuration configuration) {
        return new Path(folder)
                .makeQualified(FileSystem.getDefaultUri(configuration), new Path("/"))
                .toString();
    }
}
