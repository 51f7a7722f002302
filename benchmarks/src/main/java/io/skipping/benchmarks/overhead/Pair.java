// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Run;

/** Both sides, one right after the other: what else the machine does at that time slows down both. */
record Pair(Run hive, Run skipping) {
    Run run(Side side) {
        return side == Side.HIVE ? hive : skipping;
    }

    boolean equalRows() {
        return hive.rows().equals(skipping.rows());
    }
}
