// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.spark.SparkJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a Spark with one committer, in a JVM of its own. The JVM ends when its stdin does. */
public final class SparkProcess implements AutoCloseable {
    private static final String MAIN_CLASS = "io.skipping.benchmarks.jobs.SparkJobs";

    private final SparkJvm jvm;

    private SparkProcess(SparkJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param system the committer
     * @param folder the folder for its log and temporary files
     */
    public static SparkProcess start(String system, LocalS3 s3, Path folder) throws IOException {
        return start(system, Map.of(), s3, folder);
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param system the committer
     * @param properties properties of Spark, which take precedence over those of the committer
     * @param folder the folder for its log and temporary files
     */
    static SparkProcess start(String system, Map<String, String> properties, LocalS3 s3, Path folder)
            throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of(system, s3.endpoint().toString(), s3.accessKey(), s3.secretKey()));
        properties.forEach((name, value) -> arguments.add("%s=%s".formatted(name, value)));
        SparkProcess spark = new SparkProcess(SparkJvm.start(MAIN_CLASS, "1g", folder, List.of(), arguments));
        spark.expect("READY");
        return spark;
    }

    /**
     * Holds the answer to an order.
     *
     * @param seconds the duration of the job
     * @param contents the contents that it found, if it only reads
     */
    public record Answer(double seconds, Optional<Contents> contents) {}

    /**
     * Runs an order and returns the answer.
     *
     * @param order an order in the form that SparkJobs documents
     */
    public Answer run(String order) throws IOException {
        jvm.order(order);
        List<String> words = expect("DONE");
        Optional<Contents> contents = words.size() == 2
                ? Optional.empty()
                : Optional.of(new Contents(
                        Long.parseLong(words.get(2)),
                        Long.parseLong(words.get(3)),
                        Boolean.parseBoolean(words.get(4))));
        return new Answer(Long.parseLong(words.get(1)) / 1000.0, contents);
    }

    /**
     * Writes to a new destination.
     *
     * @return the duration of the job in seconds
     */
    double write(Workload workload, int parts, String destination) throws IOException {
        return run("%s %s %s".formatted(workload.label(), parts, destination)).seconds();
    }

    /** Returns the number of rows at a destination, as this Spark reads it, and the sum of their ids. */
    List<Long> read(Workload workload, String destination) throws IOException {
        jvm.order("read %s %s".formatted(workload.label(), destination));
        return expect("ROWS").stream().skip(1).map(Long::parseLong).toList();
    }

    /** Begins to measure what {@link #takePeaks} returns. */
    void resetPeaks() throws IOException {
        run("reset-peaks");
    }

    /** Returns the peaks since the last call of {@link #resetPeaks}. */
    PaperRun.Peaks takePeaks() throws IOException {
        jvm.order("peaks");
        List<String> words = expect("PEAKS");
        return new PaperRun.Peaks(
                Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), Long.parseLong(words.get(3)));
    }

    private List<String> expect(String word) throws IOException {
        return List.of(jvm.expect(word).split(" "));
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
