// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.JobId;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.stage.Abort;
import io.skipping.committer.stage.JobCommit;
import io.skipping.committer.stage.JobCommit.Start;
import io.skipping.committer.stage.JobInfo;
import io.skipping.committer.stage.Publisher;
import io.skipping.committer.stage.RecordedJob;
import io.skipping.committer.stage.RecordedJob.Tasks;
import io.skipping.committer.stage.TaskMessages;
import io.skipping.committer.stage.TaskRecords;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.Store;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the steps of a job that goes through a Hadoop committer of the new or the old API. */
public final class HadoopJob {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopJob.class);

    /** Part of the path that Spark passes when partitions are to be overwritten. */
    private static final String SPARK_STAGING = ".spark-staging-";

    private static final String SPARK_WRITE = "spark.sql.sources.writeJobUUID";

    private static final String SPARK_PACKAGE = "org.apache.spark.";

    /** Names the property for the class of values, which is Spark's own in all its data sources. */
    private static final String VALUE_CLASS = "mapreduce.job.output.value.class";

    private static final String OLD_FORMAT = "mapred.output.format.class";

    private final Path outputPath;
    private final Configuration configuration;

    /**
     * Creates the steps of a job; nothing is read or written yet.
     *
     * @param outputPath the destination, qualified by its file system
     */
    public HadoopJob(Path outputPath, Configuration configuration) {
        this.outputPath = outputPath;
        this.configuration = configuration;
    }

    /** Sets up the job. Writes nothing: the destination appears with its first object. */
    public void setUp(JobContext context) throws IOException {
        // wrong settings should be found before anything is written
        checkOptions();
        refuseDataFrames(context);
        JobId job = JobIds.setUp(context);
        LOG.info("Job {} writes to {}", job, outputPath);
        if (configuration.getInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 1) > 1) {
            // an application master that cannot read what its predecessor did aborts the job and starts all over
            new TaskRecords(store(), job).beginAgain();
            // the tasks of that one began earlier
            context.getConfiguration().unset(CommitterOptions.START_MILLIS);
        } else {
            if (JobIds.isGivenByUser(context)) {
                refuseCommitted(job);
            }
            context.getConfiguration().setLong(CommitterOptions.START_MILLIS, System.currentTimeMillis());
        }
    }

    /** Returns how a job began; empty if it was set up by another process. */
    private static Optional<Start> start(Configuration job) {
        long millis = job.getLong(CommitterOptions.START_MILLIS, 0);
        return millis == 0
                ? Optional.empty()
                : Optional.of(new Start(
                        millis,
                        job.get(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, job.get(OLD_FORMAT, "Its output format"))));
    }

    /**
     * Refuses jobs of Spark's data sources, which go through Spark's own commit protocol to get here. That protocol moves
     * objects of partitions with their own locations after the commit, so no manifest would list them, and in some
     * releases names objects without regard to what the committer asks for, so attempts would share names.
     */
    private void refuseDataFrames(JobContext context) throws IOException {
        Configuration job = context.getConfiguration();
        // Spark's RDD API sets the first as well, but gives its jobs an id
        if (context.getJobID() == null
                && (job.get(SPARK_WRITE) != null || job.get(VALUE_CLASS, "").startsWith(SPARK_PACKAGE))) {
            throw new IOException(
                    "Spark's own commit protocol can't write data frames to %s by this committer: it renames objects, and some releases let attempts share names. Set spark.sql.sources.commitProtocolClass=io.skipping.committer.spark.AttemptNamingCommitProtocol; for Hive tables, which that refuses, set mapreduce.outputcommitter.factory.class=org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory"
                            .formatted(outputPath));
        }
    }

    /** Refuses an id that a job had before: the attempts of this one would overwrite the objects of that one. */
    private void refuseCommitted(JobId job) throws IOException {
        if (RecordedJob.isCommitted(store(), job)) {
            throw new IOException(
                    "A job with the id %s is committed to %s already: two jobs must not have the same id. Set %s to a new one"
                            .formatted(job, outputPath, CommitterOptions.JOB_ID));
        }
    }

    private void checkOptions() throws IOException {
        CommitterOptions.mode(configuration);
        CommitterOptions.deletesReplaced(configuration);
        store();
        if (outputPath.getName().startsWith(SPARK_STAGING)) {
            throw new IOException(
                    "Spark asks for a dynamic partition overwrite of %s, which it does by renames. Set spark.sql.sources.commitProtocolClass=io.skipping.committer.spark.AttemptNamingCommitProtocol, which does it without"
                            .formatted(outputPath.getParent()));
        }
    }

    private Store store() throws IOException {
        return HadoopStore.at(outputPath, configuration);
    }

    /**
     * Commits an attempt of a task.
     *
     * @param objects the names of the objects that it wrote, if they are known
     * @throws IOException if it failed, or if the attempt was aborted before
     */
    public void commitTask(Attempt attempt, Optional<List<String>> objects) throws IOException {
        if (TaskMessages.canSend()) {
            TaskMessages.commit(outputPath.toString(), attempt, objects);
        } else {
            new TaskRecords(store(), attempt.job()).commit(attempt);
        }
        LOG.debug("Attempt {} is committed", attempt);
    }

    /**
     * Accepts an attempt that an earlier application master has seen.
     *
     * @throws IOException if it did not commit
     */
    public void recoverTask(Attempt attempt) throws IOException {
        Store store = store();
        // the previous application master may have begun to delete the records
        if (!new TaskRecords(store, attempt.job()).isCommitted(attempt)
                && !RecordedJob.isCommitted(store, attempt.job())) {
            throw new IOException(
                    "Attempt %s can't be recovered: it did not commit to %s".formatted(attempt, outputPath));
        }
    }

    /** Aborts an attempt and deletes its objects, unless its job counts it and is being committed. */
    public void abortTask(Attempt attempt) throws IOException {
        if (TaskMessages.canSend()) {
            if (TaskMessages.abort(outputPath.toString(), attempt)) {
                new Abort(store(), attempt.job()).objectsOfAttempt(attempt);
            } else {
                LOG.warn("Attempt {} can't be aborted: its job counts it, and is being committed", attempt);
            }
        } else {
            new Abort(store(), attempt.job()).attempt(attempt);
        }
    }

    /**
     * Marks a job that this process is committing or aborting. Hadoop's application master aborts a job that is killed
     * while another thread commits it. Such an abort would find no manifest that lists the objects and delete them, and
     * then the manifest's PUT would arrive. So one waits for the other.
     */
    private record Ending(Path outputPath, JobId job) implements AutoCloseable {
        /** Static, because each step of a job may have another committer. */
        private static final Set<Ending> ALL = new HashSet<>();

        static Ending of(Path outputPath, JobId job) throws InterruptedIOException {
            Ending ending = new Ending(outputPath, job);
            synchronized (ALL) {
                while (!ALL.add(ending)) {
                    try {
                        ALL.wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new InterruptedIOException(
                                "Interrupted while another thread commits or aborts job %s in %s"
                                        .formatted(job, outputPath));
                    }
                }
            }
            return ending;
        }

        @Override
        public void close() {
            synchronized (ALL) {
                ALL.remove(this);
                ALL.notifyAll();
            }
        }
    }

    /**
     * Commits the job: publishes what its committed attempts have written.
     *
     * @throws IOException if that failed, or if it is unknown whether it did; it can be repeated then
     */
    public void commit(JobContext context) throws IOException {
        try (Ending ending = Ending.of(outputPath, JobIds.of(context))) {
            commit(context, ending.job());
        }
    }

    private void commit(JobContext context, JobId job) throws IOException {
        Store store = store();
        JobCommit commit = new JobCommit(
                store,
                job,
                new Publisher(store, CommitterOptions.publishTimeout(configuration)),
                CommitterOptions.deletesReplaced(configuration),
                start(context.getConfiguration()));
        Mode mode = CommitterOptions.mode(configuration);
        JobInfo info = new JobInfo(JobIds.source(context), context.getJobName());
        Optional<Map<Attempt, Optional<List<String>>>> told = TaskMessages.committed(outputPath.toString(), job);
        if (told.isPresent()) {
            if (mode == Mode.APPEND && told.get().values().stream().allMatch(Optional::isPresent)) {
                List<String> objects = told.get().values().stream()
                        .flatMap(Optional::stream)
                        .flatMap(List::stream)
                        .toList();
                boolean verified = CommitterOptions.verifies(configuration);
                commit.commitObjects(objects, Set.of(), Overwrite.nothing(), verified, info);
            } else {
                commit.commitAttempts(told.get().keySet(), mode, info);
            }
            TaskMessages.forget(outputPath.toString(), job);
        } else {
            new RecordedJob(store, job, commit, mode).commit(info, needed(context));
        }
    }

    /** Returns whether a job was submitted to MapReduce, as opposed to one of Spark or of another user of the committer. */
    public static boolean isSubmitted(Configuration job) {
        return job.get(MRJobConfig.JOB_SUBMITHOST) != null;
    }

    /** Returns the tasks that write the output of a job that was submitted to MapReduce; empty if some of them may fail. */
    private static Optional<Tasks> needed(JobContext context) {
        Configuration submitted = context.getConfiguration();
        int reduces = context.getNumReduceTasks();
        String mayFail = reduces > 0 ? MRJobConfig.REDUCE_FAILURES_MAXPERCENT : MRJobConfig.MAP_FAILURES_MAX_PERCENT;
        return !isSubmitted(submitted) || submitted.getInt(mayFail, 0) > 0
                ? Optional.empty()
                : Optional.of(
                        reduces > 0
                                ? new Tasks('r', reduces)
                                : new Tasks('m', submitted.getInt(MRJobConfig.NUM_MAPS, 0)));
    }

    /**
     * Aborts the job and deletes its objects.
     *
     * @throws IOException also if the job is committed
     */
    public void abort(JobContext context) throws IOException {
        try (Ending ending = Ending.of(outputPath, JobIds.of(context))) {
            TaskMessages.forget(outputPath.toString(), ending.job());
            int deleted = new Abort(store(), ending.job()).job();
            LOG.info("Job {} is aborted; {} objects of it were deleted in {}", ending.job(), deleted, outputPath);
        }
    }
}
