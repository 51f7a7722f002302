// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The committer for Hadoop's old API, which Spark's {@code saveAsTextFile} and friends use to this day. */
package io.skipping.committer.mapred;
