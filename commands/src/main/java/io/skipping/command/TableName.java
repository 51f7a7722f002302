// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Represents the name of a table within a catalog. Both parts are in lower case, as in the Hive connector.
 *
 * @param schema the name of the schema, without quotes
 * @param table the name of the table, without quotes
 */
public record TableName(String schema, String table) {
    private static final String PART = "([^\".\\s]+|\"(?:[^\"]|\"\")+\")";
    private static final Pattern NAME = Pattern.compile(PART + "\\." + PART);

    /**
     * Parses {@code schema.table}. A part that contains a dot or a blank is written in double quotes, as in SQL.
     *
     * @throws IllegalArgumentException if the text is not a table name; the message is meant for the user
     */
    public static TableName of(String text) {
        Matcher matcher = NAME.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not a table: write schema.table, and a part with a dot or a blank in double quotes"
                            .formatted(text));
        }
        return new TableName(part(matcher.group(1)), part(matcher.group(2)));
    }

    private static String part(String text) {
        String bare =
                text.startsWith("\"") ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text;
        return bare.toLowerCase(Locale.ROOT);
    }

    /** Returns the name in a catalog as SQL writes it: three identifiers in quotes. */
    public String inCatalog(String catalog) {
        return "%s.%s.%s".formatted(identifier(catalog), identifier(schema), identifier(table));
    }

    /** Returns the name as an argument in a shell, which {@link #of} parses. */
    public String argument() {
        return toString().matches("[A-Za-z0-9_]+\\.[A-Za-z0-9_]+")
                ? toString()
                : "'%s.%s'"
                        .formatted(
                                identifier(schema).replace("'", "'\\''"),
                                identifier(table).replace("'", "'\\''"));
    }

    /** Returns a name as an SQL identifier, in quotes. */
    public static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Returns a text as an SQL literal, in quotes. */
    public static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    @Override
    public String toString() {
        return schema + "." + table;
    }
}
