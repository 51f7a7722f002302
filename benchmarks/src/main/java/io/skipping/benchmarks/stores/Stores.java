// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Benchmark;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Results;
import io.skipping.benchmarks.stores.StoreMeasurement.Answer;
import io.skipping.index.IndexedTable;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.search.local.SearchProduct;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the stores of indexes. */
@Command(
        name = "bin/bench stores",
        description = {
            "Fills the index in the object store (a local folder), in Elasticsearch and in OpenSearch (local nodes)"
                    + " with the same",
            "summaries, without data, and asks each the same. What is left must be the same objects.",
            ""
        })
public final class Stores extends Benchmark {
    private static final int CLIENTS = 8;

    /** Lists the places where an index can be. Their names are those of the configuration. */
    private enum Place {
        OBJECT_STORE,
        ELASTICSEARCH,
        OPENSEARCH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "Number of objects, a square number (default: 1000000).")
    private Optional<Integer> objects;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "2g",
            description = "Memory of each search engine (default: 2g).")
    private String heap;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "STORE",
            description = "Stores to measure: object-store, elasticsearch and opensearch (default: all).")
    private Set<Place> only = EnumSet.allOf(Place.class);

    private Stores() {
        super("stores");
    }

    public static void main(String[] arguments) {
        run(new Stores(), arguments);
    }

    @Override
    protected void check() {
        int side = (int) Math.round(Math.sqrt(objects()));
        if (objects() < 1 || side * side != objects()) {
            throw wrong("--objects %d: give a square number, since objects hold the cells of a square grid"
                    .formatted(objects()));
        }
        if (!heap.matches("[1-9][0-9]*[mgMG]")) {
            throw wrong("--heap %s: give a number of megabytes or gigabytes, such as 512m or 2g".formatted(heap));
        }
    }

    private int objects() {
        return objects.orElse(quick() ? 10_000 : 1_000_000);
    }

    @Override
    protected boolean measure(Results results) throws IOException {
        IndexedTable table = new IndexedTable("grid", "readings", "local:///readings");
        MeterMetadata data = new MeterMetadata(objects(), table.location(), "csv");
        List<StoreCase> cases = List.of(
                new StoreCase(
                        "selective",
                        "a box that 0.01 % of the objects have points in",
                        variant -> data.box(0.0001, variant),
                        0.1),
                new StoreCase("town", "one town: a value of 0.04 % of the objects", data::town, 0.1),
                new StoreCase("medium", "a box that 1 % have points in", variant -> data.box(0.01, variant), 1),
                new StoreCase("wide", "a box that 50 % have points in", variant -> data.box(0.5, variant), 1));
        double load = Machine.load();
        List<StoreResult> measured = new ArrayList<>();
        List<BitSet> expected = new ArrayList<>();
        for (Place place : only) {
            steps().begin(place.toString());
            try (TestedStore store = store(place, folder().resolve(place.toString()))) {
                measured.add(measure(store, data, table, cases, expected));
            }
        }
        return write(results, new StoresReport(data.objects(), cases, measured, CLIENTS), "476", load);
    }

    private TestedStore store(Place place, Path folder) throws IOException {
        return switch (place) {
            case OBJECT_STORE -> TestedStore.objectStore(folder);
            case ELASTICSEARCH -> TestedStore.engine(SearchProduct.ELASTICSEARCH, folder, heap);
            case OPENSEARCH -> TestedStore.engine(SearchProduct.OPENSEARCH, folder, heap);
        };
    }

    /**
     * Measures a store.
     *
     * @param expected the objects that are left in each case; the first store adds them, the others are compared with
     *     them
     */
    private StoreResult measure(
            TestedStore store, MeterMetadata data, IndexedTable table, List<StoreCase> cases, List<BitSet> expected) {
        StoreMeasurement measurement = new StoreMeasurement(store, data, table);
        double load = measurement.load();
        long bytes = measurement.storedBytes();
        steps().note("written in %.1f s, %d bytes".formatted(load, bytes));
        List<StoreResult.OfCase> results = new ArrayList<>();
        for (int number = 0; number < cases.size(); number++) {
            StoreCase question = cases.get(number);
            double cold = measurement.cold(question.predicates().apply(0));
            IndexSnapshot snapshot = measurement.snapshot();
            Answer answer =
                    StoreMeasurement.answer(snapshot, question.predicates().apply(1), data.all());
            if (expected.size() <= number) {
                expected.add(answer.left());
            }
            // as on a coordinator that has been queried before
            measurement.warm(snapshot, question.predicates(), 1, quick() ? 2 : 20);
            StoreResult.OfCase result = new StoreResult.OfCase(
                    question.name(),
                    answer.left().cardinality(),
                    answer.left().equals(expected.get(number)),
                    cold,
                    answer.seconds(),
                    measurement.warm(snapshot, question.predicates(), 1, quick() ? 3 : 15),
                    measurement.warm(snapshot, question.predicates(), CLIENTS, quick() ? 1 : 3));
            steps().note("%s: %d objects left, %.3f s cold, %.4f s warm, %.4f s by %d clients"
                    .formatted(
                            question.name(),
                            result.left(),
                            cold,
                            result.warm().median(),
                            result.concurrent().median(),
                            CLIENTS));
            results.add(result);
        }
        return new StoreResult(store.system(), load, bytes, results);
    }
}
