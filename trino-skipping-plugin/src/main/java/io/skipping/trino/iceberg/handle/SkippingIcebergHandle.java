// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.handle;

import static io.trino.plugin.iceberg.TableType.DATA;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.metadata.Explainer;
import io.skipping.trino.core.metadata.ScanHandles;
import io.skipping.trino.core.metadata.ScanText;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.iceberg.release.ReleasedTableHandle;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Extends Iceberg's table handle with the constraint of the scan. As a subclass it passes through every cast in the
 * Iceberg connector. Only the coordinator, which prunes splits, uses the constraint; workers receive Iceberg's part and
 * the filter that the scan has taken over.
 *
 * <p>As JSON, it holds a plain handle: the properties of that differ between releases, and its creator is a static
 * method, which a subclass does not inherit.
 */
@JsonIncludeProperties({"table", "rowFilter"})
public final class SkippingIcebergHandle extends ReleasedTableHandle {
    /** Answers the core's questions about Iceberg's table handles. */
    public static final ScanHandles HANDLES = new ScanHandles() {
        @Override
        public ColumnHandles columns() {
            return IcebergColumns.HANDLES;
        }

        @Override
        public ScanDemand demand(ConnectorTableHandle handle) {
            return demandOf(handle);
        }

        @Override
        public ConnectorTableHandle attach(ConnectorTableHandle handle, ScanDemand demand) {
            return SkippingIcebergHandle.attach(handle, demand);
        }

        @Override
        public Optional<Explainer> explainer(ConnectorTableHandle handle) {
            return explainerOf(handle);
        }

        @Override
        public ConnectorTableHandle explainedBy(ConnectorTableHandle handle, Explainer explainer) {
            return SkippingIcebergHandle.explainedBy(handle, explainer);
        }

        @Override
        public Optional<Answer> answer(ConnectorTableHandle handle) {
            return handle instanceof SkippingIcebergHandle skipping ? skipping.answer : Optional.empty();
        }

        @Override
        public ConnectorTableHandle answered(ConnectorTableHandle handle, Answer answer) {
            return new SkippingIcebergHandle(
                    (IcebergTableHandle) handle, ScanDemand.NOTHING, Optional.of(answer), Optional.empty());
        }

        @Override
        public ColumnHandle answerColumn(int value, String name, Type type) {
            return IcebergColumns.answer(value, name, type);
        }
    };

    private final ScanDemand demand;
    private final Optional<Answer> answer;
    private final Optional<Explainer> explainer;

    @JsonCreator
    public SkippingIcebergHandle(
            @JsonProperty("table") IcebergTableHandle table,
            @JsonProperty("rowFilter") TupleDomain<IcebergColumnHandle> rowFilter) {
        this(table, ScanDemand.filtering(rowFilter), Optional.empty(), Optional.empty());
    }

    private SkippingIcebergHandle(
            IcebergTableHandle iceberg, ScanDemand demand, Optional<Answer> answer, Optional<Explainer> explainer) {
        super(iceberg);
        this.demand = requireNonNull(demand, "demand is null");
        this.answer = requireNonNull(answer, "answer is null");
        this.explainer = requireNonNull(explainer, "explainer is null");
    }

    /** Returns the handle with its constraint replaced. Returns the same handle if nothing changes. */
    public static ConnectorTableHandle attach(ConnectorTableHandle handle, ScanDemand demand) {
        if (!(handle instanceof IcebergTableHandle iceberg) || demandOf(handle).equals(demand)) {
            return handle;
        }
        return new SkippingIcebergHandle(iceberg, demand, HANDLES.answer(handle), explainerOf(handle));
    }

    /** Returns the handle of a scan that can be explained. It equals one that another explains. */
    private static ConnectorTableHandle explainedBy(ConnectorTableHandle handle, Explainer explainer) {
        return handle instanceof IcebergTableHandle iceberg
                ? new SkippingIcebergHandle(iceberg, demandOf(handle), HANDLES.answer(handle), Optional.of(explainer))
                : handle;
    }

    /** Returns what explains scans of a handle; empty if nothing does. */
    public static Optional<Explainer> explainerOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingIcebergHandle skipping ? skipping.explainer : Optional.empty();
    }

    /** Returns the constraint of a scan on the stored columns, not simplified. */
    public static ScanDemand demandOf(ConnectorTableHandle handle) {
        return handle instanceof SkippingIcebergHandle skipping ? skipping.demand : ScanDemand.NOTHING;
    }

    /**
     * Returns the part of a constraint that Iceberg leaves to the engine. All rows of the files that it lists for the scan
     * satisfy the rest.
     */
    public static TupleDomain<ColumnHandle> unenforced(IcebergTableHandle scan, TupleDomain<ColumnHandle> constraint) {
        Map<IcebergColumnHandle, Domain> enforced =
                scan.getEnforcedPredicate().getDomains().orElse(Map.of());
        return constraint.filter((column, domain) -> !(column instanceof IcebergColumnHandle handle)
                || !enforced.containsKey(handle)
                || !domain.contains(enforced.get(handle)));
    }

    /**
     * Returns the filter that the scan enforces itself; {@code all} if it has none. Everything that returns rows of this
     * handle must apply it.
     */
    @JsonProperty
    public TupleDomain<IcebergColumnHandle> getRowFilter() {
        return demand.rowFilter().transformKeys(IcebergColumnHandle.class::cast);
    }

    /**
     * Returns a handle of Iceberg's own class. Other handles hold a handle as a property of that class, and would not be
     * read from JSON with one of ours in it.
     */
    public static ConnectorTableHandle plain(ConnectorTableHandle handle) {
        return handle instanceof SkippingIcebergHandle skipping ? skipping.plainTable() : handle;
    }

    /**
     * Returns whether a scan may leave out files. Under a limit, Iceberg stops listing once the files so far have enough rows,
     * so none of these may be left out.
     */
    public static boolean mayPrune(IcebergTableHandle table) {
        return isOfQuery(table) && table.getLimit().isEmpty();
    }

    /**
     * Returns whether a scan only returns rows. A scan that rewrites what it reads needs all of it: rows that it skips would be
     * deleted.
     */
    public static boolean isOfQuery(IcebergTableHandle table) {
        return table.getTableType() == DATA
                && !table.isRecordScannedFiles()
                && table.getMaxScannedFileSize().isEmpty()
                && !table.getForAnalyze().orElse(false);
    }

    @JsonProperty("table")
    public IcebergTableHandle plainTable() {
        return ReleasedTableHandle.plain(this);
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && demand.equals(((SkippingIcebergHandle) other).demand)
                && answer.equals(((SkippingIcebergHandle) other).answer);
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
