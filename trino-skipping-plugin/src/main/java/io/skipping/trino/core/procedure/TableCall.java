// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;

import io.airlift.units.Duration;
import io.skipping.index.IndexUnavailableException;
import io.skipping.trino.core.SkippingErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.SchemaTableName;
import java.util.function.Consumer;

/** Runs a procedure's action on a table, and translates its failures. */
public final class TableCall {
    private TableCall() {}

    /**
     * Runs an action on a table.
     *
     * @param schema as passed by the caller
     * @param table as passed by the caller
     * @throws TrinoException if one of them is missing, or the index store cannot be used
     */
    public static void run(String schema, String table, Consumer<SchemaTableName> action) {
        checkProcedureArgument(schema != null, "schema_name cannot be null");
        checkProcedureArgument(table != null, "table_name cannot be null");
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(TableCall.class.getClassLoader())) {
            action.accept(new SchemaTableName(schema, table));
        } catch (IndexUnavailableException e) {
            throw new TrinoException(SkippingErrorCode.SKIPPING_INDEX_ERROR, e.getMessage(), e);
        }
    }

    /**
     * Parses the argument {@code older_than}.
     *
     * @throws TrinoException if the text is not a duration
     */
    public static Duration age(String olderThan) {
        try {
            return Duration.valueOf(olderThan);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "older_than must be a duration such as '1h', not '%s'".formatted(olderThan));
        }
    }
}
