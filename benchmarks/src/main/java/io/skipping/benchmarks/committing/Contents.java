// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

/**
 * Summarises the contents of a data set.
 *
 * @param count number of records, lines or rows
 * @param checksum does not depend on the order of them
 * @param ordered whether records are in the order of their keys; of answers of queries, whether each query has some
 */
public record Contents(long count, long checksum, boolean ordered) {
    boolean holdsTheSameAs(Contents other) {
        return count == other.count && checksum == other.checksum;
    }
}
