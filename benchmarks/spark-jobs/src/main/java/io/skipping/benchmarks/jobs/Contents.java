// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

/**
 * Summarises the contents of a data set.
 *
 * @param count number of records or lines
 * @param checksum does not depend on the order of the records or lines
 * @param ordered whether records are in the order of their keys; of answers of queries, whether each query has some;
 *     meaningless for lines and tables
 */
record Contents(long count, long checksum, boolean ordered) {
    /** Returns the contents in the form in which answers give them. */
    @Override
    public String toString() {
        return "%d %d %b".formatted(count, checksum, ordered);
    }
}
