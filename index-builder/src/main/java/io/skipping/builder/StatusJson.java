// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static java.util.stream.Collectors.joining;

import io.skipping.command.TableName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the indexes of tables for programs: a JSON array of tables, with the column names of {@code "t$indexes"}. */
final class StatusJson {
    private StatusJson() {}

    static String format(Map<TableName, List<IndexStatus>> tables) {
        return tables.entrySet().stream()
                .map(table -> "{\"table\":%s,\"indexes\":%s}"
                        .formatted(
                                text(table.getKey().toString()),
                                array(table.getValue().stream()
                                        .map(StatusJson::index)
                                        .toList())))
                .collect(joining(",\n ", "[", "]"));
    }

    private static String index(IndexStatus index) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("index_name", text(index.name()));
        fields.put("index_type", text(index.type()));
        fields.put("requested", String.valueOf(index.requested()));
        fields.put("objects_indexed", String.valueOf(index.objectsIndexed()));
        fields.put("objects_total", String.valueOf(index.objectsTotal()));
        fields.put("objects_stale", String.valueOf(index.objectsStale()));
        fields.put("bytes_indexed", String.valueOf(index.bytesIndexed()));
        fields.put("bytes_total", String.valueOf(index.bytesTotal()));
        fields.put("ranges", String.valueOf(index.ranges()));
        fields.put("index_bytes", String.valueOf(index.indexBytes()));
        fields.put(
                "published",
                index.published().map(Instant::toString).map(StatusJson::text).orElse("null"));
        fields.put("next_build", text(index.nextBuild()));
        fields.put("problem", index.problem().map(StatusJson::text).orElse("null"));
        return fields.entrySet().stream()
                .map(field -> text(field.getKey()) + ":" + field.getValue())
                .collect(joining(",", "\n  {", "}"));
    }

    private static String array(List<String> values) {
        return values.stream().collect(joining(",", "[", "]"));
    }

    private static String text(String value) {
        StringBuilder result = new StringBuilder("\"");
        value.chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                result.append('\\').append((char) character);
            } else if (character < ' ' || character > '~') {
                // including characters that would control a terminal
                result.append("\\u%04x".formatted(character));
            } else {
                result.append((char) character);
            }
        });
        return result.append('"').toString();
    }
}
