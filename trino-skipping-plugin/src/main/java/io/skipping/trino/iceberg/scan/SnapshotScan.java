// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.airlift.concurrent.MoreFutures.getFutureValue;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.trino.core.answer.AnswerableScan;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.PlannedScan;
import io.skipping.trino.core.release.StockSplits;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.handle.SkippingIcebergHandle;
import io.skipping.trino.iceberg.release.DataSplits;
import io.skipping.trino.iceberg.release.IndexFreeSplitManager;
import io.skipping.trino.iceberg.table.FileProfiles;
import io.skipping.trino.iceberg.table.StoredFile;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Lists the data files of the snapshot that a handle is of, as far as Iceberg's own pruning leaves them. */
public final class SnapshotScan implements AnswerableScan {
    private static final int BATCH = 1000;

    private final IndexFreeSplitManager iceberg;
    private final IcebergTableHandle table;
    private final PlannedScan planned;

    public SnapshotScan(IndexFreeSplitManager iceberg, IcebergTableHandle table, PlannedScan planned) {
        this.iceberg = requireNonNull(iceberg, "iceberg is null");
        this.table = requireNonNull(table, "table is null");
        this.planned = requireNonNull(planned, "planned is null");
    }

    @Override
    public PlannedScan planned() {
        return planned;
    }

    @Override
    public TupleDomain<ColumnHandle> filter() {
        return SkippingIcebergHandle.demandOf(table).rowFilter();
    }

    @Override
    public boolean forEachBatch(Set<IndexedColumn> used, Predicate<List<LiveObject>> consumer) {
        Set<Integer> ids = used.stream().map(IcebergColumns::fieldId).collect(toImmutableSet());
        SplitConstants constants = new SplitConstants(table);
        FileProfiles profiles = new FileProfiles(table.getNameMappingJson(), planned.session());
        try (SplitBatches splits = StockSplits.list(
                iceberg,
                planned.transaction(),
                planned.session(),
                // without a column to read, Iceberg makes one split of each file that has no deletes
                table.withProjectedColumns(Set.of()),
                DynamicFilter.EMPTY,
                Constraint.alwaysTrue())) {
            SplitBatch batch;
            do {
                batch = getFutureValue(splits.next(BATCH));
                List<IcebergSplit> files =
                        batch.splits().stream().map(IcebergSplit.class::cast).collect(toImmutableList());
                if (!files.stream().allMatch(file -> isReadAsStored(file, ids, constants))
                        || !consumer.test(objects(files, profiles))) {
                    return false;
                }
            } while (!batch.isLast());
            return true;
        }
    }

    private static List<LiveObject> objects(List<IcebergSplit> files, FileProfiles profiles) {
        return files.stream()
                .map(file -> StoredFile.object(file, profiles.of(DataSplits.format(file))))
                .collect(toImmutableList());
    }

    private static boolean isReadAsStored(IcebergSplit split, Set<Integer> ids, SplitConstants constants) {
        return DataSplits.start(split) == 0
                && DataSplits.length(split) == DataSplits.fileSize(split)
                && !DataSplits.hasDeletes(split)
                && constants
                        .of(split)
                        .filter(constant -> Sets.intersection(constant, ids).isEmpty())
                        .isPresent();
    }
}
