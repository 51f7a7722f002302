// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import io.skipping.command.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Identifies a Hive partition by its values as text, in the order of the table's partition columns.
 *
 * @param values empty where the value is NULL
 */
record PartitionName(List<PartitionColumn> columns, List<Optional<String>> values) {
    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    /** The characters, besides control characters, that Hive writes as % and two hex digits. */
    private static final String ESCAPED = "\"#%'*/:=?\\\u007F{[]^";

    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

    PartitionName {
        columns = List.copyOf(columns);
        values = List.copyOf(values);
    }

    /** Describes a partition column with its SQL type. */
    record PartitionColumn(String name, String type) {}

    /**
     * Parses the name of a partition.
     *
     * @param text as Hive names folders: {@code day=2026-01-01/region=north}
     * @throws IllegalArgumentException if it is not such a name; the message is meant for the user
     */
    static PartitionName of(List<PartitionColumn> columns, String text) {
        String[] parts = text.split("/");
        List<Optional<String>> values = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            String prefix = columns.get(index).name() + "=";
            if (parts.length != columns.size() || !parts[index].startsWith(prefix)) {
                throw new IllegalArgumentException("'%s' is not a partition: write %s"
                        .formatted(
                                text,
                                columns.stream()
                                        .map(column -> column.name() + "=VALUE")
                                        .collect(Collectors.joining("/"))));
            }
            String value = parts[index].substring(prefix.length());
            values.add(value.equals(NULL) ? Optional.empty() : Optional.of(unescape(value)));
        }
        return new PartitionName(columns, values);
    }

    private static String unescape(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }

    /** Returns an SQL condition that exactly the partition's rows satisfy. */
    String condition() {
        List<String> conditions = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            String column = TableName.identifier(columns.get(index).name());
            String type = columns.get(index).type();
            conditions.add(values.get(index)
                    .map(value -> "%s = CAST(%s AS %s)".formatted(column, TableName.literal(value), type))
                    .orElse(column + " IS NULL"));
        }
        return String.join(" AND ", conditions);
    }

    /** Returns the name of the partition's folder in Hive. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            parts.add(columns.get(index).name() + "="
                    + values.get(index).map(PartitionName::escape).orElse(NULL));
        }
        return String.join("/", parts);
    }

    private static String escape(String text) {
        return text.chars()
                .mapToObj(character -> character < ' ' || ESCAPED.indexOf(character) >= 0
                        ? "%%%02X".formatted(character)
                        : String.valueOf((char) character))
                .collect(Collectors.joining());
    }
}
