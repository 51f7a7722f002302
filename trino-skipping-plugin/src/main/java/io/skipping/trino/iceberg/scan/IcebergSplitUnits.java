// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

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
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.handle.SkippingIcebergHandle;
import io.skipping.trino.iceberg.release.DataSplits;
import io.skipping.trino.iceberg.table.FileProfiles;
import io.skipping.trino.iceberg.table.StoredFile;
import io.trino.plugin.iceberg.IcebergFileFormat;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.SplitWeight;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.TypeManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Translates Iceberg's splits for the stages of a scan. Not thread-safe. */
final class IcebergSplitUnits implements SplitUnits {
    private final ScanDemand demand;
    /** without the conditions that all rows of the listed files satisfy; the index need not decide them, and could not where the columns are constants */
    private final TupleDomain<ColumnHandle> pushedDown;

    private final DynamicFilter dynamicFilter;
    private final FileProfiles profiles;
    private final SplitConstants constants;
    private final TypeManager types;
    private final ToLongFunction<IcebergFileFormat> smallFileBytes;
    private final double smallestWeight;

    /** one predicate for all files with the same constants, as long as the domain is the same; empty if these are not known */
    private final Map<Optional<Set<Integer>>, Predicate> predicates = new HashMap<>();

    private TupleDomain<ColumnHandle> domain;

    /**
     * @param profiles how the files are read
     * @param smallFileBytes for each format, a file that is no larger is always fetched as a whole
     * @param smallestWeight the least weight of a split, in parts of a full one
     */
    IcebergSplitUnits(
            ScanDemand demand,
            DynamicFilter dynamicFilter,
            IcebergTableHandle table,
            FileProfiles profiles,
            TypeManager types,
            ToLongFunction<IcebergFileFormat> smallFileBytes,
            double smallestWeight) {
        this.demand = requireNonNull(demand, "demand is null");
        this.pushedDown = SkippingIcebergHandle.unenforced(table, demand.domain());
        this.dynamicFilter = requireNonNull(dynamicFilter, "dynamicFilter is null");
        this.profiles = requireNonNull(profiles, "profiles is null");
        this.constants = new SplitConstants(table);
        this.types = requireNonNull(types, "types is null");
        this.smallFileBytes = smallFileBytes;
        this.smallestWeight = smallestWeight;
        this.domain = pushedDown;
    }

    @Override
    public List<ScanUnit> units(List<ConnectorSplit> splits) {
        readDynamicFilter();
        return splits.stream()
                .map(IcebergSplit.class::cast)
                .map(split -> ScanUnit.of(split, new DataFile(split), range(split)))
                .collect(toImmutableList());
    }

    /**
     * Returns the bytes of a split. Iceberg cuts files where row groups and stripes begin, so that the first split of a
     * file begins behind the magic bytes. No row group or stripe begins in these, and so they may belong to it.
     */
    private static ByteRange range(IcebergSplit split) {
        long start = DataSplits.start(split);
        long end = start + DataSplits.length(split);
        return start <= magicBytes(split) ? new ByteRange(0, end) : new ByteRange(start, end - start);
    }

    private static int magicBytes(IcebergSplit split) {
        return switch (DataSplits.format(split)) {
            case PARQUET -> 4;
            case ORC -> 3;
            case AVRO -> 0;
        };
    }

    private void readDynamicFilter() {
        TupleDomain<ColumnHandle> current = pushedDown.intersect(dynamicFilter.getCurrentPredicate());
        if (!current.equals(domain)) {
            predicates.clear();
            domain = current;
        }
    }

    @Override
    public ConnectorSplit split(ScanUnit unit) {
        IcebergSplit split = (IcebergSplit) unit.split();
        ByteRange range = unit.range();
        if (!unit.isPiece() || range.equals(range(split))) {
            return split;
        }
        double share = (double) range.length() / Math.max(1, DataSplits.length(split));
        double whole = split.getSplitWeight().getRawValue()
                / (double) SplitWeight.standard().getRawValue();
        return DataSplits.narrowed(
                split,
                range,
                SplitWeight.fromProportion(Math.clamp(whole * share, smallestWeight, Math.max(whole, smallestWeight))));
    }

    @Override
    public Predicate predicate() {
        return predicate(Optional.of(Set.of()));
    }

    /** @param constants field ids of base columns that are constants of a file; empty if they are not known */
    private Predicate predicate(Optional<Set<Integer>> constants) {
        return predicates.computeIfAbsent(
                constants,
                _ -> constants
                        .map(ids -> ColumnPredicates.of(domain, demand.expressions(), ids, IcebergColumns.HANDLES))
                        .orElse(Predicate.UNKNOWN));
    }

    private final class DataFile implements ScannedObject {
        private final IcebergSplit split;
        private final LiveObject live;

        DataFile(IcebergSplit split) {
            this.split = split;
            this.live = StoredFile.object(split, profiles.of(DataSplits.format(split)));
        }

        @Override
        public ObjectVersion version() {
            return live.version();
        }

        @Override
        public LiveObject live() {
            return live;
        }

        @Override
        public Map<String, String> partitionKeys() {
            return constants.values(split, types);
        }

        @Override
        public Predicate predicate() {
            return IcebergSplitUnits.this.predicate(constants.of(split));
        }

        @Override
        public boolean isReadInFull() {
            return !DataSplits.hasDeletes(split);
        }

        @Override
        public boolean isOrderStored() {
            return demand.limit()
                    .flatMap(RowLimit::order)
                    .map(order -> constants
                            .of(split)
                            .filter(ids -> !ids.contains(
                                    IcebergColumns.fieldId(IcebergColumns.HANDLES.indexed(order.column()))))
                            .isPresent())
                    .orElse(true);
        }

        /** Readers of Parquet and ORC skip a row group or stripe without a request, so they need no merging. */
        @Override
        public long mergeDistance() {
            return 0;
        }

        /**
         * Every piece of a file reads its deletes, and of a small file all bytes; so these are cut to one piece.
         * Iceberg's reader of Avro counts rows from the start of a split, which positions of deletes do not.
         */
        @Override
        public Cutting cutting() {
            return switch (DataSplits.format(split)) {
                case PARQUET, ORC ->
                    DataSplits.hasDeletes(split) || isFetchedAsAWhole() ? Cutting.TO_ONE_PIECE : Cutting.ANYWHERE;
                case AVRO -> Cutting.NOWHERE;
            };
        }

        private boolean isFetchedAsAWhole() {
            return live.version().size() <= smallFileBytes.applyAsLong(DataSplits.format(split));
        }
    }
}
