// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.committer.spark.cluster.JobSpec.Fate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerSpeculativeTaskSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs a Spark driver in a process of its own, with Spark's settings as system properties. It is told jobs line by line,
 * and answers line by line.
 */
public final class ClusterDriver {
    static final String ANSWER = "answer: ";
    static final String COMMITTING = "committing";
    static final String GO_ON = "go on";
    static final String TROUBLES = "troubles";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long STALL_MILLIS = 400;

    private static PrintStream answers;
    private static BufferedReader orders;

    private final SparkSession spark;
    private final Counter counter = new Counter();

    private ClusterDriver(SparkSession spark) {
        this.spark = spark;
        spark.sparkContext().addSparkListener(counter);
    }

    public static void main(String[] args) throws Exception {
        answers = System.out;
        // whatever else is printed does not go between
        System.setOut(System.err);
        orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        SparkSession session = SparkSession.builder().getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        ClusterDriver driver = new ClusterDriver(session);
        answer("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            answer(
                    order.equals(TROUBLES)
                            ? JSON.writeValueAsString(driver.counter.troubles())
                            : JSON.writeValueAsString(driver.run(JSON.readValue(order, JobSpec.class))));
        }
        session.stop();
    }

    private static synchronized void answer(String text) {
        answers.println(ANSWER + text);
        answers.flush();
    }

    /** Says that a job is about to be committed, and waits until it may be. */
    static void awaitCommit() throws IOException {
        answer(COMMITTING);
        String order = orders.readLine();
        if (!GO_ON.equals(order)) {
            throw new IOException("not to be committed: " + order);
        }
    }

    private JobOutcome run(JobSpec job) throws IOException {
        if (job.mode().equals(JobSpec.READ_ONLY)) {
            return new JobOutcome(null, read(job));
        }
        try {
            write(job);
            return new JobOutcome(null, List.of());
        } catch (Exception e) {
            return new JobOutcome(e.toString(), List.of());
        }
    }

    private void write(JobSpec job) {
        Dataset<Row> rows = spark.range(job.from(), job.to(), 1, job.tasks())
                .mapPartitions(new TroubledRows(job), Encoders.LONG())
                .toDF("id");
        if (job.format().equals("rdd")) {
            rows.as(Encoders.LONG()).javaRDD().map(String::valueOf).saveAsTextFile(job.destination());
            return;
        }
        boolean dynamic = job.mode().equals("dynamic");
        var writer = rows.withColumn("day", col("id").mod(lit(JobSpec.DAYS)))
                .write()
                .format(job.format())
                .mode(dynamic ? "overwrite" : job.mode())
                .option("partitionOverwriteMode", dynamic ? "dynamic" : "static")
                .option("maxRecordsPerFile", job.rowsPerFile());
        (job.partitioned() ? writer.partitionBy("day") : writer).save(job.destination());
    }

    private List<Long> read(JobSpec job) throws IOException {
        Path destination = new Path(job.destination());
        if (!destination
                .getFileSystem(spark.sparkContext().hadoopConfiguration())
                .exists(destination)) {
            return List.of();
        }
        return spark
                .read()
                .format(job.format().equals("rdd") ? "csv" : job.format())
                .schema("id long")
                .load(job.destination())
                .select("id")
                .as(Encoders.LONG())
                .collectAsList()
                .stream()
                .sorted()
                .toList();
    }

    /** Passes rows on, unless the attempt's fate is another. */
    private record TroubledRows(JobSpec job) implements MapPartitionsFunction<Long, Long> {
        @Override
        public Iterator<Long> call(Iterator<Long> rows) {
            TaskContext task = TaskContext.get();
            Fate fate = job.fate(task.partitionId(), task.attemptNumber());
            long middle = (job.to() - job.from()) / job.tasks() / 2;
            return new Iterator<>() {
                private long count;

                @Override
                public boolean hasNext() {
                    boolean hasNext = rows.hasNext();
                    if (!hasNext && fate == Fate.FAILS_LATE) {
                        throw new IllegalStateException("the task fails at its end, by a test");
                    }
                    return hasNext;
                }

                @Override
                public Long next() {
                    if (count++ == middle) {
                        befall(fate);
                    }
                    return rows.next();
                }
            };
        }

        private static void befall(Fate fate) {
            switch (fate) {
                case FAILS -> throw new IllegalStateException("the task fails, by a test");
                case STALLS -> stall();
                case KILLED -> killSelf();
                case FINE, FAILS_LATE -> {}
            }
        }

        /** Time is what a slow task takes; it does not hear that another was faster. */
        private static void stall() {
            long end = System.nanoTime() + STALL_MILLIS * 1_000_000;
            boolean interrupted = false;
            for (long left = STALL_MILLIS; left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                try {
                    Thread.sleep(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private static void killSelf() {
            try {
                new ProcessBuilder(
                                "kill",
                                "-9",
                                String.valueOf(ProcessHandle.current().pid()))
                        .start()
                        .waitFor();
                throw new AssertionError("killed, and still there");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class Counter extends SparkListener {
        private int failed;
        private int speculative;
        private int lost;

        @Override
        public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
            failed += end.taskInfo().failed() ? 1 : 0;
        }

        @Override
        public synchronized void onSpeculativeTaskSubmitted(SparkListenerSpeculativeTaskSubmitted submitted) {
            speculative++;
        }

        @Override
        public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
            lost++;
        }

        synchronized Troubles troubles() {
            return new Troubles(failed, speculative, lost);
        }
    }
}
