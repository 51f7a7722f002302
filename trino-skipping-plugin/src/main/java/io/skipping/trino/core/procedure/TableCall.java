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

/** What calls of all procedures over tables have in common. */
public final class TableCall {
    private TableCall() {}

    /**
     * @param schema as the caller gave it
     * @param table the same
     * @throws TrinoException if one of them is missing, and if the store of indexes can't be used
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

    /** @throws TrinoException if the text of the argument older_than is no duration */
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
