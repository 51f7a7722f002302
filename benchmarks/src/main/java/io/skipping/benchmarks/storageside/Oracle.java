// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

/**
 * Holds what an ideal store would send: only the rows that meet a condition, or only the needed columns of these rows.
 *
 * @param rows number of rows that meet the condition
 * @param rowBytes bytes of those rows as lines of text
 * @param columnBytes bytes of their needed columns as lines of text
 */
record Oracle(long rows, long rowBytes, long columnBytes) {}
