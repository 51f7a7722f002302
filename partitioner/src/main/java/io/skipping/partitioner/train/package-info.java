// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Trains models from a sample of records and a history of queries. docs/partitioner.md describes how cuts are chosen,
 * and proves the promised balance.
 *
 * <p>Everything here works on <em>ranks</em>: in each column, the sample's distinct values are numbered in order from
 * 0, so that one kind of comparison serves all types.
 */
package io.skipping.partitioner.train;
