// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.path;

import io.trino.sql.ReservedIdentifiers;
import java.util.Locale;
import java.util.regex.Pattern;

/** Names and texts as SQL has them. */
final class Quoting {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    private Quoting() {}

    /** A name in lower case, quoted if it needs be. */
    static String identifier(String name) {
        String lower = name.toLowerCase(Locale.ENGLISH);
        return PLAIN.matcher(lower).matches() && !ReservedIdentifiers.reserved(lower)
                ? lower
                : '"' + lower.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
