// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;

import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.procedure.TableCall;
import java.util.function.Consumer;

/** Runs procedure calls that concern one rewrite. */
final class RewriteCall {
    private RewriteCall() {}

    /**
     * Checks the arguments and runs one step of a rewrite.
     *
     * @param schema as the caller passed it
     * @param table as the caller passed it
     * @param rewrite as the caller passed it
     * @throws io.trino.spi.TrinoException if one of them is missing
     */
    static void run(String schema, String table, String rewrite, Consumer<RewriteName> step) {
        TableCall.run(schema, table, name -> {
            checkProcedureArgument(rewrite != null, "rewrite cannot be null");
            step.accept(new RewriteName(name, rewrite));
        });
    }
}
