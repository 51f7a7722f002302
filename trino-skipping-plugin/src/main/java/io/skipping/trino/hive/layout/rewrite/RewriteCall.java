// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;

import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.procedure.TableCall;
import java.util.function.Consumer;

/** What calls about one rewrite have in common. */
final class RewriteCall {
    private RewriteCall() {}

    /**
     * @param schema as the caller gave it
     * @param table the same
     * @param rewrite the same
     * @throws io.trino.spi.TrinoException if one of them is missing
     */
    static void run(String schema, String table, String rewrite, Consumer<RewriteName> step) {
        TableCall.run(schema, table, name -> {
            checkProcedureArgument(rewrite != null, "rewrite cannot be null");
            step.accept(new RewriteName(name, rewrite));
        });
    }
}
