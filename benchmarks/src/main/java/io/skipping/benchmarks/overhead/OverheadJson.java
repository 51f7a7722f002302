// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Run;
import java.time.Instant;
import java.util.List;

/** The result for programs. */
final class OverheadJson {
    private OverheadJson() {}

    static Records records(Instant date, Machine machine, List<Comparison> comparisons) {
        Records records = new Records("overhead", date, machine);
        comparisons.forEach(comparison -> put(records, comparison));
        return records;
    }

    private static void put(Records records, Comparison comparison) {
        String name = comparison.query().name();
        for (Side side : Side.values()) {
            Records.Target target = records.of(side.system(), name);
            target.put("pairs", comparison.pairs().size(), "count");
            target.put("seconds", comparison.of(side, Run::seconds), "s");
            target.put("cpu.seconds", comparison.of(side, Run::cpuSeconds), "s");
            target.put("requests", comparison.of(side, run -> run.counts().requests()), "count");
            target.put(
                    "index.requests",
                    comparison.of(side, run -> run.counts().index().requests()),
                    "count");
            target.put("bytes", comparison.of(side, run -> run.counts().bytesSent()), "B");
            target.put("objects", comparison.of(side, Overhead::objectsRead), "count");
        }
        Records.Target target = records.of(Side.SKIPPING.system(), name);
        target.put("seconds.ratio", comparison.ratio(Run::seconds), "1");
        target.put("cpu.seconds.ratio", comparison.ratio(Run::cpuSeconds), "1");
        target.put("equal_results", comparison.equalResults());
    }
}
