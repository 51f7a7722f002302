// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for bytes in eight bytes at a time, which are held in a long, the first one in its lowest bits. */
final class Bytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long LINE_FEEDS = repeated((byte) '\n');
    private static final long CARRIAGE_RETURNS = repeated((byte) '\r');

    private Bytes() {}

    /** Eight times the same byte. */
    static long repeated(byte value) {
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
        for (int index = start; index < end; index += Long.BYTES) {
            long word = word(bytes, index);
            long found = within(matches(word, LINE_FEEDS) | matches(word, CARRIAGE_RETURNS), end - index);
            if (found != 0) {
                return index + first(found);
            }
        }
        return end;
    }

    private static long word(byte[] bytes, int index) {
        if (index <= bytes.length - Long.BYTES) {
            return (long) LONGS.get(bytes, index);
        }
        long word = 0;
        for (int last = bytes.length - 1; last >= index; last--) {
            word = word << Byte.SIZE | (bytes[last] & 0xFF);
        }
        return word;
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
