// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger log = LoggerFactory.getLogger(SkippingOptions.class);
    private static final String PREFIX = "spark.skipping.";

    /** what was said of settings that cannot be read */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    /**
     * Returns the settings as they are now. In place of one that cannot be read, this is the usual one: Spark asks for them in each
     * statement, also in one that would set it right.
     */
    public static SkippingOptions of(SparkSession session) {
        return of(session, problem -> {
            if (SAID.add(problem.getMessage())) {
                log.warn("{}. The usual value counts instead", problem.getMessage());
            }
        });
    }

    /**
     * Returns the settings as they are now, for a build.
     *
     * @throws IllegalArgumentException if one cannot be read
     */
    public static SkippingOptions ofBuild(SparkSession session) {
        return of(session, problem -> {
            throw problem;
        });
    }

    private static SkippingOptions of(SparkSession session, Consumer<IllegalArgumentException> problems) {
        Settings settings = new Settings(session.conf(), problems);
        return new SkippingOptions(
                settings.get("enabled", "true", SkippingOptions::isTrue),
                settings.get("manifests.enabled", "true", SkippingOptions::isTrue),
                settings.get(
                        "index.location",
                        "",
                        text -> Optional.of(text)
                                .filter(location -> !location.isEmpty())
                                .map(location -> qualified(
                                        location, session.sparkContext().hadoopConfiguration()))),
                Duration.ofMillis(settings.get("lookup-timeout", "2s", JavaUtils::timeStringAsMs)),
                settings.get("index.cache-size", "256m", JavaUtils::byteStringAsBytes),
                settings.get("smallest-gap", "1m", JavaUtils::byteStringAsBytes),
                Math.max(1, settings.get("range-size", "8m", JavaUtils::byteStringAsBytes)));
    }

    private record Settings(RuntimeConfig texts, Consumer<IllegalArgumentException> problems) {
        <T> T get(String name, String usual, Function<String, T> read) {
            String text = texts.get(PREFIX + name, usual);
            try {
                return read.apply(text);
            } catch (IllegalArgumentException e) {
                problems.accept(new IllegalArgumentException(
                        "The setting %s%s cannot be '%s': %s".formatted(PREFIX, name, text, e.getMessage()), e));
                return read.apply(usual);
            }
        }
    }

    private static boolean isTrue(String text) {
        return switch (text.strip().toLowerCase(Locale.ENGLISH)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw new IllegalArgumentException("it is true or false");
        };
    }

    /** Returns a folder with a scheme: without one it is in Hadoop's default file system, as all paths of Spark are. */
    static String qualified(String folder, Configuration configuration) {
        return new Path(folder)
                .makeQualified(FileSystem.getDefaultUri(configuration), new Path("/"))
                .toString();
    }
}
