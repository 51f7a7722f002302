// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ranks;

import java.util.Arrays;

/**
 * The least of many keys, each as often as it comes. Memory is bounded: twice as many are gathered as are wanted, then the
 * greater half is dropped, and keys that are not less than all of the dropped ones are not taken any more. Of keys in any
 * order but a descending one, most are refused by one comparison.
 */
final class OutermostKeys {
    private static final int INITIAL_CAPACITY = 64;
    /** What is shorter is sorted. */
    private static final int FEW = 24;

    private final int wanted;
    private long[] keys = new long[0];
    private int count;
    /** greater keys are not among the wanted ones */
    private long limit = Long.MAX_VALUE;

    /** @param wanted how many, at least one */
    OutermostKeys(int wanted) {
        this.wanted = wanted;
    }

    /** Takes in keys, with all bits inverted if {@code flip} is -1, and as they are if it is 0. */
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

    /** The least keys in ascending order: all of them, if there are not more than are wanted. */
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
        // one more of the greatest would change nothing
        limit = greatest == Long.MIN_VALUE ? greatest : greatest - 1;
    }

    /** Brings the wanted keys to the front, in no order. */
    private void select() {
        int from = 0;
        int to = count - 1;
        // about two are enough on average to halve what is left; an order that defeats this is sorted in the end
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
            // [from, right] is not greater than the pivot, [left, to] is not less, and what is between equals it
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
