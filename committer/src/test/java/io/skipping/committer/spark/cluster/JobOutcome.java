// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import java.util.List;

/**
 * What came of a job.
 *
 * @param error of one that writes, or null
 * @param ids of all rows that one which reads has seen, in order
 */
record JobOutcome(String error, List<Long> ids) {}
