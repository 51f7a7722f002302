// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import io.airlift.slice.Slice;
import java.util.Arrays;

/**
 * Splits a text into its grams: all runs of three UTF-8 bytes, and all runs of four that are parts of words. Whether a
 * run is a gram depends on the run alone. Every gram of a part of a text is therefore a gram of the whole text,
 * whatever characters the bytes belong to.
 *
 * <p>Runs of four distinguish words made of the same syllables. Runs of four with digits or with characters between
 * words are not grams, because there are too many different ones for their benefit.
 */
final class Grams {
    /** Length in bytes of the grams of any text. */
    static final int SHORTEST = 3;
    /** Length in bytes of the grams of words. */
    static final int LONGEST = 4;

    private static final boolean[] OF_WORD = new boolean[1 << Byte.SIZE];

    static {
        Arrays.fill(OF_WORD, 'A', 'Z' + 1, true);
        Arrays.fill(OF_WORD, 'a', 'z' + 1, true);
        Arrays.fill(OF_WORD, 0x80, OF_WORD.length, true);
    }

    private Grams() {}

    /** Receives a gram of a text. */
    interface Consumer {
        /**
         * Takes a gram.
         *
         * @param length length of the gram in bytes
         */
        void accept(int length, long gram);
    }

    /**
     * Passes the grams of some bytes to the consumer. A gram is a number whose lowest bytes are those of the gram; a
     * gram of four bytes has its length above them.
     */
    static void forEach(Slice bytes, int offset, int length, Consumer consumer) {
        long run = 0;
        for (int end = 1; end <= length; end++) {
            run = run << Byte.SIZE | bytes.getByte(offset + end - 1) & 0xFF;
            if (end >= SHORTEST) {
                consumer.accept(SHORTEST, shorter(run));
            }
            if (end >= LONGEST && isOfWord(run)) {
                consumer.accept(LONGEST, longer(run));
            }
        }
    }

    /** Returns the gram of the last three bytes of a run, which are the lowest of the number. */
    static long shorter(long run) {
        return run & 0xFF_FFFF;
    }

    /** Returns the gram of the last four bytes of a run. */
    static long longer(long run) {
        return run & 0xFFFF_FFFFL | (long) LONGEST << 32;
    }

    /**
     * Returns whether the last four bytes of a run are parts of a word: ASCII letters, or bytes of non-ASCII
     * characters.
     */
    static boolean isOfWord(long run) {
        return OF_WORD[(int) run & 0xFF]
                && OF_WORD[(int) (run >>> 8) & 0xFF]
                && OF_WORD[(int) (run >>> 16) & 0xFF]
                && OF_WORD[(int) (run >>> 24) & 0xFF];
    }
}
