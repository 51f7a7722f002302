// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.handle;

import static io.trino.plugin.hive.HiveColumnHandle.createBaseColumn;
import static io.trino.plugin.hive.util.HiveTypeTranslator.toHiveType;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.metadata.Explainer;
import io.skipping.trino.core.metadata.ScanHandles;
import io.skipping.trino.core.metadata.ScanText;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.HiveTablePartitioning;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.util.HiveBucketing.HiveBucketFilter;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Extends Hive's table handle with the constraint of the scan. As a subclass it passes through every cast in the Hive
 * connector. Only the coordinator, which prunes splits, uses the constraint; workers receive Hive's part and the filter
 * that the scan has taken over.
 */
public final class SkippingTableHandle extends HiveTableHandle {
    /** Answers the core's questions about Hive's table handles. */
    public static final ScanHandles HANDLES = new ScanHandles() {
        @Override
        public ColumnHandles columns() {
            return HiveColumns.HANDLES;
        }

        @Override
        public ScanDemand demand(ConnectorTableHandle handle) {
            return demandOf(handle);
        }

        @Override
        public ConnectorTableHandle attach(ConnectorTableHandle handle, ScanDemand demand) {
            return SkippingTableHandle.attach(handle, demand);
        }

        @Override
        public Optional<Explainer> explainer(ConnectorTableHandle handle) {
            return explainerOf(handle);
        }

        @Override
        public ConnectorTableHandle explainedBy(ConnectorTableHandle handle, Explainer explainer) {
            return SkippingTableHandle.explainedBy(handle, explainer);
        }

        @Override
        public Optional<Answer> answer(ConnectorTableHandle handle) {
            return answerOf(handle);
        }

        @Override
        public ConnectorTableHandle answered(ConnectorTableHandle handle, Answer answer) {
            return new SkippingTableHandle(
                    (HiveTableHandle) handle, ScanDemand.NOTHING, Optional.of(answer), Optional.empty());
        }

        @Override
        public ColumnHandle answerColumn(int value, String name, Type type) {
            return createBaseColumn(
                    name, value, toHiveType(type), type, HiveColumnHandle.ColumnType.SYNTHESIZED, Optional.empty());
        }
    };

    private final ScanDemand demand;
    private final Optional<Answer> answer;
    private final Optional<Explainer> explainer;

    @JsonCreator
    public SkippingTableHandle(
            @JsonProperty("schemaName") String schemaName,
            @JsonProperty("tableName") String tableName,
            @JsonProperty("partitionColumns") List<HiveColumnHandle> partitionColumns,
            @JsonProperty("dataColumns") List<HiveColumnHandle> dataColumns,
            @JsonProperty("compactEffectivePredicate") TupleDomain<HiveColumnHandle> compactEffectivePredicate,
            @JsonProperty("enforcedConstraint") TupleDomain<ColumnHandle> enforcedConstraint,
            @JsonProperty("tablePartitioning") Optional<HiveTablePartitioning> tablePartitioning,
            @JsonProperty("bucketFilter") Optional<HiveBucketFilter> bucketFilter,
            @JsonProperty("analyzePartitionValues") Optional<List<List<String>>> analyzePartitionValues,
            @JsonProperty("transaction") AcidTransaction transaction,
            @JsonProperty("rowFilter") TupleDomain<HiveColumnHandle> rowFilter) {
        super(
                schemaName,
                tableName,
                partitionColumns,
                dataColumns,
                compactEffectivePredicate,
                enforcedConstraint,
                tablePartitioning,
                bucketFilter,
                analyzePartitionValues,
                transaction);
        this.demand = ScanDemand.filtering(rowFilter);
        this.answer = Optional.empty();
        this.explainer = Optional.empty();
    }

    private SkippingTableHandle(
            HiveTableHandle hive, ScanDemand demand, Optional<Answer> answer, Optional<Explainer> explainer) {
        super(
                hive.getSchemaName(),
                hive.getTableName(),
                hive.getTableParameters(),
                hive.getPartitionColumns(),
                hive.getDataColumns(),
                hive.getPartitionNames(),
                hive.getPartitions(),
                hive.getCompactEffectivePredicate(),
                hive.getEnforcedConstraint(),
                hive.getTablePartitioning(),
                hive.getBucketFilter(),
                hive.getAnalyzePartitionValues(),
                constraintColumnsOfHive(hive),
                hive.getProjectedColumns(),
                hive.getTransaction(),
                hive.isRecordScannedFiles(),
                hive.getMaxScannedFileSize());
        this.demand = requireNonNull(demand, "demand is null");
        this.answer = requireNonNull(answer, "answer is null");
        this.explainer = requireNonNull(explainer, "explainer is null");
    }

    private static Set<HiveColumnHandle> constraintColumnsOfHive(HiveTableHandle hive) {
        return hive instanceof SkippingTableHandle skipping
                ? skipping.constraintColumnsOfHive()
                : hive.getConstraintColumns();
    }

    private Set<HiveColumnHandle> constraintColumnsOfHive() {
        return super.getConstraintColumns();
    }

    /**
     * Returns the columns of the constraint, and those of the filter that the scan enforces. Where a partition declares another
     * type than the table, Hive converts only columns that are projected or in the constraint. The engine projects no column
     * that only this filter uses.
     */
    @Override
    @JsonIgnore
    public Set<HiveColumnHandle> getConstraintColumns() {
        return ImmutableSet.<HiveColumnHandle>builder()
                .addAll(super.getConstraintColumns())
                .addAll(getRowFilter().getDomains().map(Map::keySet).orElse(Set.of()))
                .build();
    }

    /** Returns the handle with its constraint replaced. Returns the same handle if nothing changes. */
    public static ConnectorTableHandle attach(ConnectorTableHandle handle, ScanDemand demand) {
        if (!(handle instanceof HiveTableHandle hive) || demandOf(handle).equals(demand)) {
            return handle;
        }
        return new SkippingTableHandle(hive, demand, answerOf(handle), explainerOf(handle));
    }

    /** Returns the handle of a scan that can be explained. It equals one that another explains. */
    private static ConnectorTableHandle explainedBy(ConnectorTableHandle handle, Explainer explainer) {
        return handle instanceof HiveTableHandle hive
                ? new SkippingTableHandle(hive, demandOf(handle), answerOf(handle), Optional.of(explainer))
                : handle;
    }

    /** Returns what explains scans of a handle; empty if nothing does. */
    public static Optional<Explainer> explainerOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingTableHandle skipping ? skipping.explainer : Optional.empty();
    }

    /** Returns the answer that the scan gives instead of the table's rows, if any. */
    public static Optional<Answer> answerOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingTableHandle skipping ? skipping.answer : Optional.empty();
    }

    /** Returns the constraint of a scan on the data columns, not simplified. */
    public static ScanDemand demandOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingTableHandle skipping ? skipping.demand : ScanDemand.NOTHING;
    }

    /**
     * Returns whether a scan may skip objects. A scan that rewrites what it reads must not: rows that it skips would be
     * deleted.
     */
    public static boolean mayPrune(HiveTableHandle table) {
        return !table.isRecordScannedFiles()
                && !table.getTransaction().isAcidTransactionRunning()
                && table.getAnalyzePartitionValues().isEmpty();
    }

    /**
     * Returns the filter that the scan enforces itself; {@code all} if it has none. Everything that returns rows of
     * this handle must apply it.
     */
    @JsonProperty
    public TupleDomain<HiveColumnHandle> getRowFilter() {
        return demand.rowFilter().transformKeys(HiveColumnHandle.class::cast);
    }

    @JsonIgnore
    public ScanDemand getDemand() {
        return demand;
    }

    @JsonIgnore
    public Optional<Answer> getAnswer() {
        return answer;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && demand.equals(((SkippingTableHandle) other).demand)
                && answer.equals(((SkippingTableHandle) other).answer);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), demand, answer);
    }

    /** Returns the text that EXPLAIN shows. */
    @Override
    public String toString() {
        return ScanText.of(super.toString(), this, HANDLES, explainer);
    }
}
