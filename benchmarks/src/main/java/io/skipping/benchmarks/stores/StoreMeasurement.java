// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.index.store.TableIndex;
import java.lang.ref.Reference;
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

/** Fills and queries the index of a table in this JVM, without a server. */
public final class StoreMeasurement {
    private static final int BATCH = 1000;
    private static final int COLLECTIONS = 3;

    private final TestedStore store;
    private final MeterMetadata data;
    private final IndexedTable table;
    private final List<LiveObject> everyThousandth;
    private final AtomicInteger variants = new AtomicInteger(1);

    public StoreMeasurement(TestedStore store, MeterMetadata data, IndexedTable table) {
        this.store = store;
        this.data = data;
        this.table = table;
        // some objects of each segment
        this.everyThousandth = IntStream.iterate(0, number -> number < data.objects(), number -> number + BATCH)
                .mapToObj(data::object)
                .toList();
    }

    private TableIndex open() {
        return store.open(table);
    }

    /**
     * Fills the index.
     *
     * @return seconds from the start of the build to the end of its publication
     */
    public double load() {
        long start = System.nanoTime();
        data.fill(open());
        return seconds(start);
    }

    public long storedBytes() {
        return snapshot().storedBytes().orElseThrow();
    }

    /** Returns the seconds until the verdicts on all ranges, by a store with nothing in memory. */
    public double cold(Predicate predicate) {
        long start = System.nanoTime();
        snapshot().plan(predicate).lookup(everyThousandth);
        return seconds(start);
    }

    /** Returns the bytes that an index keeps in the heap after a query. */
    public long heapBytes(Predicate predicate) {
        long before = usedHeap();
        TableIndex index = open();
        IndexSnapshot snapshot = index.current().orElseThrow();
        lookupSeconds(snapshot, predicate);
        long after = usedHeap();
        Reference.reachabilityFence(snapshot);
        Reference.reachabilityFence(index);
        return after - before;
    }

    private static long usedHeap() {
        for (int number = 0; number < COLLECTIONS; number++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    public IndexSnapshot snapshot() {
        return open().current().orElseThrow();
    }

    /** Returns the seconds until the verdicts on all ranges. */
    public double lookupSeconds(IndexSnapshot snapshot, Predicate predicate) {
        long start = System.nanoTime();
        snapshot.plan(predicate).lookup(everyThousandth);
        return seconds(start);
    }

    /** Holds the numbers of the objects that are not pruned, and the seconds that asking about every object took. */
    public record Answer(BitSet left, double seconds) {}

    /** Asks about each object, as a scan does. */
    public static Answer answer(IndexSnapshot snapshot, Predicate predicate, List<LiveObject> all) {
        BitSet left = new BitSet();
        long start = System.nanoTime();
        ScanPlan prepared = snapshot.plan(predicate);
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

    /** Returns the seconds of each question, asked by concurrent clients with the snapshot in memory. */
    Quartiles warm(IndexSnapshot snapshot, IntFunction<Predicate> predicates, int clients, int runs) {
        try (ExecutorService executor = Executors.newFixedThreadPool(clients)) {
            List<Future<List<Double>>> futures = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                futures.add(executor.submit(() -> {
                    ImmutableList.Builder<Double> seconds = ImmutableList.builder();
                    for (int run = 0; run < runs; run++) {
                        seconds.add(lookupSeconds(snapshot, predicates.apply(variants.incrementAndGet())));
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
