// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import io.airlift.slice.Slice;
import java.util.Arrays;

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

    private static final boolean[] OF_WORD = new boolean[1 << Byte.SIZE];

    static {
        Arrays.fill(OF_WORD, 'A', 'Z' + 1, true);
        Arrays.fill(OF_WORD, 'a', 'z' + 1, true);
        Arrays.fill(OF_WORD, 0x80, OF_WORD.length, true);
    }

    private Grams() {}

    /** Takes a gram of a text. */
    interface Consumer {
        /** @param length of the gram, in bytes */
        void accept(int length, long gram);
    }

    /**
     * Hands the grams of some bytes to the consumer. As a number, the bytes are the lowest of a gram, and above those of a
     * longer one its length stands.
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

    /** The gram of the last three bytes of a run, which are the lowest of the number. */
    static long shorter(long run) {
        return run & 0xFF_FFFF;
    }

    /** The gram of the last four bytes of a run. */
    static long longer(long run) {
        return run & 0xFFFF_FFFFL | (long) LONGEST << 32;
    }

    /** Whether the last four bytes of a run are parts of a word: letters of ASCII, or bytes of other characters. */
    static boolean isOfWord(long run) {
        return OF_WORD[(int) run & 0xFF]
                && OF_WORD[(int) (run >>> 8) & 0xFF]
                && OF_WORD[(int) (run >>> 16) & 0xFF]
                && OF_WORD[(int) (run >>> 24) & 0xFF];
    }
}
