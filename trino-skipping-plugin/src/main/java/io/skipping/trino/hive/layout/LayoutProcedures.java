// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Locale.ENGLISH;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.skipping.trino.core.procedure.TableCall;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import io.trino.spi.type.ArrayType;
import java.io.IOException;
import java.util.List;

/** Changes to the layout that INSERT into a table follows. Whoever may write the table may change it. */
public class LayoutProcedures {
    private final HiveTables tables;
    private final TableLayouts layouts;

    @Inject
    public LayoutProcedures(HiveTables tables, TableLayouts layouts) {
        this.tables = requireNonNull(tables, "tables is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
    }

    public Procedure setLayout() {
        return new Procedure(
                "system",
                "set_layout",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("MODEL", VARCHAR),
                        new Argument("SORTED_BY", new ArrayType(VARCHAR), false, null)),
                ProcedureMethod.of(this, "setLayout", String.class, String.class, String.class, List.class));
    }

    public Procedure dropLayout() {
        return new Procedure(
                "system",
                "drop_layout",
                ImmutableList.of(new Argument("SCHEMA_NAME", VARCHAR), new Argument("TABLE_NAME", VARCHAR)),
                ProcedureMethod.of(this, "dropLayout", String.class, String.class));
    }

    /** {@code CALL system.set_layout(schema_name, table_name, model, sorted_by)}. */
    public void setLayout(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String model,
            List<?> sortedBy) {
        checkProcedureArgument(model != null, "model cannot be null: give the content of a model's file");
        TableLayout layout = new TableLayout(model, names(sortedBy));
        inTable(session, accessControl, schema, table, (handle, found) -> {
            if (!InsertLayouts.mayHaveLayout(found)) {
                throw new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "Table %s.%s can have no layout: it is bucketed or transactional, so that its rows have their objects already"
                                .formatted(schema, table));
            }
            try {
                layout.check(handle);
            } catch (IllegalArgumentException e) {
                throw new TrinoException(INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
            }
            layouts.write(HiveTables.indexed(found), layout, session.getIdentity());
        });
    }

    /** {@code CALL system.drop_layout(schema_name, table_name)}. */
    public void dropLayout(
            ConnectorSession session, ConnectorAccessControl accessControl, String schema, String table) {
        inTable(session, accessControl, schema, table, (_, found) -> {
            if (!layouts.delete(HiveTables.indexed(found), session.getIdentity())) {
                throw new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT, "Table %s.%s has no layout".formatted(schema, table));
            }
        });
    }

    public static List<String> names(List<?> columns) {
        if (columns == null) {
            return ImmutableList.of();
        }
        checkProcedureArgument(!columns.contains(null), "sorted_by cannot contain null");
        return columns.stream()
                .map(name -> ((String) name).toLowerCase(ENGLISH))
                .collect(toImmutableList());
    }

    private interface Change {
        void apply(HiveTableHandle handle, Table table) throws IOException;
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
                try {
                    change.apply(tables.handle(transaction, session, name), tables.table(transaction, session, name));
                } catch (IOException e) {
                    throw new TrinoException(
                            SkippingErrorCode.SKIPPING_INDEX_ERROR,
                            "Cannot change the layout of %s: %s".formatted(name, e.getMessage()),
                            e);
                }
                return null;
            });
        });
    }
}
