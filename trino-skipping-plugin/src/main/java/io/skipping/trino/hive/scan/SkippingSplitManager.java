// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static io.trino.plugin.hive.HiveSessionProperties.getOrcTinyStripeThreshold;
import static io.trino.plugin.hive.HiveSessionProperties.getParquetSmallFileThreshold;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.answer.AnswerSplit;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.metadata.PrunedScans;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.core.release.ReleasedSplitManager;
import io.skipping.trino.core.release.SplitSources;
import io.skipping.trino.hive.committed.CommittedSplits;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.summarize.SummarizeHandle;
import io.skipping.trino.hive.summarize.SummarizeSplits;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.hive.formats.HiveClassNames;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.Schema;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.FixedSplitSource;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import java.util.Optional;

/** Creates Hive's splits without those that cannot match. */
public class SkippingSplitManager extends ReleasedSplitManager {
    private final CommittedSplits hive;
    private final HiveTables tables;
    private final PrunedScans scans;
    private final SummarizeSplits summarizeSplits;

    @Inject
    public SkippingSplitManager(
            CommittedSplits hive, HiveTables tables, PrunedScans scans, SummarizeSplits summarizeSplits) {
        this.hive = requireNonNull(hive, "hive is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.scans = requireNonNull(scans, "scans is null");
        this.summarizeSplits = requireNonNull(summarizeSplits, "summarizeSplits is null");
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle tableHandle,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        Optional<Answer> answer = SkippingTableHandle.answerOf(tableHandle);
        if (answer.isPresent()) {
            return new FixedSplitSource(new AnswerSplit(answer.get().values()));
        }
        SplitBatches splits = hive.list(transaction, session, tableHandle, dynamicFilter, constraint);
        HiveTableHandle table = (HiveTableHandle) tableHandle;
        if (!SkippingTableHandle.mayPrune(table) || !SkippingSessionProperties.isSkippingEnabled(session)) {
            return SplitSources.source(splits, dynamicFilter);
        }
        SkippingTableHandle.explainerOf(table).ifPresent(explainer -> explainer.scans(constraint));
        return scans.of(
                new PrunedScans.Scan(
                        transaction,
                        session,
                        table.getSchemaTableName(),
                        SkippingTableHandle.demandOf(table),
                        dynamicFilter,
                        constraint,
                        HiveColumns.HANDLES,
                        () -> ColumnNames.SAME),
                splits,
                demand -> new HiveSplitUnits(
                        demand,
                        dynamicFilter,
                        tables.objectNames(transaction, session),
                        schema -> smallFileBytes(session, schema),
                        SkippingSessionProperties.maxMergeDistance(session)));
    }

    /** Returns up to which size the stock readers fetch an object as a whole, for each split of it. */
    private static long smallFileBytes(ConnectorSession session, Schema schema) {
        return switch (schema.serializationLibraryName()) {
            case HiveClassNames.PARQUET_HIVE_SERDE_CLASS ->
                getParquetSmallFileThreshold(session).toBytes();
            case HiveClassNames.ORC_SERDE_CLASS ->
                getOrcTinyStripeThreshold(session).toBytes();
            default -> 0;
        };
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction, ConnectorSession session, ConnectorTableFunctionHandle function) {
        return SplitSources.source(
                summarizeSplits.create(transaction, session, (SummarizeHandle) function), DynamicFilter.EMPTY);
    }
}
