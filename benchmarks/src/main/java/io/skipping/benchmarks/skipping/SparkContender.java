// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.lake.Contender;

/** A way in which Spark reads the same objects. Both are asked in one process, by the same readers. */
enum SparkContender implements Contender {
    SPARK("spark", false),
    SKIPPING_SPARK("skipping-spark", true);

    private final String system;
    private final boolean skips;

    SparkContender(String system, boolean skips) {
        this.system = system;
        this.skips = skips;
    }

    @Override
    public String system() {
        return system;
    }

    boolean skips() {
        return skips;
    }
}
