// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.TableScans;
import io.skipping.trino.core.explain.AskedConditions;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.index.VisibleIndexes;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Knows the system tables that show the index of a table: {@code "t$indexes"}, {@code "t$index"}, {@code "t$objects"},
 * {@code "t$scans"}, {@code "t$advice"} and {@code "t$vacuum"}. They require SELECT on the table. Views that show values from the data require it on all
 * columns, without row filters or column masks.
 */
public class IndexViews {
    private final TableDefinitions definitions;
    private final VisibleIndexes visible;
    private final SkippingExecutor executor;
    private final List<IndexView> views;

    @Inject
    public IndexViews(
            TypeManager typeManager,
            TableDefinitions definitions,
            VisibleIndexes visible,
            SkippingExecutor executor,
            TableScans scans,
            AskedConditions conditions,
            RewriteStatements rewrites,
            CatalogName catalog) {
        this.definitions = requireNonNull(definitions, "definitions is null");
        this.visible = requireNonNull(visible, "visible is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.views = ImmutableList.of(
                new IndexesView(typeManager),
                new RangesView(),
                new VacuumView(),
                new ObjectsView(),
                new ScansView(scans),
                new AdviceView(catalog, conditions, rewrites));
    }

    /** Returns the table whose index a system table shows; empty if the name is not that of such a system table. */
    public Optional<SchemaTableName> source(SchemaTableName name) {
        return view(name).map(view -> source(name, view));
    }

    private Optional<IndexView> view(SchemaTableName name) {
        return views.stream()
                .filter(view -> name.getTableName().endsWith(view.suffix())
                        && name.getTableName().length() > view.suffix().length())
                .findFirst();
    }

    private static SchemaTableName source(SchemaTableName name, IndexView view) {
        String table = name.getTableName();
        return new SchemaTableName(
                name.getSchemaName(),
                table.substring(0, table.length() - view.suffix().length()));
    }

    /**
     * Returns a system table.
     *
     * @param name a name for which {@link #source} returns a table
     * @param table the table whose index is shown
     * @param columns columns of that table
     * @param index supplies the index of that table
     */
    public IndexViewTable table(
            SchemaTableName name,
            SchemaTableName table,
            Supplier<Stream<ColumnSchema>> columns,
            Supplier<? extends TableAccess> tables,
            Supplier<TableIndex> index,
            ConnectorSession session) {
        return new IndexViewTable(
                name, view(name).orElseThrow(), table, columns, tables, index, definitions, visible, session, executor);
    }
}
