// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.skipping.trino.core.release.AccessChecks;
import io.skipping.trino.hive.layout.LayoutArguments;
import io.skipping.trino.hive.layout.TableLayout;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import io.trino.spi.type.ArrayType;
import java.util.List;
import java.util.Optional;

/**
 * Implements {@code CALL system.begin_rewrite(schema_name, table_name, rewrite, model, sorted_by, partition,
 * move_external)}, which creates the staging table that INSERT then fills.
 */
public final class BeginRewriteProcedure implements Provider<Procedure> {
    private final RewriteRights rights;
    private final RewriteStart start;

    @Inject
    public BeginRewriteProcedure(RewriteRights rights, RewriteStart start) {
        this.rights = requireNonNull(rights, "rights is null");
        this.start = requireNonNull(start, "start is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "begin_rewrite",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("REWRITE", VARCHAR),
                        new Argument("MODEL", VARCHAR),
                        new Argument("SORTED_BY", new ArrayType(VARCHAR), false, null),
                        new Argument("PARTITION", VARCHAR, false, null),
                        new Argument("MOVE_EXTERNAL", BOOLEAN, false, false)),
                ProcedureMethod.of(
                        this,
                        String.class,
                        String.class,
                        String.class,
                        String.class,
                        List.class,
                        String.class,
                        boolean.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String rewrite,
            String model,
            List<?> sortedBy,
            String partition,
            boolean moveExternal) {
        checkProcedureArgument(model != null, "model cannot be null: give the content of a model's file");
        RewriteCall.run(schema, table, rewrite, name -> {
            AccessChecks.insert(accessControl, null, name.table());
            start.checkKind(session, name.table());
            rights.check(session, accessControl, name.table());
            accessControl.checkCanCreateTable(null, name.staging(), ImmutableMap.of());
            start.begin(
                    session,
                    name,
                    new TableLayout(model, LayoutArguments.sortedBy(sortedBy)),
                    Optional.ofNullable(partition),
                    moveExternal);
        });
    }
}
