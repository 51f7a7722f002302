// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

/** How much went wrong in a driver's jobs, as Spark counts it. */
record Troubles(int failedAttempts, int speculativeAttempts, int lostExecutors) {}
