// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is about to be taken into memory, so that what a file says of itself can't be more than there is. Thread-safe. */
public final class MemoryLimit {
    private static final String UNITS = " kMGTPE";

    private final long maximum;
    private final AtomicLong taken = new AtomicLong();

    /** Says that what is there is sound, but there is no room for it. */
    public static final class ExceededException extends IOException {
        private ExceededException(long maximum) {
            super("it takes more memory than an index may (%s); a larger skipping.index.cache-size lets it"
                    .formatted(text(maximum)));
        }
    }

    /** @param maximum bytes */
    public MemoryLimit(long maximum) {
        this.maximum = maximum;
    }

    /**
     * Takes some bytes.
     *
     * @throws ExceededException with half a sentence if fewer are left; then none is taken
     */
    public void take(long bytes) throws ExceededException {
        // of what does not fit nothing is counted: the sum stays below the maximum
        long before = taken.getAndUpdate(sum -> bytes <= maximum - sum ? sum + bytes : sum);
        if (bytes < 0 || bytes > maximum - before) {
            throw exceeded(maximum);
        }
    }

    /** Returns what is thrown where more than some bytes are needed. */
    public static ExceededException exceeded(long maximum) {
        return new ExceededException(maximum);
    }

    /** Returns the bytes that may be taken in all. */
    long maximum() {
        return maximum;
    }

    /** Returns a number of bytes for people to read, such as {@code 1.50GB}. */
    public static String text(long bytes) {
        double number = bytes;
        int unit = 0;
        while (number >= 1024 && unit < UNITS.length() - 1) {
            number /= 1024;
            unit++;
        }
        String digits = number == Math.rint(number) ? "%.0f" : "%.2f";
        return String.format(Locale.ENGLISH, digits, number) + (unit == 0 ? "" : UNITS.charAt(unit)) + "B";
    }
}
