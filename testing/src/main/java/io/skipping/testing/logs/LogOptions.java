// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.logs;

/**
 * Says what to generate. The same options give the same bytes.
 *
 * @param seed determines everything that is random
 * @param objects the number of objects
 * @param bytes the size of an object; the last line may exceed it by some hundred bytes
 */
public record LogOptions(long seed, int objects, int bytes) {
    public LogOptions {
        if (objects < 1 || bytes < 1) {
            throw new IllegalArgumentException("%d objects of %d bytes: give at least 1".formatted(objects, bytes));
        }
    }
}
