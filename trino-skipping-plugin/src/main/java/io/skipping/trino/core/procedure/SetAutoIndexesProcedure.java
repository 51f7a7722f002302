// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.airlift.log.Logger;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.set_auto_indexes(schema_name, table_name, enabled)}, which sets whether builds choose
 * indexes in addition to the requested ones.
 */
public final class SetAutoIndexesProcedure implements Provider<Procedure> {
    private static final Logger log = Logger.get(SetAutoIndexesProcedure.class);

    private final IndexChange index;

    @Inject
    public SetAutoIndexesProcedure(IndexChange index) {
        this.index = requireNonNull(index, "index is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "set_auto_indexes",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("ENABLED", BOOLEAN)),
                ProcedureMethod.of(this, String.class, String.class, boolean.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            boolean enabled) {
        index.run(session, accessControl, schema, table, (_, index) -> {
            index.setAutomatic(enabled);
            log.info(
                    enabled
                            ? "Builds of %s.%s choose indexes in addition to the requested ones"
                            : "Builds of %s.%s create only the requested indexes",
                    schema,
                    table);
        });
    }
}
