// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.scan.AnyRows;
import io.skipping.trino.core.scan.FilteredScan;
import io.skipping.trino.core.scan.FirstRows;
import io.skipping.trino.core.scan.ObjectCuts;
import io.skipping.trino.core.scan.PlannedObject;
import io.skipping.trino.core.scan.PlannedObjects;
import io.skipping.trino.core.scan.PlannedObjects.Part;
import io.skipping.trino.core.scan.PromisedRows;
import io.skipping.trino.core.scan.RowLimit;
import io.skipping.trino.core.scan.RowSelection;
import io.skipping.trino.core.scan.ScanCounters;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePartitionKey;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.TupleDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides for one scan, against one pinned snapshot, which splits and which parts of them are read. Whatever cannot be
 * decided is read.
 */
final class ScanPruner {
    private static final Logger log = Logger.get(ScanPruner.class);

    /** The maximum number of splits to buffer, at about a kilobyte each. */
    private static final int MOST_FORESIGHT = 50_000;

    private final String table;
    private final Optional<IndexSnapshot> snapshot;
    private final ScanDemand demand;
    private final DynamicFilter dynamicFilter;
    private final FilteredScan filters;
    private final ObjectNames names;
    private final ConnectorSession session;
    private final ScanCounters counters;
    private final long maxMergeDistance;

    // state of getNextBatch, which is called by one thread at a time
    private final Map<Set<Integer>, PlannedObjects> prepared = new HashMap<>();
    /** kept per scan, because the snapshot does not cache the verdicts of tests by the engine */
    private final Map<Question, ScanPlan> plans = new HashMap<>();

    private TupleDomain<ColumnHandle> preparedFor;
    private boolean failed;
    private Optional<RowSelection> selection = Optional.empty();
    private boolean started;
    private final Supplier<Optional<PromisedRows>> promise;

    /** @param coerced positions of columns that the reader converts */
    private record Question(TupleDomain<ColumnHandle> domain, Set<Integer> coerced) {}

    ScanPruner(
            String table,
            Optional<IndexSnapshot> snapshot,
            ScanDemand demand,
            DynamicFilter dynamicFilter,
            FilteredScan filters,
            ObjectNames names,
            ConnectorSession session,
            ScanCounters counters) {
        this.table = requireNonNull(table, "table is null");
        this.snapshot = requireNonNull(snapshot, "snapshot is null");
        this.demand = requireNonNull(demand, "demand is null");
        this.dynamicFilter = requireNonNull(dynamicFilter, "dynamicFilter is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.names = requireNonNull(names, "names is null");
        this.session = requireNonNull(session, "session is null");
        this.counters = requireNonNull(counters, "counters is null");
        this.maxMergeDistance = SkippingSessionProperties.maxMergeDistance(session);
        this.promise = Suppliers.memoize(() ->
                snapshot.flatMap(index -> PromisedRows.of(demand, () -> plan(index, demand.domain(), Set.of()))));
    }

    /** Starts to use the index. Like any other lookup, this may fail. */
    private void start(IndexSnapshot index) {
        if (!started) {
            started = true;
            selection = demand.limit().flatMap(limit -> selection(index, limit));
        }
    }

    private static Optional<RowSelection> selection(IndexSnapshot index, RowLimit limit) {
        if (limit.order().isEmpty()) {
            return Optional.of(new AnyRows(limit.count()));
        }
        RowLimit.Order order = limit.order().get();
        FirstRows first = new FirstRows(
                index,
                HiveColumns.HANDLES.indexed(order.column()),
                order.direction(),
                order.tiesAreEqual(),
                limit.count());
        // collecting all splits before the first is read takes time
        return first.isPromising() ? Optional.of(first) : Optional.empty();
    }

    /**
     * Returns whether to buffer more splits before pruning: a later split may make an earlier one unnecessary.
     *
     * @param gathered the number of splits buffered
     * @param newest the buffered splits that this method has not seen yet
     */
    synchronized boolean wantsMore(int gathered, List<HiveSplit> newest) {
        if (failed || snapshot.isEmpty() || gathered >= MOST_FORESIGHT) {
            return false;
        }
        try {
            start(snapshot.get());
            if (selection.isEmpty()) {
                return false;
            }
            if (demand.limit().orElseThrow().order().isPresent()) {
                return true;
            }
            return promise.get().map(rows -> !rows.isKeptBy(namesOf(newest))).orElse(false);
        } catch (RuntimeException e) {
            fail(e);
            return false;
        }
    }

    private List<LiveObject> namesOf(List<HiveSplit> splits) {
        return splits.stream()
                .filter(split ->
                        isFirstOfObject(split) && split.getHiveColumnCoercions().isEmpty())
                .map(names::of)
                .collect(toImmutableList());
    }

    /** Returns whether no further split is needed. */
    synchronized boolean isComplete() {
        return !failed
                && selection.map(RowSelection::isComplete).orElse(false)
                && prepared.values().stream().noneMatch(PlannedObjects::isAwaitingSplits);
    }

    /** Returns the parts of these splits that must be read, in the same order. */
    synchronized List<HiveSplit> prune(List<HiveSplit> listed) {
        for (HiveSplit split : listed) {
            counters.bytesConsidered.add(split.getLength());
            if (isFirstOfObject(split)) {
                counters.objectsConsidered.increment();
            }
        }
        // users' filters come before the limit counts the rows of objects
        List<HiveSplit> splits = filter(listed);
        if (snapshot.isEmpty() || failed) {
            splits.stream().filter(ScanPruner::isFirstOfObject).forEach(_ -> counters.objectsUnindexed.increment());
            return splits;
        }
        long start = System.nanoTime();
        try {
            start(snapshot.get());
            return prune(splits, snapshot.get());
        } catch (RuntimeException e) {
            fail(e);
            return splits;
        } finally {
            counters.lookupNanos.add(System.nanoTime() - start);
        }
    }

    /** Records that the index cannot be evaluated. The query proceeds as if the table had no index. */
    private void fail(RuntimeException e) {
        failed = true;
        counters.lookupFailures.increment();
        if (e instanceof IndexUnavailableException
                && snapshot.filter(IndexSnapshot::mayWait).isPresent()) {
            // the lookup has already logged a warning, once per query
            return;
        }
        log.warn(e, "The index of %s cannot be used; query %s reads everything", table, session.getQueryId());
    }

    /** Returns the splits that users' filters keep. */
    private List<HiveSplit> filter(List<HiveSplit> splits) {
        if (filters.isEmpty()) {
            return splits;
        }
        TupleDomain<ColumnHandle> domain = domain();
        Map<Set<Integer>, Predicate> predicates = new HashMap<>();
        ImmutableList.Builder<HiveSplit> kept = ImmutableList.builder();
        for (HiveSplit split : splits) {
            Predicate predicate = predicates.computeIfAbsent(
                    split.getHiveColumnCoercions().keySet(),
                    coerced -> HiveColumns.predicate(domain, demand.expressions(), coerced));
            // rows of an ACID table are assembled from several objects
            Optional<String> rejecting = HiveTables.isAcid(split) ? Optional.empty() : rejecting(split, predicate);
            if (rejecting.isEmpty()) {
                kept.add(split);
                continue;
            }
            counters.bytesPruned(rejecting.get(), split.getLength());
            if (isFirstOfObject(split)) {
                counters.objectsPruned.increment();
                counters.rangePruned(rejecting.get());
            }
        }
        return kept.build();
    }

    private Optional<String> rejecting(HiveSplit split, Predicate predicate) {
        return filters.rejecting(
                new ObjectVersion(split.getPath(), split.getEstimatedFileSize(), split.getFileModifiedTime()),
                split.getPartitionKeys().stream()
                        .collect(toImmutableMap(HivePartitionKey::name, HivePartitionKey::value)),
                predicate);
    }

    private TupleDomain<ColumnHandle> domain() {
        return demand.domain().intersect(dynamicFilter.getCurrentPredicate());
    }

    private List<HiveSplit> prune(List<HiveSplit> splits, IndexSnapshot index) {
        TupleDomain<ColumnHandle> domain = domain();
        if (!domain.equals(preparedFor)) {
            prepared.clear();
            preparedFor = domain;
        }

        if (splits.stream().anyMatch(HiveTables::mayLeaveOutRows)) {
            selection = Optional.empty();
            prepared.clear();
        }

        // one question to the index for all splits with the same predicate, which nearly always means all splits
        Map<Set<Integer>, List<HiveSplit>> byCoercions = new HashMap<>();
        for (HiveSplit split : splits) {
            byCoercions
                    .computeIfAbsent(split.getHiveColumnCoercions().keySet(), _ -> new ArrayList<>())
                    .add(split);
        }
        Map<HiveSplit, PlannedObject> planned = new IdentityHashMap<>();
        byCoercions.forEach((coerced, group) -> {
            List<Part> parts = group.stream()
                    .map(split -> new Part(names.of(split), split.getStart() + split.getLength(), mergeDistance(split)))
                    .collect(toImmutableList());
            List<PlannedObject> found = prepared.computeIfAbsent(
                            coerced, _ -> new PlannedObjects(plan(index, domain, coerced), selectionUnder(coerced)))
                    .of(parts);
            for (int i = 0; i < group.size(); i++) {
                planned.put(group.get(i), found.get(i));
            }
        });

        ImmutableList.Builder<HiveSplit> kept = ImmutableList.builder();
        for (HiveSplit split : splits) {
            kept.addAll(cut(split, planned.get(split)));
        }
        return kept.build();
    }

    private ScanPlan plan(IndexSnapshot index, TupleDomain<ColumnHandle> domain, Set<Integer> coerced) {
        return plans.computeIfAbsent(
                new Question(domain, coerced),
                _ -> index.plan(HiveColumns.predicate(domain, demand.expressions(), coerced)));
    }

    /**
     * Returns the gap, in bytes, up to which neighbouring ranges are merged. Readers of Parquet and ORC skip a row
     * group or stripe without a request, so they need no merging.
     */
    private long mergeDistance(HiveSplit split) {
        return switch (HiveFormat.of(split.getSchema())) {
            case LINES, BLOCKS -> maxMergeDistance;
            case COLUMNAR, OTHER -> 0;
        };
    }

    /**
     * Returns the row selection, unless the reader converts the order column: the index has no bounds for a converted
     * column.
     */
    private Optional<RowSelection> selectionUnder(Set<Integer> coerced) {
        return selection.filter(_ -> demand.limit()
                .flatMap(RowLimit::order)
                .map(order -> !coerced.contains(((HiveColumnHandle) order.column()).getBaseHiveColumnIndex()))
                .orElse(true));
    }

    private List<HiveSplit> cut(HiveSplit split, PlannedObject object) {
        boolean first = isFirstOfObject(split);
        if (first) {
            switch (object.verdict()) {
                case ObjectVerdict.Unindexed _ -> counters.objectsUnindexed.increment();
                case ObjectVerdict.Stale _ -> counters.objectsStale.increment();
                case ObjectVerdict.Known _ -> {}
            }
        }
        return object.cuts().map(cuts -> cut(split, cuts, first)).orElseGet(() -> ImmutableList.of(split));
    }

    private List<HiveSplit> cut(HiveSplit split, ObjectCuts cuts, boolean first) {
        if (HiveTables.isAcid(split)) {
            // rows of an ACID table are assembled from several objects
            return ImmutableList.of(split);
        }
        if (first && cuts.isAllPruned()) {
            counters.objectsPruned.increment();
        }
        ByteRange whole = new ByteRange(split.getStart(), split.getLength());
        cuts.forEachPruned(whole, counters::rangePruned);

        List<ByteRange> survivors = cuts.survivors(whole);
        if (!survivors.isEmpty() && !mayCut(split, survivors)) {
            return ImmutableList.of(cuts.promise(whole, order())
                    .<HiveSplit>map(promise -> SkippingSplit.uncut(split, promise))
                    .orElse(split));
        }
        cuts.forEachPrunedPart(whole, counters::bytesPruned);
        return survivors.stream()
                .map(range -> SkippingSplit.piece(split, range, cuts.promise(range, order())))
                .collect(toImmutableList());
    }

    private Optional<ColumnHandle> order() {
        return demand.limit().flatMap(RowLimit::order).map(RowLimit.Order::column);
    }

    private static boolean mayCut(HiveSplit split, List<ByteRange> survivors) {
        return switch (HiveFormat.cutting(split)) {
            case ANYWHERE -> true;
            // such an object may be cut at the ends of ranges, but not at the ends of arbitrary splits; Hive's reader
            // reads it if it is not cut
            case BETWEEN_ENDS, AT_MEMBERS ->
                split.getStart() == 0
                        && split.getLength() == split.getEstimatedFileSize()
                        && survivors.getFirst().length() < split.getLength();
            case NOWHERE -> false;
        };
    }

    private static boolean isFirstOfObject(HiveSplit split) {
        return split.getStart() == 0;
    }
}
