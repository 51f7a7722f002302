// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

/**
 * What a store would send that knows the answer: the rows that meet a condition, or of these what a query needs, and nothing else.
 *
 * @param rows that meet the condition
 * @param rowBytes of those rows as lines of text
 * @param columnBytes of what is needed of them, as lines of text
 */
record Oracle(long rows, long rowBytes, long columnBytes) {}
