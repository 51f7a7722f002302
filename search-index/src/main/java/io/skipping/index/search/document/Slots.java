// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Numbers documents. A document's id is its slot. Documents that are written together form a batch, with a random
 * number below 2<sup>38</sup>. Its slots start at that number times 2<sup>20</sup>. Each 32 slots are a word, in which
 * each slot has a power of two. The sum of these for the documents found identifies them, and is exact in double
 * arithmetic, which search engines use for sums. They use it for the keys of a histogram, too, so words stay below
 * 2<sup>53</sup>.
 */
final class Slots {
    static final int MOST_IN_BATCH = 1 << 20;
    static final int WORD_SLOTS = 32;

    private static final int BATCH_BITS = 20;
    private static final int WORD_BITS = 5;
    /** up to which doubles have all integers */
    private static final int EXACT_BITS = 53;

    /** Limits the numbers of batches. */
    static final long BATCHES = 1L << (EXACT_BITS + WORD_BITS - BATCH_BITS);

    private Slots() {}

    /** Returns a number that another batch may have: only the creation of its first document shows that it is free. */
    static long newBatch() {
        return ThreadLocalRandom.current().nextLong(BATCHES);
    }

    /**
     * Returns the slot of a document.
     *
     * @param position in the batch
     */
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

    /** Returns the power of two for the slot in its word. */
    static long bit(long slot) {
        return 1L << (slot & (WORD_SLOTS - 1));
    }

    static long firstSlot(long word) {
        return word << WORD_BITS;
    }
}
