// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.parquet;

import io.airlift.slice.Slice;
import java.util.Arrays;

/**
 * Knows how long the texts of a dictionary are, so that it can say how much memory the rows take that point to them.
 *
 * @param lengths of the texts, in bytes, by their ids
 * @param longest the maximum of the lengths; 0 if there are none
 */
record Dictionary(int[] lengths, int longest) {
    /** Stands for a dictionary of values that all have the same size, or for none. */
    static final Dictionary OF_NO_TEXTS = new Dictionary(new int[0]);

    private static final int PACKED_VALUES = 8;

    Dictionary(int[] lengths) {
        this(lengths, Arrays.stream(lengths).max().orElse(0));
    }

    /**
     * Returns the bytes of the texts to which the values of a page point: at most, since a page that is cut off, or points
     * to texts that are not there, is left to its reader to refuse.
     *
     * <p>Ids are run lengths in turns with packed bits, as in Encodings.md of the Parquet format.
     *
     * @param ids the values of a page: a byte that says how many bits an id has, and ids
     * @param values the maximum number of ids; the page can claim to have more
     */
    long bytes(Slice ids, long values) {
        if (ids.length() == 0) {
            return 0;
        }
        int width = ids.getUnsignedByte(0);
        int valueBytes = (width + Byte.SIZE - 1) / Byte.SIZE;
        long sum = 0;
        long left = values;
        int position = 1;
        while (left > 0 && position < ids.length()) {
            long header = 0;
            int shift = 0;
            int next;
            do {
                if (position == ids.length() || shift >= Integer.SIZE) {
                    return sum + left * longest;
                }
                next = ids.getUnsignedByte(position++);
                header |= (long) (next & 0x7F) << shift;
                shift += 7;
            } while (next > 0x7F);
            if (header >>> Integer.SIZE != 0) {
                // readers drop what is above
                return sum + left * longest;
            }
            boolean packed = (header & 1) == 1;
            long runs = header >>> 1;
            long bytes = packed ? runs * width : valueBytes;
            if (width > Integer.SIZE || bytes > ids.length() - position) {
                return sum + left * longest;
            }
            long count = Math.min(left, packed ? runs * PACKED_VALUES : runs);
            long firstBit = (long) position * Byte.SIZE;
            if (packed) {
                for (int value = 0; value < count; value++) {
                    sum += length(bits(ids, firstBit + (long) value * width, width));
                }
            } else {
                sum += count * length(bits(ids, firstBit, valueBytes * Byte.SIZE));
            }
            left -= count;
            position += (int) bytes;
        }
        return sum;
    }

    private int length(long id) {
        return id < lengths.length ? lengths[(int) id] : longest;
    }

    /** Returns the number of some bits, the lowest first. */
    private static long bits(Slice bytes, long firstBit, int count) {
        long number = 0;
        for (int bit = 0; bit < count; ) {
            long at = firstBit + bit;
            int offset = (int) (at % Byte.SIZE);
            int taken = Math.min(Byte.SIZE - offset, count - bit);
            long part = bytes.getUnsignedByte((int) (at / Byte.SIZE)) >>> offset & (1 << taken) - 1;
            number |= part << bit;
            bit += taken;
        }
        return number;
    }
}
