// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * Describes a row.
 *
 * @param job number of the job that wrote it
 * @param vid unique among the rows of one job and day, unordered
 * @param town rows are ordered by town, and also by latitude
 * @param energy in Wh
 */
record Reading(int job, long vid, String town, double latitude, double longitude, long energy) {}
