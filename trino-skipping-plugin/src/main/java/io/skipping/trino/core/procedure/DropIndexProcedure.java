// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.index.VisibleIndexes;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import io.trino.spi.type.ArrayType;
import java.util.List;
import java.util.Locale;

/**
 * Implements {@code CALL system.drop_index(schema_name, table_name, index_type, columns)}, which withdraws the request
 * for an index.
 */
public final class DropIndexProcedure implements Provider<Procedure> {
    private final IndexChange index;
    private final ColumnPaths paths;
    private final VisibleIndexes visible;

    @Inject
    public DropIndexProcedure(IndexChange index, ColumnPaths paths, VisibleIndexes visible) {
        this.index = requireNonNull(index, "index is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.visible = requireNonNull(visible, "visible is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "drop_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("INDEX_TYPE", VARCHAR),
                        new Argument("COLUMNS", new ArrayType(VARCHAR))),
                ProcedureMethod.of(this, String.class, String.class, String.class, List.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String indexType,
            List<?> columns) {
        checkProcedureArgument(indexType != null, "index_type cannot be null");
        index.run(session, accessControl, schema, table, (ofTable, index) -> {
            String name = name(ofTable, indexType.toLowerCase(Locale.ENGLISH), IndexArguments.columns(columns));
            index.request(requested -> {
                List<IndexDefinition> kept = requested.stream()
                        .filter(definition -> !name(ofTable, definition).equals(name))
                        .collect(toImmutableList());
                if (kept.size() == requested.size()) {
                    throw new TrinoException(
                            INVALID_PROCEDURE_ARGUMENT,
                            "Table %s.%s has no requested index %s; requested are: %s. Indexes that builds choose can only be turned off together, by CALL system.set_auto_indexes('%s', '%s', false)"
                                    .formatted(
                                            schema,
                                            table,
                                            name,
                                            requested.stream()
                                                    .filter(visible.indexes(
                                                            accessControl, new SchemaTableName(schema, table), ofTable))
                                                    .map(IndexDefinition::name)
                                                    .toList(),
                                            schema,
                                            table));
                }
                return kept;
            });
        });
    }

    private String name(List<IndexedColumn> ofTable, IndexDefinition definition) {
        return name(
                ofTable,
                definition.type(),
                definition.columns().stream().map(IndexedColumn::name).toList());
    }

    /** Returns the name that the index would have today; an earlier release may have named casts differently. */
    private String name(List<IndexedColumn> ofTable, String type, List<String> columns) {
        return columns.stream()
                // the column may no longer exist
                .map(column -> paths.parse(column, ofTable)
                        .map(ColumnPath::toString)
                        .orElseGet(() -> column.toLowerCase(Locale.ENGLISH)))
                .collect(joining(",", type + "(", ")"));
    }
}
