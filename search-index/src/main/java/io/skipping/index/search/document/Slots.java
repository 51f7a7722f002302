// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Numbers of documents. A document's slot is its id. A batch of documents that were written together has a number below
 * 2<sup>32</sup>, drawn by lot, and its slots are its number times 2<sup>20</sup> and those that follow. 32 slots are a word:
 * the sum of the powers of two of some of them says which they are, and is exact in double arithmetic, in which search engines
 * add.
 */
final class Slots {
    static final int MOST_IN_BATCH = 1 << 20;
    static final int WORD_SLOTS = 32;

    private static final int BATCH_BITS = 20;
    private static final int WORD_BITS = 5;

    private Slots() {}

    static long newBatch() {
        return ThreadLocalRandom.current().nextLong(1L << 32);
    }

    /** @param position in the batch */
    static long slot(long batch, int position) {
        return batch << BATCH_BITS | position;
    }

    static long batch(long slot) {
        return slot >>> BATCH_BITS;
    }

    static int position(long slot) {
        return (int) slot & (MOST_IN_BATCH - 1);
    }

    static long word(long slot) {
        return slot >>> WORD_BITS;
    }

    /** The power of two that stands for the slot in its word. */
    static long bit(long slot) {
        return 1L << (slot & (WORD_SLOTS - 1));
    }

    static long firstSlot(long word) {
        return word << WORD_BITS;
    }
}
