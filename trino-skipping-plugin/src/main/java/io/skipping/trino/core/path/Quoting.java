// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import com.google.common.collect.ImmutableSet;
import io.trino.sql.ReservedIdentifiers;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Formats names and texts as SQL. */
public final class Quoting {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    /**
     * Words, in upper case, that must be quoted as names. ARRAY is not reserved, but an array constructor starts with
     * it and looks like a subscript of a map.
     */
    private static final Set<String> NOT_A_NAME = ImmutableSet.<String>builder()
            .addAll(ReservedIdentifiers.reservedIdentifiers())
            .add("ARRAY")
            .build();

    private Quoting() {}

    /** Returns a name in lower case, quoted if necessary. */
    public static String identifier(String name) {
        String lower = name.toLowerCase(Locale.ENGLISH);
        return PLAIN.matcher(lower).matches() && !NOT_A_NAME.contains(lower.toUpperCase(Locale.ENGLISH))
                ? lower
                : '"' + lower.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
