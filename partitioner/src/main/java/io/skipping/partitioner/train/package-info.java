// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Training: from a sample of records and a history of queries to a model. docs/partitioner.md says how cuts are chosen, and
 * proves what balance is promised.
 *
 * <p>Everything here works on <em>ranks</em>: in each column the sample's different values are numbered in their order,
 * from 0, so that one kind of comparison serves all types.
 */
package io.skipping.partitioner.train;
