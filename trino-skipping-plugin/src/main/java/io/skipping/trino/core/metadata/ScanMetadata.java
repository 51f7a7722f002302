// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static java.util.Objects.requireNonNull;

import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.querylog.ScanInfo;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorMetadata;
import io.trino.spi.connector.BeginTableExecuteResult;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPartitioningHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableExecuteHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableProperties;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ProjectionApplicationResult;
import io.trino.spi.expression.ConnectorExpression;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wraps the metadata of a stock connector, and does what is the same for all connectors: attaches the constraint of a scan to
 * handles that the stock connector derives from its handle, and refuses statements that would take what such a scan returns for
 * all rows.
 */
public abstract class ScanMetadata extends ClassLoaderSafeConnectorMetadata {
    private final ScanHandles handles;
    private final Map<String, ScanExplainer> explainers = new ConcurrentHashMap<>();

    /** @param handles those of the stock connector */
    protected ScanMetadata(ConnectorMetadata stock, ScanHandles handles, ClassLoader classLoader) {
        super(stock, classLoader);
        this.handles = requireNonNull(handles, "handles is null");
    }

    /** Creates what explains the scans of the query of a session. */
    protected abstract ScanExplainer createExplainer(ConnectorSession session);

    /** Returns what the rows of a scan satisfy, as far as it is known; empty if the scan must read everything whatever it demands. */
    protected abstract Optional<Predicate> asked(ConnectorTableHandle table);

    /** Returns whether the scan gives an answer instead of the table's rows. */
    protected final boolean isAnswered(ConnectorTableHandle table) {
        return handles.answer(table).isPresent();
    }

    /** Returns a handle that the stock connector has derived from another one, with the constraint of that one. */
    protected final ConnectorTableHandle derived(ConnectorTableHandle from, ConnectorTableHandle handle) {
        return explainedAs(from, handles.attach(handle, handles.demand(from)));
    }

    private ConnectorTableHandle explainedAs(ConnectorTableHandle other, ConnectorTableHandle handle) {
        return handles.explainer(other)
                .map(explainer -> handles.explainedBy(handle, explainer))
                .orElse(handle);
    }

    /** Returns the handle of a scan of which nothing is asked yet, so that it can be explained. */
    protected final ConnectorTableHandle explained(ConnectorSession session, ConnectorTableHandle table) {
        return handles.explainedBy(table, explainer(session).ofScan(Optional.empty()));
    }

    /** Returns a handle that a constraint has made of another one, so that it can be explained. */
    protected final ConnectorTableHandle explained(
            ConnectorSession session, ConnectorTableHandle from, Constraint constraint, ConnectorTableHandle handle) {
        return EngineFilters.isIn(constraint)
                ? handles.explainedBy(handle, explainer(session).ofScan(Optional.of(constraint)))
                : explainedAs(from, handle);
    }

    /** Returns whether a plan names conditions that this constraint has and no constraint of the scan before it had. */
    protected final boolean isExplainedBetterBy(Constraint constraint, ConnectorTableHandle table) {
        return EngineFilters.isIn(constraint)
                && !handles.explainer(table)
                        .filter(Explainer::knowsHiddenFilter)
                        .isPresent();
    }

    private ScanExplainer explainer(ConnectorSession session) {
        return explainers.computeIfAbsent(session.getQueryId(), _ -> createExplainer(session));
    }

    @Override
    public Optional<ProjectionApplicationResult<ConnectorTableHandle>> applyProjection(
            ConnectorSession session,
            ConnectorTableHandle table,
            List<ConnectorExpression> projections,
            Map<String, ColumnHandle> assignments) {
        if (isAnswered(table)) {
            return Optional.empty();
        }
        return super.applyProjection(session, table, projections, assignments)
                .map(result -> new ProjectionApplicationResult<>(
                        derived(table, result.getHandle()),
                        result.getProjections(),
                        result.getAssignments(),
                        result.isPrecalculateStatistics()));
    }

    @Override
    public Optional<ConnectorTableHandle> applyPartitioning(
            ConnectorSession session,
            ConnectorTableHandle table,
            Optional<ConnectorPartitioningHandle> partitioning,
            List<ColumnHandle> columns) {
        if (isAnswered(table)) {
            return Optional.empty();
        }
        return super.applyPartitioning(session, table, partitioning, columns).map(handle -> derived(table, handle));
    }

    /**
     * Refuses the pushdown if the scan has taken over a filter. The stock connector would delete all rows of the partitions;
     * had the filter stayed with the engine, this method would not have been called.
     */
    @Override
    public Optional<ConnectorTableHandle> applyDelete(ConnectorSession session, ConnectorTableHandle table) {
        return handles.givesSomeRowsOnly(table) ? Optional.empty() : super.applyDelete(session, table);
    }

    /**
     * Refuses to run a table procedure over a filtered scan. The stock connector would delete the files and write back only the
     * rows that the scan returned.
     */
    @Override
    public BeginTableExecuteResult<ConnectorTableExecuteHandle, ConnectorTableHandle> beginTableExecute(
            ConnectorSession session, ConnectorTableExecuteHandle execute, ConnectorTableHandle source) {
        handles.checkProcedure(source);
        return super.beginTableExecute(session, execute, source);
    }

    /** Tells the engine nothing of the partitions of a filtered scan: it may take their values for those of the rows. */
    @Override
    public ConnectorTableProperties getTableProperties(ConnectorSession session, ConnectorTableHandle table) {
        // only the planner asks, for each scan
        Optional.ofNullable(explainers.get(session.getQueryId())).ifPresent(explainer -> explainer.plannedBy(session));
        if (isAnswered(table)) {
            return new ConnectorTableProperties();
        }
        ConnectorTableProperties ofStock = super.getTableProperties(session, table);
        return handles.givesSomeRowsOnly(table)
                ? new ConnectorTableProperties(
                        ofStock.getPredicate(),
                        ofStock.getTablePartitioning(),
                        Optional.empty(),
                        ofStock.getLocalProperties())
                : ofStock;
    }

    /** Returns the description of a scan for event listeners: that of the stock connector, and the conditions. */
    @Override
    public Optional<Object> getInfo(ConnectorSession session, ConnectorTableHandle table) {
        Optional<Object> ofStock = super.getInfo(session, table);
        return isAnswered(table)
                ? ofStock
                : ofStock.map(info -> asked(table)
                        .<Object>map(predicate -> new ScanInfo(info, predicate))
                        .orElse(info));
    }

    @Override
    public void cleanupQuery(ConnectorSession session) {
        super.cleanupQuery(session);
        Optional.ofNullable(explainers.remove(session.getQueryId())).ifPresent(ScanExplainer::end);
    }
}
