// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.scan;

import static io.trino.plugin.iceberg.IcebergSessionProperties.getMinimumAssignedSplitWeight;
import static io.trino.plugin.iceberg.IcebergSessionProperties.getOrcTinyStripeThreshold;
import static io.trino.plugin.iceberg.IcebergSessionProperties.getParquetSmallFileThreshold;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import com.google.inject.Inject;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.answer.AnswerSplit;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.metadata.PrunedScans;
import io.skipping.trino.core.release.ReleasedSplitManager;
import io.skipping.trino.core.release.SplitSources;
import io.skipping.trino.core.release.StockSplits;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.handle.SkippingIcebergHandle;
import io.skipping.trino.iceberg.release.IndexFreeSplitManager;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeHandle;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeSplits;
import io.skipping.trino.iceberg.table.FileProfiles;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.trino.plugin.iceberg.IcebergFileFormat;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.FixedSplitSource;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.type.TypeManager;
import java.util.Map;
import java.util.Optional;

/**
 * Creates Iceberg's splits without those that cannot match. Iceberg prunes first, by its partitions and the bounds in its
 * manifests.
 */
public class SkippingIcebergSplitManager extends ReleasedSplitManager {
    private final IndexFreeSplitManager iceberg;
    private final PrunedScans scans;
    private final IcebergTables tables;
    private final WrittenTables written;
    private final TypeManager types;
    private final IcebergSummarizeSplits summarizeSplits;

    @Inject
    public SkippingIcebergSplitManager(
            IndexFreeSplitManager iceberg,
            PrunedScans scans,
            IcebergTables tables,
            WrittenTables written,
            TypeManager types,
            IcebergSummarizeSplits summarizeSplits) {
        this.iceberg = requireNonNull(iceberg, "iceberg is null");
        this.scans = requireNonNull(scans, "scans is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.written = requireNonNull(written, "written is null");
        this.types = requireNonNull(types, "types is null");
        this.summarizeSplits = requireNonNull(summarizeSplits, "summarizeSplits is null");
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle tableHandle,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        Optional<Answer> answer = SkippingIcebergHandle.HANDLES.answer(tableHandle);
        if (answer.isPresent()) {
            return new FixedSplitSource(new AnswerSplit(answer.get().values()));
        }
        SplitBatches splits =
                StockSplits.list(iceberg, transaction, session, listed(tableHandle), dynamicFilter, constraint);
        if (!(tableHandle instanceof IcebergTableHandle table)
                || !SkippingIcebergHandle.mayPrune(table)
                || written.isRewritten(session, table.getSchemaTableName())
                || !SkippingSessionProperties.isSkippingEnabled(session)) {
            return SplitSources.source(splits, dynamicFilter);
        }
        SkippingIcebergHandle.explainerOf(table).ifPresent(explainer -> explainer.scans(constraint));
        return scans.of(
                new PrunedScans.Scan(
                        transaction,
                        session,
                        table.getSchemaTableName(),
                        SkippingIcebergHandle.demandOf(table),
                        dynamicFilter,
                        constraint,
                        IcebergColumns.HANDLES,
                        () -> tables.names(transaction, session, table)),
                splits,
                demand -> new IcebergSplitUnits(
                        demand,
                        dynamicFilter,
                        table,
                        new FileProfiles(table.getNameMappingJson(), session),
                        types,
                        format -> smallFileBytes(session, format),
                        getMinimumAssignedSplitWeight(session)));
    }

    /**
     * Returns the handle that Iceberg lists files by. It makes one split of a file of which no data column is read; the columns of a
     * filter that the scan has taken over are read, though the engine does not ask for them.
     */
    private static ConnectorTableHandle listed(ConnectorTableHandle handle) {
        if (!(handle instanceof SkippingIcebergHandle table)
                || table.getRowFilter().isAll()) {
            return handle;
        }
        return table.withProjectedColumns(Sets.union(
                table.getProjectedColumns(),
                table.getRowFilter().getDomains().orElse(Map.of()).keySet()));
    }

    private static long smallFileBytes(ConnectorSession session, IcebergFileFormat format) {
        return switch (format) {
            case PARQUET -> getParquetSmallFileThreshold(session).toBytes();
            case ORC -> getOrcTinyStripeThreshold(session).toBytes();
            case AVRO -> 0;
        };
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction, ConnectorSession session, ConnectorTableFunctionHandle function) {
        return function instanceof IcebergSummarizeHandle handle
                ? SplitSources.source(summarizeSplits.create(transaction, session, handle), DynamicFilter.EMPTY)
                : iceberg.getSplits(transaction, session, function);
    }
}
