// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches for bytes, eight at a time. The eight bytes are held in a long, with the first one in its lowest bits.
 * Arrays must be longer than the part that is searched.
 */
public final class Bytes {
    /** The number of bytes that an array must have after the part that is searched. */
    static final int BEHIND = Long.BYTES - 1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHEST_BITS = 0x8080808080808080L;
    private static final long SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long LINE_FEEDS = repeated((byte) '\n');
    private static final long CARRIAGE_RETURNS = repeated((byte) '\r');

    private Bytes() {}

    /** Returns a long that consists of eight copies of a byte. */
    public static long repeated(byte value) {
        return (value & 0xFF) * ONES;
    }

    /**
     * Returns a long in which the highest bit of each byte that matches is set. Bytes at or after {@code end} never
     * match.
     *
     * @param index position of the first of the eight bytes
     * @param end end of the search; must be greater than the index
     * @param sought the {@linkplain #repeated repeated} byte
     */
    static long matches(byte[] bytes, int index, int end, long sought) {
        return within(matches(word(bytes, index), sought), end - index);
    }

    /** Returns the position of the first match among the eight bytes, counted from 0. */
    static int first(long matches) {
        return Long.numberOfTrailingZeros(matches) >>> 3;
    }

    /** Returns the position of the last match among the eight bytes, counted from 0. */
    static int last(long matches) {
        return (Long.SIZE - 1 - Long.numberOfLeadingZeros(matches)) >>> 3;
    }

    /** Returns the index of the first line feed or carriage return, or the end if there is none. */
    static int lineEnd(byte[] bytes, int start, int end) {
        return first(bytes, start, end, LINE_FEEDS, CARRIAGE_RETURNS);
    }

    /**
     * Returns the index of the first byte that is one of two, or the end if there is none.
     *
     * @param one the {@linkplain #repeated repeated} first byte
     * @param another the repeated second byte
     */
    public static int first(byte[] bytes, int start, int end, long one, long another) {
        for (int index = start; index < end; index += Long.BYTES) {
            long word = word(bytes, index);
            // bytes after the first match may be reported as matches in error
            long found = (zeros(word ^ one) | zeros(word ^ another)) & HIGHEST_BITS;
            if (found != 0) {
                return Math.min(index + first(found), end);
            }
        }
        return end;
    }

    /** Returns the index of the first byte that is one of three, or the end if there is none. */
    public static int first(byte[] bytes, int start, int end, long one, long another, long third) {
        for (int index = start; index < end; index += Long.BYTES) {
            long word = word(bytes, index);
            long found = (zeros(word ^ one) | zeros(word ^ another) | zeros(word ^ third)) & HIGHEST_BITS;
            if (found != 0) {
                return Math.min(index + first(found), end);
            }
        }
        return end;
    }

    private static long word(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    /** Sets the highest bit of the first byte that is zero, and of no byte before it. */
    private static long zeros(long word) {
        return word - ONES & ~word;
    }

    /**
     * Finds matches exactly, for every byte, because no sum carries into the next byte. See Henry S. Warren, Hacker's
     * Delight, "Find First 0-Byte".
     */
    private static long matches(long word, long sought) {
        long zeroWhereEqual = word ^ sought;
        return ~((zeroWhereEqual & SEVEN_BITS) + SEVEN_BITS | zeroWhereEqual | SEVEN_BITS);
    }

    private static long within(long matches, int length) {
        return length >= Long.BYTES ? matches : matches & ((1L << length * Byte.SIZE) - 1);
    }
}
