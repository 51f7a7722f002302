// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.util.Objects.requireNonNull;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Has tasks write straight to the destination, under names that say which attempt wrote them, and publishes a manifest of those that count.
 *
 * <p>The name goes in by {@code mapreduce.output.basename}, which output formats read after they asked for their committer. Nothing is
 * kept in memory from one step to the next, as each may be done by another process.
 */
public class AttemptNamingCommitter extends PathOutputCommitter {
    private static final String BASE_NAME = "mapreduce.output.basename";
    private static final String DEFAULT_BASE_NAME = "part";

    /** Set by the submission of a job to MapReduce, and by nothing else. */
    private static final String SUBMITTED_BY = "mapreduce.job.submithostname";

    private final Path outputPath;
    private final HadoopJob job;
    private final TaskAttemptContext context;
    private volatile boolean asked;

    public AttemptNamingCommitter(Path outputPath, TaskAttemptContext context) throws IOException {
        super(outputPath, context);
        Configuration configuration = context.getConfiguration();
        this.outputPath = requireNonNull(outputPath, "outputPath")
                .getFileSystem(configuration)
                .makeQualified(outputPath);
        this.job = new HadoopJob(this.outputPath, configuration);
        this.context = context;
        nameOutput(context);
    }

    private static void nameOutput(TaskAttemptContext context) {
        Configuration configuration = context.getConfiguration();
        Attempt attempt = JobIds.attempt(context);
        // a driver's may get here, from where its tasks replace it by theirs
        configuration.set(
                BASE_NAME, AttemptNames.name(configuration.getTrimmed(BASE_NAME, DEFAULT_BASE_NAME), attempt));
    }

    @Override
    public Path getOutputPath() {
        return outputPath;
    }

    @Override
    public Path getWorkPath() {
        asked = true;
        // the name is read next; meanwhile another attempt may have put its own into a configuration that they share
        nameOutput(context);
        return outputPath;
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
        job.setUp(context);
    }

    @Override
    public void setupTask(TaskAttemptContext context) {
        nameOutput(context);
    }

    /**
     * Only a map task of a MapReduce job whose output its reducers write has nothing to commit; of others it can't be known without asking the
     * store.
     */
    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
        Configuration configuration = context.getConfiguration();
        boolean submitted = configuration.get(SUBMITTED_BY) != null;
        boolean reduced = context.getTaskAttemptID().getTaskType() == TaskType.MAP && context.getNumReduceTasks() > 0;
        return asked || !submitted || !reduced;
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
        job.commitTask(JobIds.attempt(context), Optional.empty());
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
        job.abortTask(JobIds.attempt(context));
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
        job.commit(context);
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
        job.abort(context);
    }

    @Override
    public boolean isCommitJobRepeatable(JobContext context) {
        return true;
    }

    @Override
    public boolean isRecoverySupported(JobContext context) {
        return true;
    }

    /** What an attempt of an earlier application master committed is committed. */
    @Override
    public void recoverTask(TaskAttemptContext context) throws IOException {
        job.recoverTask(JobIds.attempt(context));
    }

    @Override
    public String toString() {
        return "AttemptNamingCommitter{%s}".formatted(outputPath);
    }
}
