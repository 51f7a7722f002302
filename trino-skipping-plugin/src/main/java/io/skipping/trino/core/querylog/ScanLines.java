// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.trino.core.path.ColumnPath;
import io.trino.spi.eventlistener.QueryCompletedEvent;
import io.trino.spi.eventlistener.QueryInputMetadata;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Formats scans as lines of the log.
 *
 * @param literals whether the log contains values
 * @param mostIntervals maximum number of intervals for a column
 * @param identity whether the log contains the query's id and user
 * @param queryText whether the log contains the query's text
 */
record ScanLines(boolean literals, int mostIntervals, boolean identity, boolean queryText) {
    /** Bounds the length of the text; a longer one is left out. */
    private static final int MOST_CHARACTERS = 20_000;

    private static final JsonMapper MAPPER = new JsonMapper();

    /**
     * Returns what writes the line for a scan, without a line end. Of the event, it keeps no more than the line has: it may wait for a
     * slow disk with many others.
     */
    Supplier<String> line(QueryCompletedEvent event, QueryInputMetadata input, ScanInfo scan) {
        Instant time = event.getCreateTime();
        String catalog = input.getCatalogName();
        String schema = input.getSchema();
        String table = input.getTable();
        Map<String, ColumnCondition> conditions = scan.conditions();
        OptionalLong bytes = input.getPhysicalInputBytes();
        Optional<String> queryId = Optional.of(event.getMetadata().getQueryId()).filter(_ -> identity);
        Optional<String> user = Optional.of(event.getContext().getUser()).filter(_ -> identity);
        Optional<String> text = Optional.of(event.getMetadata().getQuery())
                .filter(query -> queryText && query.length() <= MOST_CHARACTERS);
        return () -> {
            ObjectNode line = MAPPER.createObjectNode();
            line.put("time", time.toString());
            line.put("catalog", catalog);
            line.put("schema", schema);
            line.put("table", table);
            put(conditions, line);
            bytes.ifPresent(read -> line.put("bytes", read));
            queryId.ifPresent(id -> line.put("queryId", id));
            user.ifPresent(name -> line.put("user", name));
            text.ifPresent(query -> line.put("query", query));
            return line.toString();
        };
    }

    private void put(Map<String, ColumnCondition> conditions, ObjectNode line) {
        if (literals) {
            ConditionsJson.put(line.putObject("conditions"), conditions, mostIntervals);
            return;
        }
        ObjectNode extents = line.putObject("extents");
        conditions.forEach((column, condition) -> {
            // a key of a map is a literal, too
            if (!ColumnPath.isUnderKey(column)) {
                extents.put(column, condition.extent().orElse(null));
            }
        });
    }
}
