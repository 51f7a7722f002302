// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

/** Quotes parts of SQL statements. */
public final class Sql {
    private Sql() {}

    /** Returns a text as an SQL literal, in quotes. */
    public static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
