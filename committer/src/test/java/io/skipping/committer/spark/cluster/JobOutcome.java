// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import java.util.List;

/**
 * What a driver saw.
 *
 * @param error of the job, or null
 * @param ids of all rows that Spark reads from the destination afterwards, in order
 */
record JobOutcome(String error, List<Long> ids) {}
