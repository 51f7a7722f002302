// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.index.VisibleIndexes;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import io.trino.spi.type.ArrayType;
import java.util.List;
import java.util.stream.Stream;

/**
 * Implements {@code CALL system.set_layout(schema_name, table_name, model, sorted_by)}, which sets the layout that
 * INSERT follows from then on.
 */
public final class SetLayoutProcedure implements Provider<Procedure> {
    private final LayoutChange table;
    private final TableLayouts layouts;

    @Inject
    public SetLayoutProcedure(LayoutChange table, TableLayouts layouts) {
        this.table = requireNonNull(table, "table is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "set_layout",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("MODEL", VARCHAR),
                        new Argument("SORTED_BY", new ArrayType(VARCHAR), false, null)),
                ProcedureMethod.of(this, String.class, String.class, String.class, List.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String name,
            String model,
            List<?> sortedBy) {
        checkProcedureArgument(model != null, "model cannot be null: give the content of a model's file");
        TableLayout layout = new TableLayout(model, LayoutArguments.sortedBy(sortedBy));
        table.run(session, accessControl, schema, name, (handle, found) -> {
            if (!InsertLayouts.mayHaveLayout(found)) {
                throw new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT,
                        "Table %s.%s cannot have a layout: it is bucketed or transactional, which already determines the object of each row"
                                .formatted(schema, name));
            }
            try {
                layout.check(handle, VisibleIndexes.columns(accessControl, handle.getSchemaTableName(), names(handle)));
            } catch (IllegalArgumentException e) {
                throw new TrinoException(INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
            }
            layouts.write(HiveTables.indexed(found), layout, session.getIdentity());
        });
    }

    private static List<String> names(HiveTableHandle table) {
        return Stream.concat(table.getDataColumns().stream(), table.getPartitionColumns().stream())
                .map(HiveColumnHandle::getName)
                .toList();
    }
}
