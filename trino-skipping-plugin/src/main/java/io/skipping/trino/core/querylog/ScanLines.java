// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.trino.core.path.ColumnPath;
import io.trino.spi.eventlistener.QueryCompletedEvent;
import io.trino.spi.eventlistener.QueryInputMetadata;

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

    /** Returns the line for a scan, without a line end. */
    String line(QueryCompletedEvent event, QueryInputMetadata input, ScanInfo scan) {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("time", event.getCreateTime().toString());
        line.put("catalog", input.getCatalogName());
        line.put("schema", input.getSchema());
        line.put("table", input.getTable());
        if (literals) {
            ConditionsJson.put(line.putObject("conditions"), scan.conditions(), mostIntervals);
        } else {
            ObjectNode extents = line.putObject("extents");
            scan.conditions().forEach((column, condition) -> {
                // a key of a map is a literal, too
                if (!ColumnPath.isUnderKey(column)) {
                    extents.put(column, condition.extent().orElse(null));
                }
            });
        }
        input.getPhysicalInputBytes().ifPresent(bytes -> line.put("bytes", bytes));
        if (identity) {
            line.put("queryId", event.getMetadata().getQueryId());
            line.put("user", event.getContext().getUser());
        }
        String text = event.getMetadata().getQuery();
        if (queryText && text.length() <= MOST_CHARACTERS) {
            line.put("query", text);
        }
        return line.toString();
    }
}
