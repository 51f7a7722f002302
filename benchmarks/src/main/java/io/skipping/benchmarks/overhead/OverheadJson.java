// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
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
        for (Setting setting : comparison.pairs().systems()) {
            Records.Target target = records.of(setting.system(), name);
            target.put("pairs", comparison.pairs().rounds().size(), "count");
            target.put("seconds", comparison.pairs().of(setting, Run::seconds), "s");
            target.put("cpu.seconds", comparison.pairs().of(setting, Run::cpuSeconds), "s");
            target.put("requests", comparison.pairs().of(setting, Run::requests), "count");
            target.put(
                    "index.requests",
                    comparison.pairs().of(setting, run -> run.counts().index().requests()),
                    "count");
            target.put("bytes", comparison.pairs().of(setting, Run::bytes), "B");
            target.put("objects", comparison.pairs().of(setting, Overhead::objectsRead), "count");
        }
        Records.Target target = records.of(Setting.SKIPPING.system(), name);
        target.put("seconds.ratio", comparison.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds), "1");
        target.put(
                "cpu.seconds.ratio", comparison.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::cpuSeconds), "1");
        target.put("equal_results", comparison.pairs().equal());
    }
}
