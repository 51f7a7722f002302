// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.OptionalLong;

/**
 * Maps millions of paths to numbers. It stores 128 bits of each path's SHA-256 instead of the path. A collision among a
 * million paths is less likely than a failure of the machine.
 */
public final class PathSet {
    private static final int INITIAL_SLOTS = 16;
    private static final int MAX_SLOTS = 1 << 29;

    // slot i has its hash in [2i, 2i + 1]; a number of 0 marks a free slot
    private long[] hashes = new long[2 * INITIAL_SLOTS];
    private long[] numbers = new long[INITIAL_SLOTS];
    private int size;

    /**
     * Returns the maximum bytes of memory that a number of paths takes. While the table grows, this includes the
     * previous table.
     */
    public static long maxBytes(long paths) {
        if (paths > MAX_SLOTS) {
            return Long.MAX_VALUE;
        }
        long slots = Math.max(INITIAL_SLOTS, 2 * Long.highestOneBit(Math.max(1, 2 * paths)));
        return 3 * Long.BYTES * (slots + slots / 2);
    }

    /**
     * Adds a path. The largest number given for a path is kept.
     *
     * @param number must be positive
     */
    public void add(String path, long number) {
        if (number <= 0) {
            throw new IllegalArgumentException("%d is not positive".formatted(number));
        }
        if (size * 2 >= numbers.length) {
            grow();
        }
        ByteBuffer hash = hash(path);
        put(hash.getLong(), hash.getLong(), number);
    }

    /** Returns the largest number that was given for a path; empty if it was not added. */
    public OptionalLong number(String path) {
        ByteBuffer hash = hash(path);
        long number = numbers[slot(hash.getLong(), hash.getLong())];
        return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /** Returns whether a path was added. */
    public boolean contains(String path) {
        return number(path).isPresent();
    }

    /** Returns the number of different paths. */
    public int size() {
        return size;
    }

    private void put(long first, long second, long number) {
        int slot = slot(first, second);
        if (numbers[slot] == 0) {
            hashes[2 * slot] = first;
            hashes[2 * slot + 1] = second;
            size++;
        }
        numbers[slot] = Math.max(numbers[slot], number);
    }

    private int slot(long first, long second) {
        int mask = numbers.length - 1;
        for (int slot = (int) first & mask; ; slot = slot + 1 & mask) {
            if (numbers[slot] == 0 || hashes[2 * slot] == first && hashes[2 * slot + 1] == second) {
                return slot;
            }
        }
    }

    private void grow() {
        if (numbers.length >= MAX_SLOTS) {
            throw new IllegalStateException(
                    "The manifest has more than %,d objects, which is too many for one".formatted(size));
        }
        long[] oldHashes = hashes;
        long[] oldNumbers = numbers;
        hashes = new long[2 * oldHashes.length];
        numbers = new long[2 * oldNumbers.length];
        size = 0;
        for (int slot = 0; slot < oldNumbers.length; slot++) {
            if (oldNumbers[slot] != 0) {
                put(oldHashes[2 * slot], oldHashes[2 * slot + 1], oldNumbers[slot]);
            }
        }
    }

    private static ByteBuffer hash(String path) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(path.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("Every Java has SHA-256", e);
        }
    }
}
