// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.PreparedPredicate;
import io.skipping.index.store.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.trino.spi.security.ConnectorIdentity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Fills one store and asks it. */
final class StoreMeasurement {
    private static final int BATCH = 1000;

    private final TestedStore store;
    private final MeterMetadata data;
    private final IndexedTable table;
    private final List<LiveObject> everyThousandth;
    private final AtomicInteger variants = new AtomicInteger(1);

    StoreMeasurement(TestedStore store, MeterMetadata data, IndexedTable table) {
        this.store = store;
        this.data = data;
        this.table = table;
        // of each segment some
        this.everyThousandth = IntStream.range(0, data.objects() / BATCH)
                .mapToObj(number -> data.object(number * BATCH))
                .toList();
    }

    private TableIndex open() {
        return store.stores().get().open(table, ConnectorIdentity.ofUser("benchmark"));
    }

    /** @return seconds from the beginning of a build to the end of its publication */
    double load() {
        long start = System.nanoTime();
        data.fill(open());
        return seconds(start);
    }

    long storedBytes() {
        return open().current().orElseThrow().storedBytes();
    }

    /** Seconds to the verdicts on all ranges, by a store with nothing in memory. */
    double cold(Predicate predicate) {
        long start = System.nanoTime();
        open().current().orElseThrow().prepare(predicate).lookup(everyThousandth);
        return seconds(start);
    }

    /** The objects that are not pruned, by their numbers; and seconds that asking about every object took. */
    record Answer(BitSet left, double seconds) {}

    Answer answer(IndexSnapshot snapshot, Predicate predicate) {
        List<LiveObject> all = data.all();
        BitSet left = new BitSet();
        long start = System.nanoTime();
        PreparedPredicate prepared = snapshot.prepare(predicate);
        int number = 0;
        for (List<LiveObject> batch : Lists.partition(all, BATCH)) {
            for (ObjectVerdict verdict : prepared.lookup(batch)) {
                if (!(verdict instanceof ObjectVerdict.Known known)
                        || known.ranges().stream().anyMatch(range -> range.verdict() != Verdict.CANNOT_MATCH)) {
                    left.set(number);
                }
                number++;
            }
        }
        return new Answer(left, seconds(start));
    }

    IndexSnapshot snapshot() {
        return open().current().orElseThrow();
    }

    /** Seconds of each of some questions, by some clients at once, with the snapshot in memory. */
    Quartiles warm(IndexSnapshot snapshot, IntFunction<Predicate> predicates, int clients, int runs) {
        try (ExecutorService executor = Executors.newFixedThreadPool(clients)) {
            List<Future<List<Double>>> futures = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                futures.add(executor.submit(() -> {
                    ImmutableList.Builder<Double> seconds = ImmutableList.builder();
                    for (int run = 0; run < runs; run++) {
                        long start = System.nanoTime();
                        snapshot.prepare(predicates.apply(variants.incrementAndGet()))
                                .lookup(everyThousandth);
                        seconds.add(seconds(start));
                    }
                    return seconds.build();
                }));
            }
            List<Double> all = new ArrayList<>();
            for (Future<List<Double>> future : futures) {
                all.addAll(future.get());
            }
            return Quartiles.of(all.stream().mapToDouble(seconds -> seconds));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
