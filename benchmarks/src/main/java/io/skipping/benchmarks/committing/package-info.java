// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What committers cost: real Spark jobs, each Spark in a JVM of its own, against an S3 endpoint that counts and that can be slow. */
package io.skipping.benchmarks.committing;
