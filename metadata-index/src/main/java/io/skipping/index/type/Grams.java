// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.airlift.slice.Slice;

/**
 * The grams of a text: all runs of three of its UTF-8 bytes, and all runs of four that are parts of words. Whether a run is a
 * gram can be seen from the run alone, so text that is part of another has no gram that the other has not, whatever
 * characters the bytes are of.
 *
 * <p>Runs of four tell words apart that are made of the same syllables. Of digits and of what stands between words there are
 * too many different ones to pay for.
 */
final class Grams {
    /** Bytes of the grams that any text has. */
    static final int SHORTEST = 3;
    /** Bytes of the grams of words. */
    static final int LONGEST = 4;

    private static final long SHORT_MASK = 0xFF_FFFF;

    private Grams() {}

    /** Takes a gram of a text. */
    interface Consumer {
        /** @param length of the gram, in bytes */
        void accept(int length, long gram);
    }

    /**
     * Hands the grams of some bytes to the consumer. As a number, the bytes are the lowest of a gram, and above those of a
     * longer one its length stands.
     *
     * @param longest bytes of the longest grams that are wanted
     */
    static void forEach(Slice bytes, int offset, int length, int longest, Consumer consumer) {
        long run = 0;
        int letters = 0;
        for (int i = 0; i < length; i++) {
            byte next = bytes.getByte(offset + i);
            run = run << Byte.SIZE | next & 0xFF;
            if (i >= SHORTEST - 1) {
                consumer.accept(SHORTEST, run & SHORT_MASK);
            }
            letters = isOfWord(next) ? letters + 1 : 0;
            if (letters >= LONGEST && longest >= LONGEST) {
                consumer.accept(LONGEST, run & 0xFFFF_FFFFL | (long) LONGEST << 32);
            }
        }
    }

    /** A letter of ASCII or a byte of any other character. */
    private static boolean isOfWord(byte b) {
        int lower = b | 0x20;
        return b < 0 || (lower >= 'a' && lower <= 'z');
    }
}
