// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.option;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** Reads the options of a job's configuration. The defaults should suit most jobs. */
public final class CommitterOptions {
    private static final String PREFIX = "skipping.committer.";

    /** Names the option for the id of the job, which must be unique; by default, it is the framework's id. */
    public static final String JOB_ID = PREFIX + "job.id";

    /** Names the property for a random id of the job, which {@code setupJob} sets for tasks if the framework has none. */
    public static final String GENERATED_JOB_ID = PREFIX + "generated.job.id";

    /**
     * Names the property for the moment when {@code setupJob} ran, in milliseconds since 1970. The commit of the job reads it
     * if the same process does that.
     */
    public static final String START_MILLIS = PREFIX + "start.millis";

    /**
     * Names the option that selects what a job replaces: {@code append}, {@code overwrite}, or {@code overwrite-partitions}
     * for folders that the job writes to, of which the destination is none.
     */
    public static final String MODE = PREFIX + "mode";

    /**
     * Names the option that says when replaced objects are deleted: {@code now}, when the overwrite is published, or by
     * {@code vacuum}, for queries that still read them.
     */
    public static final String OVERWRITE_DELETE = PREFIX + "overwrite.delete";

    /** Names the option that selects how two jobs exclude each other: {@code auto}, {@code conditional}, {@code rename} or {@code link}. */
    public static final String STORE = PREFIX + "store";

    /** Names the option for the time that a job tries to publish, such as {@code 5m}. */
    public static final String PUBLISH_TIMEOUT = PREFIX + "publish.timeout";

    /**
     * Names the option that decides whether a job of Spark's data sources checks that its objects exist, and records their sizes and ETags. This
     * costs a LIST.
     */
    public static final String VERIFY = PREFIX + "verify";

    private static final String DEFAULT_PUBLISH_TIMEOUT = "5m";

    private static final String DEFAULT_MODE = "append";
    private static final String DEFAULT_OVERWRITE_DELETE = "now";
    private static final String DEFAULT_STORE = "auto";
    private static final boolean DEFAULT_VERIFY = false;

    private CommitterOptions() {}

    /**
     * Describes an option that a user may set.
     *
     * @param name the name of its property
     * @param defaultValue its default; empty if the framework provides it
     * @param description what it does, for people
     */
    public record Described(String name, String defaultValue, String description) {}

    /** Returns all options that users may set, the most useful first. */
    public static List<Described> described() {
        return List.of(
                new Described(
                        MODE,
                        DEFAULT_MODE,
                        "For MapReduce and Spark's RDDs: append, overwrite, or overwrite-partitions (the folders that the job"
                                + " writes to; a job that writes to the destination alone fails). Data frames say it by their mode"),
                new Described(
                        OVERWRITE_DELETE,
                        DEFAULT_OVERWRITE_DELETE,
                        "When what an overwrite replaced is deleted: now, or by vacuum, which lets queries that began before"
                                + " finish. An overwrite after which the data set has no object of this committer deletes now in"
                                + " any case"),
                new Described(
                        VERIFY,
                        Boolean.toString(DEFAULT_VERIFY),
                        "For Spark's data sources: check that all objects exist before publishing, and record their sizes and"
                                + " ETags; costs one LIST for each 1,000 objects"),
                new Described(
                        PUBLISH_TIMEOUT,
                        DEFAULT_PUBLISH_TIMEOUT,
                        "How long a job tries to publish while other jobs publish"),
                new Described(JOB_ID, "", "Id of the job, which no other job may have; by default the framework's"),
                new Described(
                        STORE,
                        DEFAULT_STORE,
                        "How two jobs exclude each other: conditional (S3A), rename (HDFS, ABFS), link (local folders), or auto,"
                                + " by what the file system can do"));
    }

    /** Returns the setting of how two jobs exclude each other. */
    public static String store(Configuration configuration) {
        return configuration.getTrimmed(STORE, DEFAULT_STORE);
    }

    /** Returns whether a job checks that its objects exist. */
    public static boolean verifies(Configuration configuration) {
        return configuration.getBoolean(VERIFY, DEFAULT_VERIFY);
    }

    /** Selects the objects that a job replaces. */
    public enum Mode {
        /** It replaces nothing: its objects are added. */
        APPEND,
        /** It replaces all objects of the destination. */
        OVERWRITE,
        /** It replaces the objects of the folders that it writes to. */
        OVERWRITE_PARTITIONS
    }

    /**
     * Returns what a job replaces.
     *
     * @throws IllegalArgumentException if the option has another value; the message is meant for the user
     */
    public static Mode mode(Configuration configuration) {
        String mode = configuration.getTrimmed(MODE, DEFAULT_MODE);
        return switch (mode) {
            case "append" -> Mode.APPEND;
            case "overwrite" -> Mode.OVERWRITE;
            case "overwrite-partitions" -> Mode.OVERWRITE_PARTITIONS;
            default ->
                throw new IllegalArgumentException(
                        "%s can't be '%s': append, overwrite and overwrite-partitions can be set"
                                .formatted(MODE, mode));
        };
    }

    /**
     * Returns whether a job deletes what it has replaced.
     *
     * @throws IllegalArgumentException if the option has another value; the message is meant for the user
     */
    public static boolean deletesReplaced(Configuration configuration) {
        String when = configuration.getTrimmed(OVERWRITE_DELETE, DEFAULT_OVERWRITE_DELETE);
        return switch (when) {
            case "now" -> true;
            case "vacuum" -> false;
            default ->
                throw new IllegalArgumentException(
                        "%s can't be '%s': now and vacuum can be set".formatted(OVERWRITE_DELETE, when));
        };
    }

    /** Returns how long a job tries to publish. A number without a unit counts milliseconds. */
    public static Duration publishTimeout(Configuration configuration) {
        return Duration.ofMillis(
                configuration.getTimeDuration(PUBLISH_TIMEOUT, DEFAULT_PUBLISH_TIMEOUT, TimeUnit.MILLISECONDS));
    }
}
