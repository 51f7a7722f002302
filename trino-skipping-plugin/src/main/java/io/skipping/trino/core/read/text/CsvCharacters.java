// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Map;
import java.util.Optional;

/** What divides, encloses and escapes fields of CSV. All are ASCII, so that none is a part of another character. */
public record CsvCharacters(byte separator, byte quote, byte escape) {
    public CsvCharacters {
        checkArgument(separator >= 0 && quote >= 0 && escape >= 0, "Not ASCII");
    }

    /**
     * Those of a table, as Trino reads {@code OpenCSVSerde}; empty if one is not ASCII.
     *
     * @param properties that Trino's own reader has accepted
     */
    public static Optional<CsvCharacters> of(Map<String, String> properties) {
        char separator = first(properties.getOrDefault("separatorChar", ","));
        char quote = first(properties.getOrDefault("quoteChar", "\""));
        char escape = first(properties.getOrDefault("escapeChar", "\\"));
        if (escape == '"') {
            // Hive writes quotes to escape quotes by default, and takes that for a backslash when it reads
            escape = '\\';
        }
        return separator < 0x80 && quote < 0x80 && escape < 0x80
                ? Optional.of(new CsvCharacters((byte) separator, (byte) quote, (byte) escape))
                : Optional.empty();
    }

    /** As the serde has it, for which more than one character is none too many. */
    private static char first(String property) {
        return property.charAt(0);
    }
}
