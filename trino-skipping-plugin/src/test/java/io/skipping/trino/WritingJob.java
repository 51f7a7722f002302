// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.skipping.committer.AttemptNamingCommitterFactory;
import io.skipping.committer.endpoint.QuickLocalFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** A job that writes text through the committer, as a framework would have it do, step by step. */
final class WritingJob {
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final Path destination;
    private final Map<String, String> options;
    private final String id = "2026112100_%04d".formatted(JOBS.incrementAndGet());

    /** @param options of the committer */
    WritingJob(Path destination, Map<String, String> options) {
        this.destination = destination;
        this.options = options;
    }

    /** An attempt at a task. */
    final class Attempt {
        private final TaskAttemptContext context;
        private final PathOutputCommitter committer;

        private Attempt(int task, int attempt) throws IOException {
            Job job = Job.getInstance(new Configuration(false));
            Configuration configuration = job.getConfiguration();
            TaskAttemptID attemptId = TaskAttemptID.forName("attempt_%s_m_%06d_%d".formatted(id, task, attempt));
            configuration.set(MRJobConfig.TASK_ATTEMPT_ID, attemptId.toString());
            configuration.set(
                    PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS, AttemptNamingCommitterFactory.class.getName());
            configuration.set("fs.file.impl", QuickLocalFiles.class.getName());
            configuration.setBoolean("fs.file.impl.disable.cache", true);
            options.forEach(configuration::set);
            org.apache.hadoop.fs.Path output = new org.apache.hadoop.fs.Path(destination.toUri());
            FileOutputFormat.setOutputPath(job, output);
            context = new TaskAttemptContextImpl(configuration, attemptId);
            committer = PathOutputCommitterFactory.createCommitter(output, context);
            committer.setupJob(new JobContextImpl(configuration, attemptId.getJobID()));
            committer.setupTask(context);
        }

        /** Writes an object under the attempt's name. */
        Attempt write(String folder, String content) throws IOException {
            return write(folder, "", content);
        }

        /** @param extension of the object's name, of which an attempt has one object each */
        Attempt write(String folder, String extension, String content) throws IOException {
            String base = context.getConfiguration().get("mapreduce.output.basename");
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(
                    committer.getWorkPath(), folder + FileOutputFormat.getUniqueFile(context, base, extension));
            try (FSDataOutputStream out =
                    file.getFileSystem(context.getConfiguration()).create(file, false)) {
                out.write(content.getBytes(StandardCharsets.UTF_8));
            }
            return this;
        }

        Attempt commit() throws IOException {
            committer.commitTask(context);
            return this;
        }
    }

    Attempt attempt(int task, int attempt) throws IOException {
        return new Attempt(task, attempt);
    }

    void commit() throws IOException {
        Attempt driver = new Attempt(0, 0);
        driver.committer.commitJob(new JobContextImpl(
                driver.context.getConfiguration(),
                driver.context.getTaskAttemptID().getJobID()));
    }
}
