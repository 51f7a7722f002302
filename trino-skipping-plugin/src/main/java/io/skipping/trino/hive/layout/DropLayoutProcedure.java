// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.drop_layout(schema_name, table_name)}. From then on, INSERT writes as it does without a
 * layout.
 */
public final class DropLayoutProcedure implements Provider<Procedure> {
    private final LayoutChange table;
    private final TableLayouts layouts;

    @Inject
    public DropLayoutProcedure(LayoutChange table, TableLayouts layouts) {
        this.table = requireNonNull(table, "table is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "drop_layout",
                ImmutableList.of(new Argument("SCHEMA_NAME", VARCHAR), new Argument("TABLE_NAME", VARCHAR)),
                ProcedureMethod.of(this, String.class, String.class));
    }

    public void call(ConnectorSession session, ConnectorAccessControl accessControl, String schema, String name) {
        table.run(session, accessControl, schema, name, (_, found) -> {
            if (!layouts.delete(HiveTables.indexed(found), session.getIdentity())) {
                throw new TrinoException(
                        INVALID_PROCEDURE_ARGUMENT, "Table %s.%s has no layout".formatted(schema, name));
            }
        });
    }
}
