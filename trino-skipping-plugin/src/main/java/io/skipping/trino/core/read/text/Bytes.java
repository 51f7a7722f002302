// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for bytes in eight bytes at a time, which are held in a long, the first one in its lowest bits. Arrays have to go on
 * behind what is looked at.
 */
public final class Bytes {
    /** How many bytes an array has behind those that are looked at. */
    static final int BEHIND = Long.BYTES - 1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHEST_BITS = 0x8080808080808080L;
    private static final long SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long LINE_FEEDS = repeated((byte) '\n');
    private static final long CARRIAGE_RETURNS = repeated((byte) '\r');

    private Bytes() {}

    /** Eight times the same byte. */
    public static long repeated(byte value) {
        return (value & 0xFF) * ONES;
    }

    /**
     * The highest bit of each byte that is sought, among the bytes from an index on; none for bytes from the end on.
     *
     * @param sought {@linkplain #repeated repeated}
     * @param end behind the index, in the array
     */
    static long matches(byte[] bytes, int index, int end, long sought) {
        return within(matches(word(bytes, index), sought), end - index);
    }

    /** How many bytes behind the first of the eight the first match is. */
    static int first(long matches) {
        return Long.numberOfTrailingZeros(matches) >>> 3;
    }

    /** How many bytes behind the first of the eight the last match is. */
    static int last(long matches) {
        return (Long.SIZE - 1 - Long.numberOfLeadingZeros(matches)) >>> 3;
    }

    /** Index of the first line feed or carriage return; the end, if there is none. */
    static int lineEnd(byte[] bytes, int start, int end) {
        return first(bytes, start, end, LINE_FEEDS, CARRIAGE_RETURNS);
    }

    /**
     * Index of the first byte that is one of two; the end, if there is none.
     *
     * @param one {@linkplain #repeated repeated}
     */
    public static int first(byte[] bytes, int start, int end, long one, long another) {
        for (int index = start; index < end; index += Long.BYTES) {
            long word = word(bytes, index);
            // what is beside the first match may be taken for another one
            long found = (zeros(word ^ one) | zeros(word ^ another)) & HIGHEST_BITS;
            if (found != 0) {
                return Math.min(index + first(found), end);
            }
        }
        return end;
    }

    /** The same of three. */
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

    /** The highest bit of the first byte that is zero is set, and none of those before. */
    private static long zeros(long word) {
        return word - ONES & ~word;
    }

    /**
     * Exact for every byte, since no sum carries into the next one; see Henry S. Warren, Hacker's Delight, "Find First
     * 0-Byte".
     */
    private static long matches(long word, long sought) {
        long zeroWhereEqual = word ^ sought;
        return ~((zeroWhereEqual & SEVEN_BITS) + SEVEN_BITS | zeroWhereEqual | SEVEN_BITS);
    }

    private static long within(long matches, int length) {
        return length >= Long.BYTES ? matches : matches & ((1L << length * Byte.SIZE) - 1);
    }
}
