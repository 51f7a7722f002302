// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import java.util.Arrays;

/** Collects longs in a set without boxing: a hash table with open addressing. Not thread-safe. */
public final class DistinctLongs {
    private static final int INITIAL_SLOTS = 32;

    /** 0 is a free slot */
    private long[] slots = new long[INITIAL_SLOTS];

    private boolean hasZero;
    private int size;

    /** Adds a value, and returns whether it was new. */
    public boolean add(long value) {
        if (value == 0) {
            boolean added = !hasZero;
            hasZero = true;
            size += added ? 1 : 0;
            return added;
        }
        if (!insert(value)) {
            return false;
        }
        size++;
        if (2 * size > slots.length) {
            grow();
        }
        return true;
    }

    /** Returns the number of values. */
    public int size() {
        return size;
    }

    /** Removes all values. */
    public void clear() {
        slots = new long[INITIAL_SLOTS];
        hasZero = false;
        size = 0;
    }

    /** Returns all values in no particular order. */
    public long[] values() {
        long[] values = new long[size];
        int count = 0;
        if (hasZero) {
            values[count++] = 0;
        }
        for (long slot : slots) {
            if (slot != 0) {
                values[count++] = slot;
            }
        }
        return values;
    }

    /** Returns all values in ascending order. */
    public long[] sorted() {
        long[] values = values();
        Arrays.sort(values);
        return values;
    }

    /** Returns the approximate heap size in bytes. */
    public long retainedBytes() {
        return 8L * slots.length;
    }

    private boolean insert(long value) {
        int mask = slots.length - 1;
        // the golden ratio spreads keys that differ in few bits; the upper bits of the product are well mixed
        int slot = (int) ((value * 0x9E37_79B9_7F4A_7C15L) >>> 32) & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == value) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = value;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (long slot : old) {
            if (slot != 0) {
                insert(slot);
            }
        }
    }
}
