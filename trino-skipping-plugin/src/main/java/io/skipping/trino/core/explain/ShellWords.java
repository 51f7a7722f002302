// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static java.util.stream.Collectors.joining;

import io.trino.spi.connector.SchemaTableName;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Writes names as words of commands that a shell runs: names of tables and objects may be anything. */
public final class ShellWords {
    private static final Pattern PLAIN_TABLE = Pattern.compile("[A-Za-z0-9_]+\\.[A-Za-z0-9_]+");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWords() {}

    /** Returns a text as one word, in quotes if it needs them. */
    public static String of(String text) {
        return PLAIN.matcher(text).matches() ? text : quoted(text);
    }

    /** Returns the name of a file in the current folder as one word, which is no option. */
    static String ofFile(String name) {
        return of(name.startsWith("-") ? "./" + name : name);
    }

    /** Returns the name of a table as the commands of this project parse it. */
    static String ofTable(SchemaTableName table) {
        String plain = table.toString();
        return PLAIN_TABLE.matcher(plain).matches()
                ? plain
                : quoted(Stream.of(table.getSchemaName(), table.getTableName())
                        .map(IndexedTable::quotedIdentifier)
                        .collect(joining(".")));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
