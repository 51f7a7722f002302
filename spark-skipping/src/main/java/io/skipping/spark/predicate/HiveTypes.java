// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the names of types as tables of Hive have them, such as {@code struct<city:string,at:struct<x:double>>}. */
final class HiveTypes {
    private static final String STRUCT = "struct<";
    private static final String ARRAY = "array<";
    private static final String MAP = "map<";
    private static final List<String> TEXTS = List.of("string,");
    private static final List<String> NUMBERS = List.of("int,", "bigint,");

    private HiveTypes() {}

    /** Returns the name of the type that the values of a path have; empty if the type has no such path. */
    static Optional<String> at(ColumnPath path, String columnType) {
        Optional<String> type = Optional.of(columnType);
        for (String field : path.names().subList(1, path.names().size())) {
            type = type.flatMap(row -> field(row, field));
        }
        if (path.key().isPresent()) {
            return type.flatMap(map -> inside(map, MAP))
                    .flatMap(entry -> value(entry, path.key().get() instanceof String ? TEXTS : NUMBERS));
        }
        if (path.ofKeys()) {
            // keys are of types without others inside, but for the digits of decimals
            return type.flatMap(map -> inside(map, MAP))
                    .filter(entry -> entry.indexOf(',') > 0)
                    .map(entry -> entry.startsWith("decimal(")
                            ? entry.substring(0, entry.indexOf(')') + 1)
                            : entry.substring(0, entry.indexOf(',')));
        }
        return path.ofElements() ? type.flatMap(array -> inside(array, ARRAY)) : type;
    }

    private static Optional<String> inside(String type, String kind) {
        return type.startsWith(kind) && type.endsWith(">")
                ? Optional.of(type.substring(kind.length(), type.length() - 1))
                : Optional.empty();
    }

    private static Optional<String> value(String entry, List<String> keyTypes) {
        return keyTypes.stream()
                .filter(entry::startsWith)
                .map(key -> entry.substring(key.length()))
                .findFirst();
    }

    private static Optional<String> field(String struct, String name) {
        Optional<String> fields = inside(struct, STRUCT);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> found = Optional.empty();
        int depth = 0;
        int start = 0;
        String text = fields.get();
        for (int end = 0; end <= text.length(); end++) {
            char character = end == text.length() ? ',' : text.charAt(end);
            if (character == '<' || character == '(') {
                depth++;
            } else if (character == '>' || character == ')') {
                depth--;
            } else if (character == ',' && depth == 0) {
                String field = text.substring(start, end);
                int colon = field.indexOf(':');
                if (colon > 0
                        && field.substring(0, colon).toLowerCase(Locale.ENGLISH).equals(name)) {
                    if (found.isPresent()) {
                        return Optional.empty();
                    }
                    found = Optional.of(field.substring(colon + 1));
                }
                start = end + 1;
            }
        }
        return found;
    }
}
