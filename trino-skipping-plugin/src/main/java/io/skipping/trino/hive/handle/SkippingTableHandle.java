// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.handle;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.filter.ScanFilter;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.HiveTablePartitioning;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.util.HiveBucketing.HiveBucketFilter;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Hive's table handle and what the scan demands of the rows. A subclass passes through every cast in the Hive connector
 * untouched. The demand is for the coordinator, which prunes splits; workers get Hive's part, and the filter that the scan
 * has taken over.
 */
public final class SkippingTableHandle extends HiveTableHandle {
    private final ScanDemand demand;
    private final Optional<Answer> answer;

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
        this.demand = rowFilter.isAll()
                ? ScanDemand.NOTHING
                : ScanDemand.NOTHING.filteredBy(new ScanFilter(rowFilter.transformKeys(ColumnHandle.class::cast), 1));
        this.answer = Optional.empty();
    }

    private SkippingTableHandle(HiveTableHandle hive, ScanDemand demand, Optional<Answer> answer) {
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
                hive.getConstraintColumns(),
                hive.getProjectedColumns(),
                hive.getTransaction(),
                hive.isRecordScannedFiles(),
                hive.getMaxScannedFileSize());
        this.demand = requireNonNull(demand, "demand is null");
        this.answer = requireNonNull(answer, "answer is null");
    }

    /** The handle, with this demand in place of the one it has; a demand of nothing leaves Hive's own handle. */
    public static ConnectorTableHandle attach(ConnectorTableHandle handle, ScanDemand demand) {
        if (!(handle instanceof HiveTableHandle hive) || demandOf(handle).equals(demand)) {
            return handle;
        }
        return new SkippingTableHandle(hive, demand, answerOf(handle));
    }

    /** A handle whose scan gives one row, and reads nothing. */
    public static ConnectorTableHandle answered(HiveTableHandle handle, Answer answer) {
        return new SkippingTableHandle(handle, ScanDemand.NOTHING, Optional.of(answer));
    }

    /** What the scan gives in place of the table's rows. */
    public static Optional<Answer> answerOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingTableHandle skipping ? skipping.answer : Optional.empty();
    }

    /** What a scan of this handle demands of the data columns, not simplified. */
    public static ScanDemand demandOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingTableHandle skipping ? skipping.demand : ScanDemand.NOTHING;
    }

    /** A scan that rewrites what it reads must see all of it: what it does not see, it would delete. */
    public static boolean mayPrune(HiveTableHandle table) {
        return !table.isRecordScannedFiles()
                && !table.getTransaction().isAcidTransactionRunning()
                && table.getAnalyzePartitionValues().isEmpty();
    }

    /** What the scan makes sure of itself; all if nothing. Whoever gives rows of this handle applies it. */
    @JsonProperty
    public TupleDomain<HiveColumnHandle> getRowFilter() {
        return demand.filter()
                .map(filter -> filter.domain().transformKeys(HiveColumnHandle.class::cast))
                .orElse(TupleDomain.all());
    }

    /** What a scan of this handle makes sure of itself; all if nothing. */
    public static TupleDomain<HiveColumnHandle> rowFilterOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingTableHandle skipping ? skipping.getRowFilter() : TupleDomain.all();
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

    /** For EXPLAIN. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(super.toString());
        if (answer.isPresent()) {
            text.append(" answered by the index");
        }
        if (demand.filter().isPresent()) {
            // "constraint on", as Hive's handle says it: the engine wants plans to show what a connector has taken over
            text.append(getRowFilter().getDomains().orElseThrow().keySet().stream()
                    .map(HiveColumnHandle::getName)
                    .sorted()
                    .collect(joining(", ", " filtered by the scan, constraint on [", "]")));
        }
        if (!demand.unused().isEmpty()) {
            text.append(demand.unused().stream().sorted().collect(joining(", ", " not prunable by [", "]")));
        }
        return text.toString();
    }
}
