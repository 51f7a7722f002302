// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

/**
 * What a data set holds.
 *
 * @param count of records or lines
 * @param checksum the same in whichever order they are
 * @param ordered whether records are in the order of their keys
 */
public record Contents(long count, long checksum, boolean ordered) {
    boolean holdsTheSameAs(Contents other) {
        return count == other.count && checksum == other.checksum;
    }
}
