// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Buffers text for a stream. Writes numbers digit by digit, since formatting is nearly the whole cost of a text row.
 */
final class TextBuffer {
    private static final int SIZE = 1 << 16;
    private static final long[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000};

    private final OutputStream out;
    private final byte[] bytes = new byte[SIZE];
    private int length;

    TextBuffer(OutputStream out) {
        this.out = out;
    }

    /** Makes room for the next row of at most {@code rowBytes}. */
    void reserve(int rowBytes) throws IOException {
        if (SIZE - length < rowBytes) {
            flush();
        }
    }

    void flush() throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    void put(char ascii) {
        bytes[length++] = (byte) ascii;
    }

    void put(byte[] text) {
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    void put(long number) {
        long rest = number;
        if (rest < 0) {
            put('-');
            rest = -rest;
        }
        int digits = digits(rest);
        int position = length + digits;
        length = position;
        while (digits-- > 0) {
            bytes[--position] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** Writes {@code number} / 10<sup>decimals</sup> with all decimals: 12300 with 3 decimals is {@code 12.300}. */
    void putDecimal(long number, int decimals) {
        long rest = number;
        if (rest < 0) {
            put('-');
            rest = -rest;
        }
        long unit = POWERS_OF_TEN[decimals];
        put(rest / unit);
        put('.');
        long fraction = rest % unit;
        length += decimals;
        for (int position = length - 1; position >= length - decimals; position--) {
            bytes[position] = (byte) ('0' + fraction % 10);
            fraction /= 10;
        }
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
