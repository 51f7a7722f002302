// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.testing.lake.Run;
import java.time.Instant;

/** The result for programs. */
final class PruningRecords {
    private static final String HIVE = "hive";
    private static final String SKIPPING = "skipping";

    private PruningRecords() {}

    static Records of(Instant date, Machine machine, PruningResult result) {
        Records records = new Records("pruning", date, machine);
        for (GroupResult group : result.groups()) {
            group.outcomes().forEach(outcome -> put(records, outcome));
            put(records, group);
        }
        result.costs().forEach(cost -> put(records, cost));
        return records;
    }

    private static void put(Records records, Outcome outcome) {
        String name = outcome.question().name();
        put(records.of(HIVE, name), outcome.plain());
        Records.Target target = records.of(SKIPPING, name);
        put(target, outcome.skipping());
        target.put("needed.objects", outcome.objectsNeeded(), "count");
        if (outcome.objectsNeeded() > 0) {
            target.put("tightness.ratio", (double) outcome.objectsRead() / outcome.objectsNeeded(), "1");
        }
        if (!outcome.question().target().text().isEmpty()) {
            target.put("target_met", outcome.targetMet());
        }
        target.put("equal_results", outcome.equalResults());
    }

    private static void put(Records.Target target, Run run) {
        target.put("objects", run.counts().data().objectsRead(), "count");
        target.put("requests", run.counts().requests(), "count");
        target.put("index.requests", run.counts().index().requests(), "count");
        target.put("bytes", run.counts().bytesSent(), "B");
        target.put("index.bytes", run.counts().index().bytesSent(), "B");
    }

    private static void put(Records records, GroupResult result) {
        Records.Target target = records.of(SKIPPING, result.group().name() + "/all");
        target.put("objects", result.objectsRead(), "count");
        target.put("needed.objects", result.objectsNeeded(), "count");
        target.put("tightness.ratio", result.tightness(), "1");
        if (result.group().mostTightness().isPresent()) {
            target.put("target_met", result.tightnessMet());
        }
        result.group()
                .same()
                .forEach(names ->
                        records.of(SKIPPING, String.join(", ", names)).put("same_objects", result.sameObjects(names)));
    }

    private static void put(Records records, IndexCost cost) {
        records.of(HIVE, cost.name()).put("seconds", cost.scan(), "s");
        Records.Target target = records.of(SKIPPING, cost.name());
        target.put("seconds", cost.build(), "s");
        target.put("seconds.ratio", cost.ratio(), "1");
        target.put("data.bytes", cost.kind().dataSet().bytes(), "B");
        target.put("index.bytes", cost.indexBytes(), "B");
        target.put("bytes.ratio", cost.percent() / 100, "1");
    }
}
