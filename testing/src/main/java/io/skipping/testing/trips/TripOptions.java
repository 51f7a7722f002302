// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

/**
 * Says what to generate. The same options give the same bytes.
 *
 * @param seed determines everything that is random
 * @param objects the number of objects, which divide a year among them
 * @param rows the number of trips in each
 */
public record TripOptions(long seed, int objects, int rows) {
    public TripOptions {
        if (objects < 1 || rows < 1) {
            throw new IllegalArgumentException("%d objects of %d trips: give at least 1".formatted(objects, rows));
        }
    }
}
