// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.spark;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks a Spark with the jar of the adapter that users get, in a JVM of its own, which ends when its stdin does. Its answers are rows of
 * one text each.
 */
public final class SparkSql implements AutoCloseable {
    private static final String MAIN_CLASS = "io.skipping.benchmarks.jobs.SqlQuestions";

    private final RequestLog requests;
    private final SparkJvm jvm;
    private final String version;

    private SparkSql(RequestLog requests, SparkJvm jvm) throws IOException {
        this.requests = requests;
        this.jvm = jvm;
        this.version = expect("READY").getFirst();
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param folder the folder for its log and temporary files
     * @param settings settings of Spark as NAME=VALUE
     */
    public static SparkSql start(LocalS3 s3, Path folder, String... settings) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(s3.endpoint().toString(), s3.accessKey(), s3.secretKey()));
        arguments.addAll(List.of(settings));
        return new SparkSql(
                s3.log(), SparkJvm.start(MAIN_CLASS, "1500m", folder, List.of(Checkout.sparkSkipping()), arguments));
    }

    /** Returns the version of Spark. */
    public String version() {
        return version;
    }

    /**
     * Makes the files in a folder known as a table, whose columns are those of its files.
     *
     * @param format as Spark calls it: one whose files know their columns
     */
    public void createTable(String name, String format, String location) throws IOException {
        createTable(name, format, ',', location, "-");
    }

    /**
     * Makes the files in a folder known as a table.
     *
     * @param format as Spark calls it
     * @param separator of columns, in CSV
     * @param schema the columns in Spark's DDL; those of Parquet and ORC are read from a file
     */
    public void createTable(String name, String format, char separator, String location, String schema)
            throws IOException {
        order("TABLE", name, format, String.valueOf(separator), location, schema);
        expect("DONE");
    }

    /**
     * Builds the index of a table.
     *
     * @param indexes what it consists of, as {@code minmax:latitude} or {@code bbox:longitude,latitude;boxes=64}; if there are
     *     none, what a build chooses
     */
    public void build(String name, String... indexes) throws IOException {
        order(Stream.concat(Stream.of("BUILD", name), Stream.of(indexes)).toArray(String[]::new));
        expect("DONE");
    }

    /** Runs a query; the time is that of Spark, and CPU time is that of its process. */
    public Run run(boolean skipping, String sql) throws IOException {
        RequestLog.Mark mark = requests.mark();
        order("ASK", String.valueOf(skipping), sql);
        List<String> answer = expect("ROWS");
        RequestCounts counts = requests.since(mark);
        return new Run(
                answer.stream().skip(2).map(List::<Object>of).toList(),
                Long.parseLong(answer.get(0)) / 1e9,
                Long.parseLong(answer.get(1)) / 1e9,
                counts);
    }

    private void order(String... words) {
        jvm.order(String.join("\t", words));
    }

    /** Returns the words of an answer after the first one. */
    private List<String> expect(String first) throws IOException {
        List<String> words = List.of(jvm.expect(first).split("\t", -1));
        return words.subList(1, words.size());
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
