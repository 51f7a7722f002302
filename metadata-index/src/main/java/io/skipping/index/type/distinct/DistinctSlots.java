// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** The hash table of a set whose elements are stored elsewhere, one after the other, in insertion order. */
final class DistinctSlots {
    private static final int INITIAL_SLOTS = 32;

    /** number of the element plus one; 0 is a free slot */
    private int[] slots = new int[INITIAL_SLOTS];

    private long[] hashes = new long[INITIAL_SLOTS / 2];
    private int size;

    /**
     * Adds an element.
     *
     * @param isElement returns whether the element with this number equals the one to add
     * @return whether it is new; its number is then {@code size() - 1}
     */
    boolean add(long hash, IntPredicate isElement) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != 0) {
            int element = slots[slot] - 1;
            if (hashes[element] == hash && isElement.test(element)) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        if (size == hashes.length) {
            grow();
            hashes[size] = hash;
            insert(size);
        } else {
            hashes[size] = hash;
            slots[slot] = size + 1;
        }
        size++;
        return true;
    }

    int size() {
        return size;
    }

    long retainedBytes() {
        return 4L * slots.length + 8L * hashes.length;
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        slots = new int[2 * slots.length];
        for (int element = 0; element < size; element++) {
            insert(element);
        }
    }

    private void insert(int element) {
        int mask = slots.length - 1;
        int slot = (int) hashes[element] & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = element + 1;
    }
}
