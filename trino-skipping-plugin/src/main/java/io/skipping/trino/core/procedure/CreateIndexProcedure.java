// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.airlift.log.Logger;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
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
import io.trino.spi.type.MapType;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Implements {@code CALL system.create_index(schema_name, table_name, index_type, columns, options)}, which requests an
 * index that the next build creates.
 */
public final class CreateIndexProcedure implements Provider<Procedure> {
    private static final Logger log = Logger.get(CreateIndexProcedure.class);

    private final IndexChange index;
    private final IndexTypes indexTypes;
    private final ColumnPaths paths;
    private final MapType optionsType;

    @Inject
    public CreateIndexProcedure(IndexChange index, IndexTypes indexTypes, ColumnPaths paths, TypeManager typeManager) {
        this.index = requireNonNull(index, "index is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.optionsType = new MapType(VARCHAR, VARCHAR, typeManager.getTypeOperators());
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "create_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("INDEX_TYPE", VARCHAR),
                        new Argument("COLUMNS", new ArrayType(VARCHAR)),
                        new Argument("OPTIONS", optionsType, false, null)),
                ProcedureMethod.of(this, String.class, String.class, String.class, List.class, Map.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String indexType,
            List<?> columns,
            Map<?, ?> options) {
        checkProcedureArgument(indexType != null, "index_type cannot be null");
        index.run(session, accessControl, schema, table, (ofTable, index) -> {
            IndexType type = type(indexType);
            IndexDefinition definition = new IndexDefinition(
                    type.name(),
                    resolve(
                            accessControl,
                            new SchemaTableName(schema, table),
                            ofTable,
                            IndexArguments.columns(columns)),
                    IndexArguments.options(options));
            try {
                type.check(IndexTypes.columnTypes(definition), definition.options());
            } catch (IllegalArgumentException e) {
                throw new TrinoException(INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
            }
            index.request(requested -> ImmutableList.<IndexDefinition>builder()
                    .addAll(without(requested, definition.name()))
                    .add(definition)
                    .build());
            log.info(
                    "The next build of %s.%s creates %s%s",
                    schema,
                    table,
                    definition.name(),
                    index.isAutomatic()
                            ? ", in addition to the indexes that it chooses"
                            : ", and only requested indexes, because system.set_auto_indexes is off");
        });
    }

    private IndexType type(String name) {
        try {
            return indexTypes.get(name.toLowerCase(Locale.ENGLISH));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
        }
    }

    private List<IndexedColumn> resolve(
            ConnectorAccessControl accessControl,
            SchemaTableName table,
            List<IndexedColumn> columns,
            List<String> names) {
        List<ColumnPath> found = names.stream()
                .map(name -> paths.parse(name, columns)
                        .orElseThrow(() -> new TrinoException(
                                INVALID_PROCEDURE_ARGUMENT,
                                "'%s' is neither a data column of %s nor an expression over one; columns are: %s. Expressions that can be indexed are CAST(text AS type), row.field, map['key'], element_at(map, 'key'), elements(array), lower(text), upper(text), date_parse(text, 'format') and json_extract_scalar(text, 'path')"
                                        .formatted(name, table, shown(accessControl, table, columns)))))
                .collect(toImmutableList());
        checkProcedureArgument(
                found.size() == 1 || found.stream().allMatch(ColumnPath::isOnePerRow),
                "An index over elements of arrays can have no other column: a row has any number of them");
        return found.stream().map(ColumnPath::indexed).collect(toImmutableList());
    }

    private static List<String> shown(
            ConnectorAccessControl accessControl, SchemaTableName table, List<IndexedColumn> columns) {
        List<String> names = columns.stream().map(IndexedColumn::name).toList();
        return names.stream()
                .filter(VisibleIndexes.columns(accessControl, table, names))
                .toList();
    }

    private static List<IndexDefinition> without(List<IndexDefinition> definitions, String name) {
        return definitions.stream()
                .filter(definition -> !definition.name().equals(name))
                .collect(toImmutableList());
    }
}
