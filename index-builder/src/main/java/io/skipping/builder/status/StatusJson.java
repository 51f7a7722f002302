// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import static java.util.stream.Collectors.joining;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.TableScans;
import io.skipping.command.TableName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Formats the indexes of tables for programs: a JSON array of tables, with the column names of {@code "t$indexes"}, but for those of columns, options and snapshot. */
public final class StatusJson {
    private StatusJson() {}

    /**
     * Returns the state of tables as JSON, in the order of the map.
     *
     * @param bytesASecond the pace of recent queries; empty if it is not known
     */
    public static String format(Map<TableName, TableStatus> tables, OptionalDouble bytesASecond) {
        return tables.entrySet().stream()
                .map(table -> "{\"table\":%s,\"indexes\":%s%s%s}"
                        .formatted(
                                text(table.getKey().toString()),
                                array(table.getValue().indexes().stream()
                                        .map(StatusJson::index)
                                        .toList()),
                                table.getValue()
                                        .scans()
                                        .map(scans -> ",\"scans\":" + scans(scans, bytesASecond))
                                        .orElse(""),
                                table.getValue()
                                        .details()
                                        .map(details -> ",\"details\":" + details(details))
                                        .orElse("")))
                .collect(joining(",\n ", "[", "]"));
    }

    private static String scans(TableScans scans, OptionalDouble bytesASecond) {
        OptionalDouble seconds = scans.secondsSaved(bytesASecond);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("since", text(scans.since().toString()));
        fields.put("scans", String.valueOf(scans.scans()));
        fields.put("objects_considered", String.valueOf(scans.objects()));
        fields.put("objects_pruned", String.valueOf(scans.objectsPruned()));
        fields.put("bytes_considered", String.valueOf(scans.bytes()));
        fields.put("bytes_pruned", String.valueOf(scans.bytesPruned()));
        fields.put("seconds_saved", seconds.isPresent() ? String.valueOf(Math.round(seconds.getAsDouble())) : "null");
        return object(fields);
    }

    private static String details(StatusDetails details) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("objects_unindexed", String.valueOf(details.objects().unindexed()));
        fields.put("objects_stale", String.valueOf(details.objects().stale()));
        fields.put(
                "objects_of_one_range",
                String.valueOf(details.objects().single().objects()));
        fields.put(
                "bytes_of_one_range", String.valueOf(details.objects().single().bytes()));
        fields.put(
                "ranges_without_summary",
                details.gaps()
                        .map(gaps -> array(gaps.stream()
                                .map(gap -> object(Map.of(
                                        "index_name",
                                        text("%s(%s)".formatted(gap.type(), gap.columns())),
                                        "ranges",
                                        String.valueOf(gap.ranges() - gap.summarised()),
                                        "reason",
                                        text(gap.reason()))))
                                .toList()))
                        .orElse("null"));
        fields.put(
                "columns_without_index",
                array(details.columns().stream()
                        .map(column -> object(Map.of("column", text(column.name()), "reason", text(column.reason()))))
                        .toList()));
        return object(fields);
    }

    private static String object(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> text(field.getKey()) + ":" + field.getValue())
                .collect(joining(",", "{", "}"));
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
