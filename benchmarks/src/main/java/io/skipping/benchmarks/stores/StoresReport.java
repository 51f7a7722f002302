// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Reports the results. */
record StoresReport(int objects, List<StoreCase> cases, List<StoreResult> stores, int clients) implements Report {
    @Override
    public String name() {
        return "stores";
    }

    @Override
    public String title() {
        return "The stores of indexes side by side";
    }

    /** Limit in seconds for the index in the object store, when it is in memory. */
    private static final double TARGET_IN_MEMORY = 0.02;

    @Override
    public void put(Records records) {
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
    }

    @Override
    public boolean equalResults() {
        return stores.stream().allMatch(StoreResult::equalResults);
    }

    @Override
    public String equality() {
        if (stores.size() == 1) {
            return "Only one store was asked, so its objects are compared with no other's.";
        }
        return equalResults()
                ? "All stores leave the same objects for each question."
                : "**The objects that are left differ.**";
    }

    private static double target(StoreResult store, StoreCase question) {
        return store.system().equals("skipping") ? TARGET_IN_MEMORY : question.targetSeconds();
    }

    @Override
    public List<Aim> aims() {
        return stores.stream()
                .flatMap(store -> IntStream.range(0, cases.size())
                        .mapToObj(number -> Aim.atMost(
                                "%s: verdicts of %s, in memory"
                                        .formatted(cases.get(number).name(), store.system()),
                                target(store, cases.get(number)),
                                store.cases().get(number).warm(),
                                "seconds",
                                "s")))
                .toList();
    }

    @Override
    public String introduction() {
        return String.format(
                Locale.ROOT,
                "%,d objects of one range each, with bounds of four columns, a box and a value set, without data. The"
                        + " object store is a local folder; Elasticsearch and OpenSearch are one node each on the same"
                        + " machine.",
                objects);
    }

    @Override
    public void append(Markdown text) {
        text.line("| Store | Written in | Objects a second | Takes |");
        text.line("|---|---|---|---|");
        for (StoreResult store : stores) {
            text.line(
                    "| %s | %s | %,.0f | %s |",
                    store.system(),
                    Quantity.seconds(store.loadSeconds()),
                    objects / store.loadSeconds(),
                    Quantity.bytes(store.bytes()));
        }
        text.line("");
        text.line(
                "Seconds until all ranges have verdicts. *Cold* starts with nothing in memory. *Warm* has the"
                        + " snapshot in memory (median and quartiles). *%d clients* is the same for each of as many clients at"
                        + " once. *Of each object* includes looking up the verdict of each object.",
                clients);
        text.line("");
        text.line(
                "| Question | Store | Objects left | Cold | Warm | Target | Met | %d clients | Of each object |",
                clients);
        text.line("|---|---|---|---|---|---|---|---|---|");
        for (int number = 0; number < cases.size(); number++) {
            StoreCase question = cases.get(number);
            for (StoreResult store : stores) {
                StoreResult.OfCase result = store.cases().get(number);
                double target = target(store, question);
                text.line(
                        "| %s: %s | %s | %,d | %.3f | %s | ≤ %s | %s | %s | %.3f |",
                        question.name(),
                        question.description(),
                        store.system(),
                        result.left(),
                        result.coldSeconds(),
                        result.warm().text(4),
                        target,
                        Aim.Verdict.of(target, result.warm()),
                        result.concurrent().text(4),
                        result.lookupSeconds());
            }
        }
    }
}
