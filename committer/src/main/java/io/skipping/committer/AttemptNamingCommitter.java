// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.util.Objects.requireNonNull;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.OutputNames;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Lets tasks write straight to the destination, under names that identify the attempt that wrote them, and publishes a
 * manifest that lists the objects that count.
 *
 * <p>The names are set through {@code mapreduce.output.basename}, which output formats read after they have asked for
 * their committer. A job's commit fails if a format has named its files by anything else.
 *
 * <p>No state is kept in memory from one step to the next, because each may run in another process. The one exception is
 * of a task, whose steps all run in one.
 */
public class AttemptNamingCommitter extends PathOutputCommitter {
    private static final String BASE_NAME = "mapreduce.output.basename";

    /** Names the property that Avro's output formats read instead. */
    private static final String AVRO_BASE_NAME = "avro.mo.config.namedOutput";

    private static final String DEFAULT_BASE_NAME = "part";

    /**
     * Attempts of this process that were told where to write. It is static, because a task may have several committers:
     * MultipleOutputs has its own, and the task asks another one whether there is anything to commit.
     */
    private static final Set<Writer> WRITERS = ConcurrentHashMap.newKeySet();

    private final Path outputPath;
    private final HadoopJob job;
    private final TaskAttemptContext context;

    private record Writer(TaskAttemptID attempt, Path outputPath) {}

    /**
     * Creates the committer of a task attempt, and sets the base name of its output.
     *
     * @param outputPath the destination
     */
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

    /** @throws IOException if the job has chosen a base name under which its objects could not count */
    private void nameOutput(TaskAttemptContext context) throws IOException {
        Configuration configuration = context.getConfiguration();
        Attempt attempt = JobIds.attempt(context);
        for (String property : List.of(BASE_NAME, AVRO_BASE_NAME)) {
            // the driver's name may be set here; its tasks replace it by their own
            String base = AttemptNames.withoutAttempt(configuration.getTrimmed(property, DEFAULT_BASE_NAME));
            String name = AttemptNames.name(base, attempt);
            OutputNames.check(outputPath, base, configuration);
            configuration.set(property, name);
        }
    }

    @Override
    public Path getOutputPath() {
        return outputPath;
    }

    @Override
    public Path getWorkPath() throws IOException {
        WRITERS.add(writer(context));
        // the name is read next; another attempt may have put its own into a shared configuration in the meantime
        nameOutput(context);
        return outputPath;
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
        job.setUp(context);
    }

    @Override
    public void setupTask(TaskAttemptContext context) throws IOException {
        nameOutput(context);
    }

    /**
     * Returns false only for a map task of a MapReduce job whose reducers write the output. For other tasks, only the
     * store knows whether there is anything to commit.
     */
    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
        boolean submitted = HadoopJob.isSubmitted(context.getConfiguration());
        boolean reduced = context.getTaskAttemptID().getTaskType() == TaskType.MAP && context.getNumReduceTasks() > 0;
        return !submitted || !reduced || WRITERS.contains(writer(context));
    }

    private Writer writer(TaskAttemptContext context) {
        return new Writer(context.getTaskAttemptID(), outputPath);
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
        job.commitTask(JobIds.attempt(context), Optional.empty());
        WRITERS.remove(writer(context));
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
        WRITERS.remove(writer(context));
        job.abortTask(JobIds.attempt(context));
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
        try {
            job.commit(context);
        } finally {
            restoreNames(context);
        }
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
        try {
            job.abort(context);
        } finally {
            restoreNames(context);
        }
    }

    /**
     * Takes the attempt out of the base names. A driver of Spark may use one configuration for several jobs, and the next one may
     * have another committer: its output would seem to be that of an attempt which no manifest lists.
     */
    private void restoreNames(JobContext ofJob) {
        for (Configuration configuration : List.of(ofJob.getConfiguration(), context.getConfiguration())) {
            for (String property : List.of(BASE_NAME, AVRO_BASE_NAME)) {
                String base = AttemptNames.withoutAttempt(configuration.getTrimmed(property, DEFAULT_BASE_NAME));
                if (base.equals(DEFAULT_BASE_NAME)) {
                    configuration.unset(property);
                } else {
                    configuration.set(property, base);
                }
            }
        }
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
        job.recoverTask(JobIds.attempt(context));
    }

    @Override
    public String toString() {
        return "AttemptNamingCommitter{%s}".formatted(outputPath);
    }
}
