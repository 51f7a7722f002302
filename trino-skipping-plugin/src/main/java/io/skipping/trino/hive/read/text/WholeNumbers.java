// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

/** Whole numbers of decimal digits. */
final class WholeNumbers {
    /** What {@link #parse} returns for what is not of the kind that is known here. */
    static final long UNKNOWN = Long.MIN_VALUE;

    /** Of which no number leaves the range of a long. */
    private static final int MOST_DIGITS = 18;

    private WholeNumbers() {}

    /** Digits, with a minus before them or without. */
    static long parse(byte[] text, int start, int length) {
        int end = start + length;
        boolean negative = length > 0 && text[start] == '-';
        int index = negative ? start + 1 : start;
        if (index == end || end - index > MOST_DIGITS) {
            return UNKNOWN;
        }
        long value = 0;
        for (; index < end; index++) {
            int digit = text[index] - '0';
            if (digit < 0 || digit > 9) {
                return UNKNOWN;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }
}
