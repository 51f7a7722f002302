// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.airlift.units.DataSize.Unit.MEGABYTE;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import io.airlift.log.Logger;
import io.airlift.units.DataSize;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.path.ColumnHandles;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides for one scan, against one pinned snapshot, which splits and which parts of them are read. Each batch passes
 * the stages in turn: users' object filters, the index, the limit, cutting. Whatever cannot be decided is read.
 */
public final class ScanPruner {
    private static final Logger log = Logger.get(ScanPruner.class);

    /** The maximum number of splits to buffer, most of which take about a kilobyte. */
    private static final int MOST_FORESIGHT = 50_000;

    /** The bytes of splits at which no more are buffered: those of Iceberg hold the deletes of their files. */
    private static final long MOST_FORESIGHT_BYTES = DataSize.of(64, MEGABYTE).toBytes();

    private final SchemaTableName table;
    private final ScanDemand demand;
    private final SplitUnits units;
    private final ColumnHandles columns;
    private final ConnectorSession session;
    private final ScanCounters counters;
    private final FilterStage filters;
    private final Optional<IndexSnapshot> snapshot;

    // state of getNextBatch, which is called by one thread at a time
    private boolean failed;
    private final Supplier<Indexed> indexed;

    /**
     * Creates the pruning of a scan.
     *
     * @param snapshot empty if the table has no index that can be used
     * @param filters users' filters
     */
    public ScanPruner(
            SchemaTableName table,
            Optional<IndexSnapshot> snapshot,
            ScanDemand demand,
            SplitUnits units,
            ColumnHandles columns,
            List<ObjectFilter> filters,
            ConnectorSession session,
            ScanCounters counters) {
        this.table = requireNonNull(table, "table is null");
        this.snapshot = requireNonNull(snapshot, "snapshot is null");
        this.demand = requireNonNull(demand, "demand is null");
        this.units = requireNonNull(units, "units is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.session = requireNonNull(session, "session is null");
        this.counters = requireNonNull(counters, "counters is null");
        this.filters = new FilterStage(table, filters, session, counters);
        // may wait for the index and fail, like any lookup
        this.indexed = Suppliers.memoize(() -> new Indexed(snapshot.orElseThrow()));
    }

    /** The stages that need an index. */
    private final class Indexed implements ScanStage {
        private final IndexStage index;
        private final Optional<LimitStage> limit;
        private final CutStage cut;
        private final Supplier<Optional<PromisedRows>> promise;
        private Predicate predicate;

        Indexed(IndexSnapshot snapshot) {
            this.index = new IndexStage(snapshot);
            this.limit =
                    demand.limit().flatMap(rows -> selection(snapshot, rows)).map(LimitStage::new);
            this.cut = new CutStage(demand.limit().flatMap(RowLimit::order).map(RowLimit.Order::column), counters);
            this.promise = Suppliers.memoize(
                    () -> PromisedRows.of(demand, () -> index.plan(units.predicate()), index::lookup));
        }

        @Override
        public List<ScanUnit> apply(List<ScanUnit> batch) {
            if (units.predicate() != predicate) {
                // a dynamic filter has come in between
                predicate = units.predicate();
                index.forget();
                limit.ifPresent(ScanStage::forget);
                cut.forget();
            }
            List<ScanUnit> known = index.apply(batch);
            return cut.apply(limit.map(stage -> stage.apply(known)).orElse(known));
        }

        boolean isSelecting() {
            return limit.isPresent();
        }

        boolean isComplete() {
            return limit.filter(LimitStage::isComplete).isPresent() && !cut.isAwaitingSplits();
        }
    }

    private Optional<RowSelection> selection(IndexSnapshot index, RowLimit limit) {
        if (limit.order().isEmpty()) {
            return Optional.of(new AnyRows(limit.count()));
        }
        RowLimit.Order order = limit.order().get();
        FirstRows first = new FirstRows(
                index, columns.indexed(order.column()), order.direction(), order.tiesAreEqual(), limit.count());
        // collecting all splits before the first is read takes time
        return first.isPromising() ? Optional.of(first) : Optional.empty();
    }

    /**
     * Returns whether to buffer more splits before pruning: a later split may make an earlier one unnecessary.
     *
     * @param gathered the number of splits buffered
     * @param gatheredBytes what they retain in memory, in bytes
     * @param newest the buffered splits that this method has not seen yet
     */
    synchronized boolean wantsMore(int gathered, long gatheredBytes, List<ConnectorSplit> newest) {
        if (failed || snapshot.isEmpty() || gathered >= MOST_FORESIGHT || gatheredBytes >= MOST_FORESIGHT_BYTES) {
            return false;
        }
        try {
            if (!indexed.get().isSelecting()) {
                return false;
            }
            if (demand.limit().orElseThrow().order().isPresent()) {
                return true;
            }
            return indexed.get()
                    .promise
                    .get()
                    .map(rows -> !rows.isOverAfter(units.units(newest)))
                    .orElse(false);
        } catch (RuntimeException e) {
            fail(e);
            return false;
        }
    }

    /** Returns whether no further split is needed. */
    public synchronized boolean isComplete() {
        return !failed && snapshot.isPresent() && indexed.get().isComplete();
    }

    /** Returns splits of what must be read of these, in the same order. */
    public synchronized List<ConnectorSplit> prune(List<ConnectorSplit> splits) {
        List<ScanUnit> listed = units.units(splits);
        for (ScanUnit unit : listed) {
            counters.bytesConsidered.add(unit.range().length());
            if (unit.isFirstOfObject()) {
                counters.objectsConsidered.increment();
            }
        }
        // users' filters come before the limit counts the rows of objects
        return pruneByIndex(filters.apply(listed)).stream().map(units::split).collect(toImmutableList());
    }

    private List<ScanUnit> pruneByIndex(List<ScanUnit> batch) {
        if (snapshot.isEmpty() || failed) {
            batch.stream().filter(ScanUnit::isFirstOfObject).forEach(_ -> counters.objectsUnindexed.increment());
            return batch;
        }
        long start = System.nanoTime();
        try {
            return indexed.get().apply(batch);
        } catch (RuntimeException e) {
            fail(e);
            return batch;
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
}
