// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Implements the committer for Hadoop's old API, which Spark's {@code saveAsTextFile} and similar methods still use.
 */
package io.skipping.committer.mapred;
