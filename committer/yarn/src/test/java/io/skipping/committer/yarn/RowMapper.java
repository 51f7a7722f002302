// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the lines that it reads, and fares as it is fated to. */
public class RowMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private static final int ROWS_BEFORE_TROUBLE = 20;

    private int rows;

    @Override
    protected void map(LongWritable position, Text line, Context context) throws IOException, InterruptedException {
        context.write(line, NullWritable.get());
        rows++;
        if (rows == ROWS_BEFORE_TROUBLE) {
            switch (Fate.of(context.getTaskAttemptID(), context.getConfiguration())) {
                case FAILS -> throw new IOException("the task fails in mid-write, by a test");
                case KILLED -> killThisProcess();
                // reports by another thread that it lives
                case STALLS -> new CountDownLatch(1).await();
                case FINE, FAILS_LATE, ALWAYS_FAILS -> {}
            }
        }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
        switch (Fate.of(context.getTaskAttemptID(), context.getConfiguration())) {
            case FAILS_LATE, ALWAYS_FAILS -> throw new IOException("the task fails when all is written, by a test");
            case FINE, FAILS, KILLED, STALLS -> {}
        }
    }

    private static void killThisProcess() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-9", String.valueOf(ProcessHandle.current().pid()))
                .start()
                .waitFor();
    }
}
