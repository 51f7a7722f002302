// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.IndexCopy;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.index.IndexStores;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.trino.spi.StandardErrorCode;
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

/** Changes to a table's index. Whoever may write the table may change its index. */
public class IndexProcedures {
    private static final Logger log = Logger.get(IndexProcedures.class);

    private final TableAccess tables;
    private final IndexStores stores;
    private final IndexTypes indexTypes;
    private final ColumnPaths paths;
    private final MapType optionsType;

    @Inject
    public IndexProcedures(
            TableAccess tables, IndexStores stores, IndexTypes indexTypes, ColumnPaths paths, TypeManager typeManager) {
        this.tables = requireNonNull(tables, "tables is null");
        this.stores = requireNonNull(stores, "stores is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.optionsType = new MapType(VARCHAR, VARCHAR, typeManager.getTypeOperators());
    }

    public Procedure createIndex() {
        return new Procedure(
                "system",
                "create_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("INDEX_TYPE", VARCHAR),
                        new Argument("COLUMNS", new ArrayType(VARCHAR)),
                        new Argument("OPTIONS", optionsType, false, null)),
                ProcedureMethod.of(
                        this, "createIndex", String.class, String.class, String.class, List.class, Map.class));
    }

    public Procedure dropIndex() {
        return new Procedure(
                "system",
                "drop_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("INDEX_TYPE", VARCHAR),
                        new Argument("COLUMNS", new ArrayType(VARCHAR))),
                ProcedureMethod.of(this, "dropIndex", String.class, String.class, String.class, List.class));
    }

    public Procedure setAutoIndexes() {
        return new Procedure(
                "system",
                "set_auto_indexes",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("ENABLED", BOOLEAN)),
                ProcedureMethod.of(this, "setAutoIndexes", String.class, String.class, boolean.class));
    }

    public Procedure publishIndex() {
        return new Procedure(
                "system",
                "publish_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("BUILD", VARCHAR)),
                ProcedureMethod.of(this, "publishIndex", String.class, String.class, String.class));
    }

    public Procedure vacuumIndex() {
        return new Procedure(
                "system",
                "vacuum_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("OLDER_THAN", VARCHAR, false, "1h"),
                        new Argument("DRY_RUN", BOOLEAN, false, false)),
                ProcedureMethod.of(this, "vacuumIndex", String.class, String.class, String.class, boolean.class));
    }

    public Procedure copyIndex() {
        return new Procedure(
                "system",
                "copy_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("FROM_STORE", VARCHAR)),
                ProcedureMethod.of(this, "copyIndex", String.class, String.class, String.class));
    }

    /** {@code CALL system.create_index(schema_name, table_name, index_type, columns, options)}. */
    public void createIndex(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String indexType,
            List<?> columns,
            Map<?, ?> options) {
        checkProcedureArgument(indexType != null, "index_type cannot be null");
        inTable(session, accessControl, schema, table, (ofTable, index) -> {
            IndexDefinition definition = new IndexDefinition(
                    type(indexType).name(),
                    resolve(new SchemaTableName(schema, table), ofTable, names(columns)),
                    options(options));
            try {
                type(indexType)
                        .check(
                                definition.columns().stream()
                                        .map(IndexedColumn::type)
                                        .collect(toImmutableList()),
                                definition.options());
            } catch (IllegalArgumentException e) {
                throw new TrinoException(StandardErrorCode.INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
            }
            index.request(requested -> ImmutableList.<IndexDefinition>builder()
                    .addAll(without(requested, definition.name()))
                    .add(definition)
                    .build());
            log.info(
                    "The next build of %s.%s makes %s%s",
                    schema,
                    table,
                    definition.name(),
                    index.isAutomatic()
                            ? ", beside the indexes that it chooses"
                            : ", and no indexes but those that were asked for: system.set_auto_indexes is off");
        });
    }

    /** {@code CALL system.drop_index(schema_name, table_name, index_type, columns)}. */
    public void dropIndex(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String indexType,
            List<?> columns) {
        checkProcedureArgument(indexType != null, "index_type cannot be null");
        inTable(session, accessControl, schema, table, (ofTable, index) -> {
            String name = name(ofTable, indexType.toLowerCase(Locale.ENGLISH), names(columns));
            index.request(requested -> {
                List<IndexDefinition> kept = requested.stream()
                        .filter(definition -> !name(
                                        ofTable,
                                        definition.type(),
                                        definition.columns().stream()
                                                .map(IndexedColumn::name)
                                                .toList())
                                .equals(name))
                        .collect(toImmutableList());
                if (kept.size() == requested.size()) {
                    throw new TrinoException(
                            StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                            "Table %s.%s has no requested index %s; requested are: %s. Indexes that builds choose are turned off all together, by CALL system.set_auto_indexes('%s', '%s', false)"
                                    .formatted(
                                            schema,
                                            table,
                                            name,
                                            requested.stream()
                                                    .map(IndexDefinition::name)
                                                    .toList(),
                                            schema,
                                            table));
                }
                return kept;
            });
        });
    }

    /** {@code CALL system.set_auto_indexes(schema_name, table_name, enabled)}. */
    public void setAutoIndexes(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            boolean enabled) {
        inTable(session, accessControl, schema, table, (_, index) -> {
            index.setAutomatic(enabled);
            log.info(
                    enabled
                            ? "Builds of %s.%s choose indexes beside those that were asked for"
                            : "Builds of %s.%s make no indexes but those that were asked for",
                    schema,
                    table);
        });
    }

    /** {@code CALL system.publish_index(schema_name, table_name, build)}. */
    public void publishIndex(
            ConnectorSession session, ConnectorAccessControl accessControl, String schema, String table, String build) {
        checkProcedureArgument(build != null, "build cannot be null: take it from the result of system.summarize");
        inTable(session, accessControl, schema, table, (_, index) -> {
            TableIndex.PublishResult result = index.publish(
                    build,
                    tables.inTransaction(
                            session,
                            transaction -> tables.objects(transaction, session, new SchemaTableName(schema, table))));
            log.info(
                    "Published %s of %s.%s: %s objects, %s ranges; %s added, %s dropped, %s modified too shortly ago",
                    result.snapshot().id(),
                    schema,
                    table,
                    result.objects(),
                    result.ranges(),
                    result.added(),
                    result.dropped(),
                    result.tooYoung());
        });
    }

    /** {@code CALL system.vacuum_index(schema_name, table_name, older_than, dry_run)}. */
    public void vacuumIndex(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String olderThan,
            boolean dryRun) {
        Duration age = TableCall.age(olderThan);
        inTable(session, accessControl, schema, table, (_, index) -> {
            TableIndex.VacuumResult result = index.vacuum(age, dryRun);
            log.info(
                    "%s %s files (%s bytes) of the index of %s.%s: %s",
                    dryRun ? "Would delete" : "Deleted",
                    result.files().size(),
                    result.bytes(),
                    schema,
                    table,
                    result.files());
        });
    }

    /** {@code CALL system.copy_index(schema_name, table_name, from_store)}. */
    public void copyIndex(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String fromStore) {
        checkProcedureArgument(fromStore != null, "from_store cannot be null");
        checkProcedureArgument(
                !fromStore.equalsIgnoreCase(stores.usedName()),
                "from_store is '%s', which is where this catalog keeps indexes already; give the other store",
                fromStore);
        TrinoIndexStore source;
        try {
            source = stores.get(fromStore);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
        }
        inTable(session, accessControl, schema, table, (_, index) -> {
            SchemaTableName name = new SchemaTableName(schema, table);
            TableIndex from =
                    tables.inTransaction(session, transaction -> tables.index(transaction, session, name, source));
            IndexSnapshot snapshot = from.current()
                    .orElseThrow(() -> new TrinoException(
                            StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                            "Table %s has no index in the store '%s'".formatted(name, fromStore)));
            IndexCopy.request(from, index);
            String build = index.beginBuild();
            IndexCopy.write(snapshot, index, build);
            publishIndex(session, accessControl, schema, table, build);
        });
    }

    private interface Change {
        void apply(List<IndexedColumn> ofTable, TableIndex index);
    }

    private void inTable(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            Change change) {
        TableCall.run(schema, table, name -> {
            accessControl.checkCanInsertIntoTable(null, name);
            tables.inTransaction(session, transaction -> {
                change.apply(tables.columns(transaction, session, name), tables.index(transaction, session, name));
                return null;
            });
        });
    }

    private IndexType type(String name) {
        try {
            return indexTypes.get(name.toLowerCase(Locale.ENGLISH));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
        }
    }

    private List<IndexedColumn> resolve(SchemaTableName table, List<IndexedColumn> columns, List<String> names) {
        List<ColumnPath> found = names.stream()
                .map(name -> paths.parse(name, columns)
                        .orElseThrow(() -> new TrinoException(
                                StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                                "'%s' is neither a data column of %s nor an expression over one; columns are: %s. Expressions that can be indexed are CAST(text AS type), row.field, map['key'], element_at(map, 'key') and elements(array)"
                                        .formatted(
                                                name,
                                                table,
                                                columns.stream()
                                                        .map(IndexedColumn::name)
                                                        .toList()))))
                .collect(toImmutableList());
        checkProcedureArgument(
                found.size() == 1 || found.stream().allMatch(ColumnPath::isOnePerRow),
                "An index over elements of arrays can have no other column: a row has any number of them");
        return found.stream().map(ColumnPath::indexed).collect(toImmutableList());
    }

    /** The name of an index as it would be given now: an earlier release may have named casts otherwise. */
    private String name(List<IndexedColumn> ofTable, String type, List<String> columns) {
        return columns.stream()
                // the column may be gone
                .map(column -> paths.parse(column, ofTable)
                        .map(ColumnPath::toString)
                        .orElseGet(() -> column.toLowerCase(Locale.ENGLISH)))
                .collect(joining(",", type + "(", ")"));
    }

    private static List<IndexDefinition> without(List<IndexDefinition> definitions, String name) {
        return definitions.stream()
                .filter(definition -> !definition.name().equals(name))
                .collect(toImmutableList());
    }

    private static List<String> names(List<?> columns) {
        checkProcedureArgument(
                columns != null && !columns.isEmpty(), "columns must name at least one column: ARRAY['latitude']");
        checkProcedureArgument(!columns.contains(null), "columns cannot contain null");
        return columns.stream().map(String.class::cast).collect(toImmutableList());
    }

    private static Map<String, String> options(Map<?, ?> options) {
        if (options == null) {
            return ImmutableMap.of();
        }
        ImmutableMap.Builder<String, String> result = ImmutableMap.builder();
        options.forEach((key, value) -> {
            checkProcedureArgument(value != null, "option %s cannot be null", key);
            result.put(((String) key).toLowerCase(Locale.ENGLISH), (String) value);
        });
        return result.buildOrThrow();
    }
}
