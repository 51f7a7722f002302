// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ranks;

import java.util.Arrays;

/**
 * Collects the least of many keys, equal keys individually. Memory is bounded: it collects twice as many keys as are
 * wanted, then drops the greater half and rejects all later keys that are not less than every dropped one. Unless keys
 * arrive in descending order, most are rejected by one comparison.
 */
final class OutermostKeys {
    private static final int INITIAL_CAPACITY = 64;
    /** Parts shorter than this are sorted. */
    private static final int FEW = 24;

    private final int wanted;
    private long[] keys = new long[0];
    private int count;
    /** greater keys are not among the wanted ones */
    private long limit = Long.MAX_VALUE;

    /** @param wanted number of keys, at least one */
    OutermostKeys(int wanted) {
        this.wanted = wanted;
    }

    /** Adds keys, with all bits inverted if {@code flip} is -1, and unchanged if it is 0. */
    void add(long[] added, int addedCount, long flip) {
        for (int i = 0; i < addedCount; i++) {
            long key = added[i] ^ flip;
            if (key <= limit) {
                add(key);
            }
        }
    }

    private void add(long key) {
        if (count == keys.length) {
            if (count >= 2 * wanted) {
                dropRest();
                if (key > limit) {
                    return;
                }
            } else {
                keys = Arrays.copyOf(keys, Math.max(1, Math.min(2 * wanted, Math.max(INITIAL_CAPACITY, 2 * count))));
            }
        }
        keys[count++] = key;
    }

    /** Returns the least keys in ascending order; all keys if there are not more than wanted. */
    long[] sorted() {
        if (count > wanted) {
            dropRest();
        }
        long[] sorted = Arrays.copyOf(keys, count);
        Arrays.sort(sorted);
        return sorted;
    }

    long retainedBytes() {
        return 8L * keys.length;
    }

    private void dropRest() {
        select();
        count = wanted;
        long greatest = keys[0];
        for (int i = 1; i < wanted; i++) {
            greatest = Math.max(greatest, keys[i]);
        }
        // another key equal to the greatest would change nothing
        limit = greatest == Long.MIN_VALUE ? greatest : greatest - 1;
    }

    /** Moves the wanted keys to the front, in no particular order. */
    private void select() {
        int from = 0;
        int to = count - 1;
        // two turns on average halve the rest; an order that defeats this is sorted in the end
        for (int turns = 4 * (32 - Integer.numberOfLeadingZeros(count)); to - from > FEW && turns > 0; turns--) {
            long pivot = median(keys[from], keys[(from + to) >>> 1], keys[to]);
            int left = from;
            int right = to;
            while (left <= right) {
                while (keys[left] < pivot) {
                    left++;
                }
                while (keys[right] > pivot) {
                    right--;
                }
                if (left <= right) {
                    long swapped = keys[left];
                    keys[left++] = keys[right];
                    keys[right--] = swapped;
                }
            }
            // [from, right] is not greater than the pivot, [left, to] is not less, and anything between equals it
            if (wanted <= right) {
                to = right;
            } else if (wanted > left) {
                from = left;
            } else {
                return;
            }
        }
        Arrays.sort(keys, from, to + 1);
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
