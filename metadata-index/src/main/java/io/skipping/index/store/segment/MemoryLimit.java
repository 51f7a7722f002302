// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Counts memory before it is allocated, so that a file cannot claim more than there is. Thread-safe. */
public final class MemoryLimit {
    private static final String UNITS = " kMGTPE";

    private final long maximum;
    private final AtomicLong taken = new AtomicLong();

    /** Says that a file is intact but exceeds the memory limit. */
    public static final class ExceededException extends IOException {
        private ExceededException(long maximum) {
            super(
                    "it takes more memory than an index may (%s); a larger skipping.index.cache-size lets it, up to half of the heap"
                            .formatted(text(maximum)));
        }
    }

    /**
     * Creates a limit.
     *
     * @param maximum bytes
     */
    public MemoryLimit(long maximum) {
        this.maximum = maximum;
    }

    /**
     * Takes bytes from the limit.
     *
     * @throws ExceededException with half a sentence if fewer are left; then none are taken
     */
    public void take(long bytes) throws ExceededException {
        // a request that does not fit is not counted: the sum stays below the maximum
        long before = taken.getAndUpdate(sum -> bytes <= maximum - sum ? sum + bytes : sum);
        if (bytes < 0 || bytes > maximum - before) {
            throw exceeded(maximum);
        }
    }

    /** Gives bytes back that were taken. */
    public void release(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Returns the exception for a request that exceeds this limit. */
    public ExceededException exceeded() {
        return exceeded(maximum);
    }

    /** Returns the exception for a request that exceeds a limit. */
    public static ExceededException exceeded(long maximum) {
        return new ExceededException(maximum);
    }

    /** Returns the maximum in bytes. */
    long maximum() {
        return maximum;
    }

    /** Returns a number of bytes in readable form, such as {@code 1.50GB}. */
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
