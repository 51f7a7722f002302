// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.airlift.units.DataSize;
import io.skipping.index.snapshot.Leftover.Amount;

/** Writes amounts of objects, ranges and bytes. */
final class AmountText {
    private AmountText() {}

    static String of(Amount amount) {
        return "%d objects, %d ranges, %s".formatted(amount.objects(), amount.ranges(), bytes(amount));
    }

    /** Returns how much of something is left. */
    static String of(Amount left, Amount of) {
        return "%d of %d objects, %d of %d ranges, %s of %s"
                .formatted(left.objects(), of.objects(), left.ranges(), of.ranges(), bytes(left), bytes(of));
    }

    private static DataSize bytes(Amount amount) {
        return DataSize.succinctBytes(amount.bytes());
    }
}
