// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Texts;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads past queries from JSON lines; docs/partitioner.md specifies them. */
final class QueryLog {
    private static final JsonMapper MAPPER = new JsonMapper();

    private QueryLog() {}

    /** @param columns whose conditions are wanted */
    static List<PastQuery> read(Path file, List<Column> columns) throws IOException {
        List<PastQuery> queries = new ArrayList<>();
        try (MappingIterator<JsonNode> lines = MAPPER.readerFor(JsonNode.class).readValues(file.toFile())) {
            while (lines.hasNext()) {
                JsonNode line = lines.next();
                try {
                    queries.add(query(line, columns));
                } catch (IllegalArgumentException | DateTimeParseException e) {
                    throw new IOException("Query %d of %s: %s".formatted(queries.size() + 1, file, e.getMessage()), e);
                }
            }
        }
        return queries;
    }

    private static PastQuery query(JsonNode line, List<Column> columns) {
        Map<String, List<Interval>> conditions = new TreeMap<>();
        for (Column column : columns) {
            JsonNode asked = line.path("conditions").path(column.name());
            if (!asked.isMissingNode()) {
                if (!asked.isArray() || asked.isEmpty()) {
                    throw new IllegalArgumentException(
                            "Column %s needs an array of values and pairs".formatted(column.name()));
                }
                List<Interval> intervals = new ArrayList<>();
                asked.forEach(element -> intervals.add(interval(column.type(), element)));
                conditions.put(column.name(), intervals);
            }
        }
        return new PastQuery(conditions, Instant.parse(line.path("time").asText()));
    }

    private static Interval interval(ColumnType type, JsonNode element) {
        boolean pair = element.isArray();
        if (pair && element.size() != 2) {
            throw new IllegalArgumentException("Not a pair: " + element);
        }
        JsonNode low = pair ? element.get(0) : element;
        JsonNode high = pair ? element.get(1) : element;
        if (!pair && low.isNull()) {
            throw new IllegalArgumentException("No value: null");
        }
        return switch (type) {
            case DOUBLE ->
                Interval.ofDoubles(
                        low.isNull() ? Double.NEGATIVE_INFINITY : Double.parseDouble(low.asText()),
                        high.isNull() ? Double.POSITIVE_INFINITY : Double.parseDouble(high.asText()));
            case VARCHAR ->
                high.isNull() ? Interval.ofTextsFrom(bytes(low)) : Interval.ofTexts(bytes(low), bytes(high));
            case BIGINT, DATE, TIMESTAMP ->
                Interval.ofLongs(
                        type,
                        low.isNull() ? Long.MIN_VALUE : Texts.longValue(type, low.asText()),
                        high.isNull() ? Long.MAX_VALUE : Texts.longValue(type, high.asText()));
        };
    }

    private static byte[] bytes(JsonNode text) {
        return text.isNull() ? new byte[0] : text.asText().getBytes(StandardCharsets.UTF_8);
    }
}
