// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import com.google.common.collect.ImmutableSet;
import io.trino.sql.ReservedIdentifiers;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names and texts as SQL has them. */
final class Quoting {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    /** In upper case; an array begins with a word that is not reserved, and looks as a value of a map does. */
    private static final Set<String> NOT_A_NAME = ImmutableSet.<String>builder()
            .addAll(ReservedIdentifiers.reservedIdentifiers())
            .add("ARRAY")
            .build();

    private Quoting() {}

    /** A name in lower case, quoted if it needs be. */
    static String identifier(String name) {
        String lower = name.toLowerCase(Locale.ENGLISH);
        return PLAIN.matcher(lower).matches() && !NOT_A_NAME.contains(lower.toUpperCase(Locale.ENGLISH))
                ? lower
                : '"' + lower.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
