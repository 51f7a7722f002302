// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.core.scan.RowLimit;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.core.scan.ScanUnit;
import io.skipping.trino.core.scan.ScannedObject;
import io.skipping.trino.core.scan.SplitUnits;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePartitionKey;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.Schema;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.TupleDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Translates Hive's splits for the stages of a scan. Not thread-safe. */
final class HiveSplitUnits implements SplitUnits {
    private final ScanDemand demand;
    private final DynamicFilter dynamicFilter;
    private final ObjectNames names;
    private final ToLongFunction<Schema> smallFileBytes;
    private final long maxMergeDistance;

    /** one predicate for all objects whose reader converts the same columns, as long as the domain is the same */
    private final Map<Set<Integer>, Predicate> predicates = new HashMap<>();

    private TupleDomain<ColumnHandle> domain;

    /**
     * Translates splits of a scan.
     *
     * @param smallFileBytes for each way to read objects, an object that is no larger is always fetched as a whole
     * @param maxMergeDistance the gap, in bytes, up to which neighbouring parts of text are read as one
     */
    HiveSplitUnits(
            ScanDemand demand,
            DynamicFilter dynamicFilter,
            ObjectNames names,
            ToLongFunction<Schema> smallFileBytes,
            long maxMergeDistance) {
        this.demand = requireNonNull(demand, "demand is null");
        this.dynamicFilter = requireNonNull(dynamicFilter, "dynamicFilter is null");
        this.names = requireNonNull(names, "names is null");
        this.smallFileBytes = requireNonNull(smallFileBytes, "smallFileBytes is null");
        this.maxMergeDistance = maxMergeDistance;
        this.domain = demand.domain();
    }

    @Override
    public List<ScanUnit> units(List<ConnectorSplit> splits) {
        readDynamicFilter();
        return splits.stream()
                .map(HiveSplit.class::cast)
                .map(split ->
                        ScanUnit.of(split, new HiveObject(split), new ByteRange(split.getStart(), split.getLength())))
                .collect(toImmutableList());
    }

    private void readDynamicFilter() {
        TupleDomain<ColumnHandle> current = demand.domain().intersect(dynamicFilter.getCurrentPredicate());
        if (!current.equals(domain)) {
            predicates.clear();
            domain = current;
        }
    }

    @Override
    public ConnectorSplit split(ScanUnit unit) {
        HiveSplit hive = (HiveSplit) unit.split();
        return unit.isPiece()
                ? SkippingSplit.piece(hive, unit.range(), unit.promise())
                : unit.promise()
                        .<HiveSplit>map(promise -> SkippingSplit.uncut(hive, promise))
                        .orElse(hive);
    }

    @Override
    public Predicate predicate() {
        return predicate(Set.of());
    }

    /** @param coerced positions of columns that the reader converts */
    private Predicate predicate(Set<Integer> coerced) {
        return predicates.computeIfAbsent(
                coerced, columns -> ColumnPredicates.of(domain, demand.expressions(), columns, HiveColumns.HANDLES));
    }

    private final class HiveObject implements ScannedObject {
        private final HiveSplit split;
        /** only the index needs it */
        private final Supplier<LiveObject> live;

        HiveObject(HiveSplit split) {
            this.split = split;
            this.live = Suppliers.memoize(() -> names.of(split));
        }

        @Override
        public ObjectVersion version() {
            return new ObjectVersion(split.getPath(), split.getEstimatedFileSize(), split.getFileModifiedTime());
        }

        @Override
        public LiveObject live() {
            return live.get();
        }

        @Override
        public Map<String, String> partitionKeys() {
            return split.getPartitionKeys().stream()
                    .collect(toImmutableMap(HivePartitionKey::name, HivePartitionKey::value));
        }

        @Override
        public Predicate predicate() {
            return HiveSplitUnits.this.predicate(split.getHiveColumnCoercions().keySet());
        }

        @Override
        public boolean isReadInFull() {
            return !HiveTables.mayLeaveOutRows(split);
        }

        @Override
        public boolean isOrderStored() {
            return demand.limit()
                    .flatMap(RowLimit::order)
                    .map(order -> !split.getHiveColumnCoercions()
                            .containsKey(((HiveColumnHandle) order.column()).getBaseHiveColumnIndex()))
                    .orElse(true);
        }

        /** Readers of Parquet and ORC skip a row group or stripe without a request, so they need no merging. */
        @Override
        public long mergeDistance() {
            return switch (HiveFormat.of(split.getSchema())) {
                case LINES, BLOCKS -> maxMergeDistance;
                case COLUMNAR, OTHER -> 0;
            };
        }

        @Override
        public Cutting cutting() {
            // rows of an ACID table are assembled from several objects
            return HiveTables.isAcid(split)
                    ? Cutting.NEVER_LEFT_OUT
                    : switch (HiveFormat.cutting(split)) {
                        case ANYWHERE -> isFetchedAsAWhole() ? Cutting.TO_ONE_PIECE : Cutting.ANYWHERE;
                        case BETWEEN_ENDS, AT_MEMBERS -> Cutting.BETWEEN_RANGES;
                        case NOWHERE -> Cutting.NOWHERE;
                    };
        }

        private boolean isFetchedAsAWhole() {
            return split.getEstimatedFileSize() <= smallFileBytes.applyAsLong(split.getSchema());
        }
    }
}
