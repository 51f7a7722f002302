// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.trino.sql.ReservedIdentifiers;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Knows the columns of a table, by their names in lower case, with their types as SQL writes them. */
public final class Columns {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    private final Map<String, String> types;
    private final Set<String> partitions;

    /**
     * Creates the columns of a table without partitions.
     *
     * @param types the types of all columns by their names, in the order of the table
     */
    public Columns(Map<String, String> types) {
        this(types, Set.of());
    }

    /**
     * Creates the columns of a table.
     *
     * @param types the types of all columns by their names, in the order of the table
     * @param partitions the columns that the table is partitioned by, which no index can be over
     */
    public Columns(Map<String, String> types, Set<String> partitions) {
        this.partitions = Set.copyOf(partitions);
        this.types = new LinkedHashMap<>();
        types.forEach(
                (name, type) -> this.types.put(name.toLowerCase(Locale.ENGLISH), type.toLowerCase(Locale.ENGLISH)));
    }

    Set<String> names() {
        return types.keySet();
    }

    /** Returns the number of columns. */
    public int count() {
        return types.size();
    }

    boolean isPartition(String name) {
        return partitions.contains(name.toLowerCase(Locale.ENGLISH));
    }

    boolean has(String name) {
        return types.containsKey(name.toLowerCase(Locale.ENGLISH));
    }

    Optional<String> type(String name) {
        return Optional.ofNullable(types.get(name.toLowerCase(Locale.ENGLISH)));
    }

    boolean isText(String name) {
        return type(name).filter(Columns::isTextType).isPresent();
    }

    static boolean isTextType(String type) {
        return type.startsWith("varchar");
    }

    static boolean isNumberType(String type) {
        return type.matches("(tinyint|smallint|integer|bigint|real|double|decimal).*");
    }

    static boolean isTimeType(String type) {
        return type.equals("date") || type.matches("timestamp(\\(\\d+\\))?");
    }

    /** Returns whether values of the type have an order that indexes know. */
    static boolean isScalarType(String type) {
        return isTextType(type)
                || isNumberType(type)
                || isTimeType(type)
                || type.startsWith("char")
                || type.equals("boolean");
    }

    /**
     * Returns a name of the index or of the query log as SQL. It is either that of a column, without quotes, or an
     * expression, which {@link FilterReader#isOverColumns} must accept if it comes from a log.
     */
    String sql(String name) {
        return has(name) ? quoted(name) : name;
    }

    /** Returns a column's name as SQL and {@code create_index} write it. */
    static String quoted(String name) {
        String lower = name.toLowerCase(Locale.ENGLISH);
        return PLAIN.matcher(lower).matches()
                        && !ReservedIdentifiers.reservedIdentifiers().contains(lower.toUpperCase(Locale.ENGLISH))
                ? lower
                : '"' + lower.replace("\"", "\"\"") + '"';
    }

    /** Returns a text as an SQL literal, in quotes. */
    public static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
