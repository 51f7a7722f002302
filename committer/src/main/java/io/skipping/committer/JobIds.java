// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.option.CommitterOptions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;

/**
 * Finds out the job and the attempt of a context. All processes of a job must arrive at the same answer, although the
 * frameworks tell them different things.
 *
 * <p>{@code spark.sql.sources.writeJobUUID} is not used. Spark 4.2 sets it after {@code setupJob}, and if the
 * configuration is not a JobConf, the tasks never see it.
 */
public final class JobIds {
    private JobIds() {}

    /**
     * Returns the job's id, for {@code setupJob}. If the framework has no id for the job, this creates one and stores it
     * in the configuration, which the tasks receive. If the framework has one, this takes out what an earlier job with the same
     * configuration has stored there.
     */
    public static JobId setUp(JobContext context) {
        Configuration configuration = context.getConfiguration();
        if (context.getJobID() != null) {
            configuration.unset(CommitterOptions.GENERATED_JOB_ID);
        } else if (configuration.getTrimmed(CommitterOptions.JOB_ID) == null) {
            configuration.set(CommitterOptions.GENERATED_JOB_ID, JobId.random().value());
        }
        return of(context);
    }

    /**
     * Returns the job's id, after {@link #setUp}.
     *
     * @throws IllegalArgumentException if the option has an id that cannot be one
     * @throws IllegalStateException if nobody gave the job an id
     */
    public static JobId of(JobContext context) {
        return of(context.getConfiguration(), context.getJobID());
    }

    private static JobId of(Configuration configuration, JobID hadoopId) {
        String given = configuration.getTrimmed(CommitterOptions.JOB_ID);
        if (given != null) {
            try {
                return new JobId(given);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("%s: %s".formatted(CommitterOptions.JOB_ID, e.getMessage()), e);
            }
        }
        String generated = configuration.getTrimmed(CommitterOptions.GENERATED_JOB_ID);
        // what setUp takes out of its own configuration may still be in that of the tasks of a submitted job
        boolean isOfAnother = hadoopId != null && HadoopJob.isSubmitted(configuration);
        if (generated != null && !isOfAnother) {
            return new JobId(generated);
        }
        if (hadoopId == null) {
            throw new IllegalStateException(
                    "The job has no id: the framework gave none, and neither is %s set nor was setupJob called"
                            .formatted(CommitterOptions.JOB_ID));
        }
        return JobId.ofHadoop(hadoopId.toString());
    }

    /** Returns whether the user has given the job its id, so that an earlier job may have had it. */
    static boolean isGivenByUser(JobContext context) {
        return context.getConfiguration().getTrimmed(CommitterOptions.JOB_ID) != null;
    }

    /** Returns where the id comes from, for people who read a manifest. */
    static String source(JobContext context) {
        if (isGivenByUser(context)) {
            return CommitterOptions.JOB_ID;
        }
        return context.getConfiguration().getTrimmed(CommitterOptions.GENERATED_JOB_ID) != null
                ? "generated"
                : "JobContext";
    }

    /** Returns the attempt of a task that a context is of; throws as {@link #of} does. */
    public static Attempt attempt(TaskAttemptContext context) {
        TaskAttemptID id = context.getTaskAttemptID();
        TaskID task = id.getTaskID();
        char type = Character.toLowerCase(TaskID.getRepresentingCharacter(task.getTaskType()));
        return new Attempt(of(context.getConfiguration(), id.getJobID()), new TaskId(type, task.getId()), id.getId());
    }
}
