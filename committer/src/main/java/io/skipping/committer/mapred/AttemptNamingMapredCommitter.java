// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.mapred;

import io.skipping.committer.HadoopJob;
import io.skipping.committer.JobIds;
import io.skipping.committer.name.Attempt;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * Commits the output of Hadoop's old API. Set it as {@code mapred.output.committer.class}. In that API, the framework
 * makes the names and no property changes them, so {@code setupTask} inserts {@link AttemptNamingOutputFormat} in front
 * of the task's output format.
 */
public class AttemptNamingMapredCommitter extends OutputCommitter {
    private static HadoopJob job(org.apache.hadoop.mapreduce.JobContext context) throws IOException {
        JobConf configuration = (JobConf) context.getConfiguration();
        Path outputPath = FileOutputFormat.getOutputPath(configuration);
        if (outputPath == null) {
            throw new IOException(
                    "The job has no output path. A job without output needs another mapred.output.committer.class than %s"
                            .formatted(AttemptNamingMapredCommitter.class.getName()));
        }
        return new HadoopJob(outputPath.getFileSystem(configuration).makeQualified(outputPath), configuration);
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
        job(context).setUp(context);
    }

    @Override
    public void setupTask(TaskAttemptContext context) {
        AttemptNamingOutputFormat.insert(context.getJobConf(), JobIds.attempt(context));
    }

    /** Returns false only for a map task of a MapReduce job whose reducers write the output. */
    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
        boolean submitted = HadoopJob.isSubmitted(context.getJobConf());
        boolean reduced = context.getTaskAttemptID().getTaskType() == TaskType.MAP && context.getNumReduceTasks() > 0;
        return !submitted || !reduced;
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
        job(context).commitTask(JobIds.attempt(context), AttemptNamingOutputFormat.objects(context.getJobConf()));
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
        job(context).abortTask(JobIds.attempt(context));
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
        job(context).commit(context);
    }

    @Override
    public void abortJob(JobContext context, int status) throws IOException {
        job(context).abort(context);
    }

    @Override
    public boolean isCommitJobRepeatable(JobContext context) {
        return true;
    }

    @Override
    public boolean isRecoverySupported(JobContext context) {
        return true;
    }

    /** Accepts the attempt if an earlier application master's attempt committed it. */
    @Override
    public void recoverTask(TaskAttemptContext context) throws IOException {
        Attempt attempt = JobIds.attempt(context);
        job(context).recoverTask(attempt);
    }
}
