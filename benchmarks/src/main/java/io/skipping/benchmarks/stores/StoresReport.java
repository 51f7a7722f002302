// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What was measured, for programs and for people. */
record StoresReport(int objects, List<StoreCase> cases, List<StoreResult> stores, int clients) implements Report {
    /** Of the object store's index, which is in memory. */
    private static final double TARGET_IN_MEMORY = 0.02;

    @Override
    public Records records(Instant date, Machine machine) {
        Records records = new Records("stores", date, machine);
        for (StoreResult store : stores) {
            String name = "objects=" + objects;
            Records.Target load = records.of(store.system(), name + "/load");
            load.put("seconds", store.loadSeconds(), "s");
            load.put("bytes", store.bytes(), "B");
            for (StoreResult.OfCase result : store.cases()) {
                String question = name + "/" + result.name();
                records.of(store.system(), question + "/cold").put("seconds", result.coldSeconds(), "s");
                Records.Target warm = records.of(store.system(), question + "/warm");
                warm.put("seconds", result.warm(), "s");
                warm.put("lookup.seconds", result.lookupSeconds(), "s");
                warm.put("objects", result.left(), "count");
                warm.put("equal_results", result.equal());
                records.of(store.system(), question + "/warm/clients=" + clients)
                        .put("seconds", result.concurrent(), "s");
            }
        }
        return records;
    }

    @Override
    public boolean equalResults() {
        return stores.stream().allMatch(StoreResult::equalResults);
    }

    @Override
    public String text(Instant date, Machine machine) {
        StringBuilder text = new StringBuilder();
        line(text, "# The stores of indexes side by side");
        line(text, "");
        line(
                text,
                "%,d objects of one range each, with bounds of four columns, a box and a value set, without data. The object"
                        + " store is a local folder; Elasticsearch and OpenSearch are one node each on the same machine.",
                objects);
        line(text, "");
        line(
                text,
                equalResults()
                        ? "Of every question the same objects are left by all."
                        : "**The objects that are left differ.**");
        line(text, "");
        line(text, "| Store | Written in | Objects a second | Takes |");
        line(text, "|---|---|---|---|");
        for (StoreResult store : stores) {
            line(
                    text,
                    "| %s | %s | %,.0f | %s |",
                    store.system(),
                    Quantity.seconds(store.loadSeconds()),
                    objects / store.loadSeconds(),
                    Quantity.bytes(store.bytes()));
        }
        line(text, "");
        line(
                text,
                "Seconds to verdicts on all ranges: with nothing in memory; with the snapshot in memory, median and quartiles;"
                        + " the same of each of %d clients at once; and to tell the verdict of each object too.",
                clients);
        line(text, "");
        line(
                text,
                "| Question | Store | Objects left | Cold | Warm | Target | Met | %d clients | Of each object |",
                clients);
        line(text, "|---|---|---|---|---|---|---|---|---|");
        for (int number = 0; number < cases.size(); number++) {
            StoreCase question = cases.get(number);
            for (StoreResult store : stores) {
                StoreResult.OfCase result = store.cases().get(number);
                double target = store.system().equals("skipping") ? TARGET_IN_MEMORY : question.targetSeconds();
                line(
                        text,
                        "| %s: %s | %s | %,d | %.3f | %s | ≤ %s | %s | %s | %.3f |",
                        question.name(),
                        question.description(),
                        store.system(),
                        result.left(),
                        result.coldSeconds(),
                        result.warm().text(4),
                        target,
                        result.warm().median() <= target ? "yes" : "**NO**",
                        result.concurrent().text(4),
                        result.lookupSeconds());
            }
        }
        line(text, "");
        line(text, "%s.", machine.describe(date));
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
