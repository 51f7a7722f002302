// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import java.util.List;
import java.util.Locale;

/** Writes numbers of bytes in the largest unit of which there is one at least, such as {@code 1.22MB}. */
final class ByteText {
    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");

    private ByteText() {}

    static String of(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.size() - 1) {
            amount /= 1024;
            unit++;
        }
        return (amount == Math.floor(amount)
                        ? String.valueOf((long) amount)
                        : String.format(Locale.ENGLISH, "%.2f", amount))
                + UNITS.get(unit);
    }
}
