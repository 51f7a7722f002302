// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * A row.
 *
 * @param job that wrote it
 * @param vid unique among the rows of a job and a day, in no order
 * @param town rows are in its order, as they are in that of latitude
 * @param energy Wh
 */
record Reading(int job, long vid, String town, double latitude, double longitude, long energy) {}
