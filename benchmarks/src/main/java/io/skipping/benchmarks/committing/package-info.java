// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Measures what committers cost: real Spark jobs, each Spark in a JVM of its own, against an S3 endpoint that counts
 * requests and that can be slowed down.
 */
package io.skipping.benchmarks.committing;
