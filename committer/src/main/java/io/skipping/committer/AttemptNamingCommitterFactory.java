// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Creates {@link AttemptNamingCommitter}s. Set it as {@code mapreduce.outputcommitter.factory.class}, or as {@code
 * mapreduce.outputcommitter.factory.scheme.s3a} for one kind of store, and jobs write straight to their destinations.
 */
public class AttemptNamingCommitterFactory extends PathOutputCommitterFactory {
    @Override
    public PathOutputCommitter createOutputCommitter(Path outputPath, TaskAttemptContext context) throws IOException {
        // a job without output commits nothing, as with Hadoop's own committer
        return outputPath == null
                ? createFileOutputCommitter(null, context)
                : new AttemptNamingCommitter(outputPath, context);
    }
}
