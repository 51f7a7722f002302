// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;

/** Holds the runs of one question. */
record TextScan(TextQuestion question, Rounds<TextReading> rounds) {
    /** Returns a reader's time divided by that of the stock connector on the same release in the same round. */
    Quartiles ratioToHive(TextReading reader) {
        return rounds.ratio(reader, reader.hive(), Run::seconds);
    }
}
