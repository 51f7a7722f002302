// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;

import io.trino.filesystem.Location;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaTableName;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which rewrite of a table is meant.
 *
 * @param id 8 hex digits
 */
public record RewriteName(SchemaTableName table, String id) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}");
    private static final String PREFIX = "_skipping_rewrite_";

    public RewriteName {
        if (!ID.matcher(id).matches()) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT, "rewrite must be 8 hex digits, not '%s'".formatted(id));
        }
    }

    /** Returns the rewrite of a table that another one may be the staging table of. */
    public static Optional<RewriteName> ofStaging(SchemaTableName staging, SchemaTableName table) {
        String prefix = prefix(table);
        if (!staging.getSchemaName().equals(table.getSchemaName())
                || !staging.getTableName().startsWith(prefix)) {
            return Optional.empty();
        }
        String id = staging.getTableName().substring(prefix.length());
        return ID.matcher(id).matches() ? Optional.of(new RewriteName(table, id)) : Optional.empty();
    }

    /** The staging table, whose name says what it is to those who come across it. */
    public SchemaTableName staging() {
        return new SchemaTableName(table.getSchemaName(), prefix(table) + id);
    }

    private static String prefix(SchemaTableName table) {
        return PREFIX + table.getTableName() + "_";
    }

    /**
     * The folder of the new objects. It is not the one that a table of the staging table's name would have: a metastore may delete that
     * with the staging table.
     *
     * @param tableLocation without a slash at its end
     */
    public Location folder(Location tableLocation) {
        return tableLocation.parentDirectory().appendPath(table.getTableName() + "__" + id);
    }
}
