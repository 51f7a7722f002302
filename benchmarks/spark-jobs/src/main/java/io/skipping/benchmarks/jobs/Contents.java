// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

/**
 * What a data set holds.
 *
 * @param count of records or lines
 * @param checksum the same in whichever order they are
 * @param ordered whether records are in the order of their keys; lines are never asked
 */
record Contents(long count, long checksum, boolean ordered) {
    /** As answers have it. */
    @Override
    public String toString() {
        return "%d %d %b".formatted(count, checksum, ordered);
    }
}
