// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;

import io.trino.filesystem.Location;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaTableName;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Identifies a rewrite of a table.
 *
 * @param id 8 hex digits
 */
public record RewriteName(SchemaTableName table, String id) {
    /** The table property of a staging table that holds the location of the rewrite's record. */
    public static final String RECORD_PROPERTY = "skipping.rewrite";

    /** Is between the table and the id in the name of the folder of the new objects. */
    public static final String INFIX = "__";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}");
    private static final String PREFIX = "_skipping_rewrite_";
    private static final Pattern STAGING = Pattern.compile(Pattern.quote(PREFIX) + ".+_" + ID, Pattern.DOTALL);

    public RewriteName {
        if (!ID.matcher(id).matches()) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT, "rewrite must be 8 hex digits, not '%s'".formatted(id));
        }
        if (table.getTableName().indexOf('/') >= 0) {
            throw new TrinoException(
                    INVALID_PROCEDURE_ARGUMENT,
                    "%s cannot be rewritten: the slash in its name would be one in that of a folder; copy it by CREATE TABLE AS, and rewrite the copy"
                            .formatted(table));
        }
    }

    /** Parses the name of a staging table; empty if it does not belong to a rewrite of {@code table}. */
    public static Optional<RewriteName> ofStaging(SchemaTableName staging, SchemaTableName table) {
        String prefix = prefix(table);
        if (!staging.getSchemaName().equals(table.getSchemaName())
                || !staging.getTableName().startsWith(prefix)) {
            return Optional.empty();
        }
        String id = staging.getTableName().substring(prefix.length());
        return ID.matcher(id).matches() ? Optional.of(new RewriteName(table, id)) : Optional.empty();
    }

    /**
     * Returns whether a table is the staging table of a rewrite, whichever table is rewritten. The name alone does not
     * tell: users may give it to tables of their own.
     *
     * @param properties of the table in the metastore
     */
    public static boolean isStaging(SchemaTableName table, Map<String, String> properties) {
        return STAGING.matcher(table.getTableName()).matches() && properties.containsKey(RECORD_PROPERTY);
    }

    /** Returns the name of the staging table, which tells users what the table is for. */
    public SchemaTableName staging() {
        return new SchemaTableName(table.getSchemaName(), prefix(table) + id);
    }

    private static String prefix(SchemaTableName table) {
        return PREFIX + table.getTableName() + "_";
    }

    /**
     * Returns the folder of the new objects. It differs from the default folder of the staging table, because a
     * metastore may delete that folder when the staging table is dropped.
     *
     * @param tableLocation location of the table, without a trailing slash
     */
    public Location folder(Location tableLocation) {
        return tableLocation.parentDirectory().appendPath(table.getTableName() + INFIX + id);
    }

    /** Returns whether a folder has a name that rewrites of a table give. */
    public static boolean isFolder(SchemaTableName table, String name) {
        String prefix = table.getTableName() + INFIX;
        return name.startsWith(prefix)
                && ID.matcher(name.substring(prefix.length())).matches();
    }
}
