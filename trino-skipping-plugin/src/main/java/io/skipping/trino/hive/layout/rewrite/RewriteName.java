// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;

import io.trino.filesystem.Location;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaTableName;
import java.util.regex.Pattern;

/**
 * Which rewrite of a table is meant.
 *
 * @param id 8 hex digits
 */
public record RewriteName(SchemaTableName table, String id) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}");
    private static final String INFIX = "__rewrite_";

    public RewriteName {
        if (!ID.matcher(id).matches()) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT, "rewrite must be 8 hex digits, not '%s'".formatted(id));
        }
    }

    /** Whether a table may be the staging table of a rewrite of another one. */
    static boolean isStaging(SchemaTableName staging, SchemaTableName table) {
        String prefix = table.getTableName() + INFIX;
        return staging.getSchemaName().equals(table.getSchemaName())
                && staging.getTableName().startsWith(prefix)
                && ID.matcher(staging.getTableName().substring(prefix.length())).matches();
    }

    public SchemaTableName staging() {
        return new SchemaTableName(table.getSchemaName(), table.getTableName() + INFIX + id);
    }

    /**
     * The folder of the new objects. It is not the one that a table of the staging table's name would have: a metastore may delete that
     * with the staging table.
     *
     * @param tableLocation without a slash at its end
     */
    Location folder(Location tableLocation) {
        return tableLocation.parentDirectory().appendPath(table.getTableName() + "__" + id);
    }
}
