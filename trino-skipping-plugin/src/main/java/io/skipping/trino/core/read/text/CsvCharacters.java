// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Map;
import java.util.Optional;

/**
 * Holds the characters that separate, quote and escape fields of CSV. All of them are ASCII, so none can be a part of
 * another character.
 */
public record CsvCharacters(byte separator, byte quote, byte escape) {
    public CsvCharacters {
        checkArgument(separator >= 0 && quote >= 0 && escape >= 0, "Not ASCII");
    }

    /**
     * Returns the characters of a table, as Trino reads them for {@code OpenCSVSerde}; empty if one is not ASCII, or if quotes
     * and escapes are the same, as where both are switched off.
     *
     * @param properties the table's serde properties, which Trino's own reader has accepted
     */
    public static Optional<CsvCharacters> of(Map<String, String> properties) {
        char separator = first(properties.getOrDefault("separatorChar", ","));
        char quote = first(properties.getOrDefault("quoteChar", "\""));
        char escape = first(properties.getOrDefault("escapeChar", "\\"));
        if (escape == '"') {
            // by default, Hive writes quotes to escape quotes, but reads that default as a backslash
            escape = '\\';
        }
        return separator < 0x80 && quote < 0x80 && escape < 0x80 && quote != escape
                ? Optional.of(new CsvCharacters((byte) separator, (byte) quote, (byte) escape))
                : Optional.empty();
    }

    /** Returns the first character of a property, as the serde does, which accepts more than one character. */
    private static char first(String property) {
        return property.charAt(0);
    }
}
