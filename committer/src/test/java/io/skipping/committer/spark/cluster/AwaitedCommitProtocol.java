// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import io.skipping.committer.spark.AttemptNamingCommitProtocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import scala.collection.immutable.Seq;

/** Commits a job when it is told to, so that it is known which requests are the commit's. */
public final class AwaitedCommitProtocol extends AttemptNamingCommitProtocol {
    public AwaitedCommitProtocol(String jobId, String path, boolean dynamicPartitionOverwrite) {
        super(jobId, path, dynamicPartitionOverwrite);
    }

    @Override
    public void commitJob(JobContext context, Seq<TaskCommitMessage> messages) {
        try {
            ClusterDriver.awaitCommit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        super.commitJob(context, messages);
    }
}
