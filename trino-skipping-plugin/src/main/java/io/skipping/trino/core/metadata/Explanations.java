// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.skipping.trino.core.rights.SelectRights;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.Optional;
import java.util.function.Function;

/** Creates what explains the scans of queries of a catalog. */
public class Explanations {
    private final CatalogName catalog;
    private final IndexLookup lookup;
    private final TableAccess tables;
    private final SelectRights rights;
    private final EngineFilters engineFilters;
    private final RewriteStatements rewrites;

    /** @param rewrites give what the tables of the catalog are written anew with */
    @Inject
    public Explanations(
            CatalogName catalog,
            IndexLookup lookup,
            TableAccess tables,
            SelectRights rights,
            EngineFilters engineFilters,
            RewriteStatements rewrites) {
        this.catalog = requireNonNull(catalog, "catalog is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.rights = requireNonNull(rights, "rights is null");
        this.engineFilters = requireNonNull(engineFilters, "engineFilters is null");
        this.rewrites = requireNonNull(rewrites, "rewrites is null");
    }

    /**
     * Returns what explains the scans of a query.
     *
     * @param columns describes the columns of the connector
     * @param scans describes a scan by its handle; empty if it is not pruned, whatever it demands
     */
    public ScanExplainer ofQuery(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ColumnHandles columns,
            Function<ConnectorTableHandle, Optional<ExplainedScan>> scans) {
        return new ScanExplainer(
                new ScanExplainer.OfQuery(
                        catalog, transaction, session, columns, lookup, tables, rights, engineFilters, rewrites),
                scans);
    }
}
