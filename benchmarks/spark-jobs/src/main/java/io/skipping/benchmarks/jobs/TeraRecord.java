// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * Lays out records of 100 bytes as Hadoop's TeraGen does: a uniformly distributed key of 10 bytes; a break; the
 * record's number in 32 hexadecimal digits; a break; a filler of 48 bytes; a break. The number of a record determines
 * its content.
 *
 * @see <a href="https://sortbenchmark.org">sortbenchmark.org</a>
 */
final class TeraRecord {
    static final int KEY_BYTES = 10;
    static final int BYTES = 100;

    private static final byte[] AFTER_KEY = {0x00, 0x11};
    private static final byte[] AFTER_NUMBER = {(byte) 0x88, (byte) 0x99, (byte) 0xAA, (byte) 0xBB};
    private static final byte[] AT_THE_END = {(byte) 0xCC, (byte) 0xDD, (byte) 0xEE, (byte) 0xFF};
    private static final HexFormat HEXADECIMAL = HexFormat.of().withUpperCase();
    private static final byte[] HIGH_DIGITS = "0".repeat(16).getBytes(US_ASCII);
    private static final int FILLERS = 12;
    private static final int FILLER_BYTES = 4;

    private TeraRecord() {}

    static byte[] of(long number) {
        SplittableRandom random = new SplittableRandom(number);
        ByteBuffer key = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .flip()
                .limit(KEY_BYTES);
        ByteBuffer record = ByteBuffer.allocate(BYTES)
                .put(key)
                .put(AFTER_KEY)
                .put(HIGH_DIGITS)
                .put(HEXADECIMAL.toHexDigits(number).getBytes(US_ASCII))
                .put(AFTER_NUMBER);
        for (int filler = 0; filler < FILLERS; filler++) {
            byte digit = (byte) HEXADECIMAL.toLowHexDigit(random.nextInt());
            for (int i = 0; i < FILLER_BYTES; i++) {
                record.put(digit);
            }
        }
        return record.put(AT_THE_END).array();
    }

    static byte[] key(byte[] record) {
        return Arrays.copyOf(record, KEY_BYTES);
    }

    static byte[] value(byte[] record) {
        return Arrays.copyOfRange(record, KEY_BYTES, BYTES);
    }

    /** Compares two keys: returns a negative number, 0 or a positive number. */
    static int compareKeys(byte[] one, byte[] other) {
        return Arrays.compareUnsigned(one, 0, KEY_BYTES, other, 0, KEY_BYTES);
    }

    /** Returns the number of the range that contains a key, with all keys divided into equal ranges. */
    static int range(byte[] key, int ranges) {
        return (int) ((ByteBuffer.wrap(key).getInt() & 0xFFFFFFFFL) * ranges >>> Integer.SIZE);
    }
}
