// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.airlift.slice.Slice;
import java.util.function.LongPredicate;

/**
 * The grams of a text: all runs of three of its UTF-8 bytes. Text that is part of another has no gram that the other has
 * not, whatever characters the bytes are of.
 */
final class Grams {
    /** Bytes of a gram. */
    static final int LENGTH = 3;

    private Grams() {}

    /**
     * Hands the grams of some bytes to the consumer, each as a number below 2<sup>24</sup>, until it says that it wants no
     * more.
     *
     * @return whether it wanted all
     */
    static boolean forEach(Slice bytes, int offset, int length, LongPredicate consumer) {
        int gram = 0;
        for (int i = 0; i < length; i++) {
            gram = (gram << 8 | bytes.getByte(offset + i) & 0xFF) & 0xFFFFFF;
            if (i >= LENGTH - 1 && !consumer.test(gram)) {
                return false;
            }
        }
        return true;
    }
}
