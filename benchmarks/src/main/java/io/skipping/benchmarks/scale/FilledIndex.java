// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import com.google.common.collect.Lists;
import io.airlift.units.DataSize;
import io.opentelemetry.api.OpenTelemetry;
import io.skipping.benchmarks.local.LocalS3;
import io.skipping.benchmarks.stores.MeterMetadata;
import io.skipping.benchmarks.stores.TestedStore;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.PreparedPredicate;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.object.ObjectStoreIndexStore;
import io.trino.filesystem.s3.S3FileSystemConfig;
import io.trino.filesystem.s3.S3FileSystemFactory;
import io.trino.filesystem.s3.S3FileSystemStats;
import io.trino.spi.security.ConnectorIdentity;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Indexes in an S3 endpoint that are filled and asked in this JVM, by the code that a server has, without a server. */
final class FilledIndex implements AutoCloseable {
    private static final DataSize CACHE = DataSize.of(2, DataSize.Unit.GIGABYTE);
    private static final int BATCH = 1000;
    private static final int COLLECTIONS = 3;

    private final S3FileSystemFactory fileSystems;

    FilledIndex(LocalS3 s3) {
        S3FileSystemConfig config = new S3FileSystemConfig()
                .setEndpoint(s3.endpoint().toString())
                .setRegion(s3.region())
                .setPathStyleAccess(true)
                .setAwsAccessKey(s3.accessKey())
                .setAwsSecretKey(s3.secretKey());
        fileSystems = new S3FileSystemFactory(OpenTelemetry.noop(), config, new S3FileSystemStats());
    }

    /** An index by a store that has nothing in memory. */
    private TableIndex open(IndexedTable table) {
        IndexStore store = new ObjectStoreIndexStore(
                fileSystems,
                TestedStore::type,
                TestedStore.INDEX_TYPES,
                new ObjectStoreIndexStore.Options(Optional.empty(), Optional.empty(), CACHE));
        return store.open(table, ConnectorIdentity.ofUser("benchmark"));
    }

    /** How the connector reads the objects of a table that has an index. */
    String profile(IndexedTable table) {
        List<String> profiles = new ArrayList<>();
        open(table)
                .current()
                .orElseThrow()
                .forEachRange(range -> profiles.add(range.object().profile()));
        return profiles.getFirst();
    }

    /** @return seconds from the beginning of a build to the end of its publication */
    double fill(IndexedTable table, MeterMetadata data) {
        long start = System.nanoTime();
        data.fill(open(table));
        return seconds(start);
    }

    long storedBytes(IndexedTable table) {
        return open(table).current().orElseThrow().storedBytes();
    }

    /** Seconds to the first answer, by a store that has nothing in memory. */
    double openSeconds(IndexedTable table, Predicate predicate, List<LiveObject> some) {
        long start = System.nanoTime();
        open(table).current().orElseThrow().prepare(predicate).lookup(some);
        return seconds(start);
    }

    /** What an index that has been asked keeps in the heap. */
    long heapBytes(IndexedTable table, Predicate predicate, List<LiveObject> some) {
        long before = usedHeap();
        TableIndex index = open(table);
        IndexSnapshot snapshot = index.current().orElseThrow();
        snapshot.prepare(predicate).lookup(some);
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

    IndexSnapshot snapshot(IndexedTable table) {
        return open(table).current().orElseThrow();
    }

    /** Seconds to verdicts on all ranges. */
    static double lookupSeconds(IndexSnapshot snapshot, Predicate predicate, List<LiveObject> some) {
        long start = System.nanoTime();
        snapshot.prepare(predicate).lookup(some);
        return seconds(start);
    }

    /**
     * What is left of all objects when each is asked about, as a scan does.
     *
     * @param left how many may match
     */
    record EachObject(int left, double seconds) {}

    static EachObject eachObject(IndexSnapshot snapshot, Predicate predicate, List<LiveObject> all) {
        int left = 0;
        long start = System.nanoTime();
        PreparedPredicate prepared = snapshot.prepare(predicate);
        for (List<LiveObject> batch : Lists.partition(all, BATCH)) {
            for (ObjectVerdict verdict : prepared.lookup(batch)) {
                if (!(verdict instanceof ObjectVerdict.Known known)
                        || known.ranges().stream().anyMatch(range -> range.verdict() != Verdict.CANNOT_MATCH)) {
                    left++;
                }
            }
        }
        return new EachObject(left, seconds(start));
    }

    /** Of each segment some. */
    static List<LiveObject> someOf(MeterMetadata data) {
        return IntStream.iterate(0, number -> number < data.objects(), number -> number + BATCH)
                .mapToObj(data::object)
                .toList();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    @Override
    public void close() {
        fileSystems.destroy();
    }
}
