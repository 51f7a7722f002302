// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.swap_rewrite(schema_name, table_name, rewrite)}, which replaces the old objects by the
 * rewritten ones.
 */
public final class SwapRewriteProcedure implements Provider<Procedure> {
    private final RewriteRights rights;
    private final RewriteSwap swap;

    @Inject
    public SwapRewriteProcedure(RewriteRights rights, RewriteSwap swap) {
        this.rights = requireNonNull(rights, "rights is null");
        this.swap = requireNonNull(swap, "swap is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "swap_rewrite",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("REWRITE", VARCHAR)),
                ProcedureMethod.of(this, String.class, String.class, String.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String rewrite) {
        RewriteCall.run(schema, table, rewrite, name -> {
            rights.check(session, accessControl, name.table());
            swap.swap(session, name);
        });
    }
}
