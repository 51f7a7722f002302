// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import io.skipping.index.snapshot.Leftover.Amount;

/** Writes amounts of objects, ranges and bytes. */
public final class AmountText {
    private AmountText() {}

    public static String of(Amount amount) {
        return "%d %s, %d %s, %s"
                .formatted(
                        amount.objects(),
                        amount.objects() == 1 ? "object" : "objects",
                        amount.ranges(),
                        amount.ranges() == 1 ? "range" : "ranges",
                        ByteText.of(amount.bytes()));
    }

    /** Returns how much of something is left. */
    public static String of(Amount left, Amount of) {
        return "%d of %d objects, %d of %d ranges, %s of %s"
                .formatted(
                        left.objects(),
                        of.objects(),
                        left.ranges(),
                        of.ranges(),
                        ByteText.of(left.bytes()),
                        ByteText.of(of.bytes()));
    }
}
