// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import io.trino.spi.Page;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.BlockBuilder;

/** Rows of {@code system.summarize}, under {@link SummarizeFunction#COLUMNS}. */
final class EventPage {
    private final PageBuilder page = new PageBuilder(SummarizeFunction.COLUMNS.stream()
            .map(column -> column.getType().orElseThrow())
            .toList());
    private final String build;

    EventPage(String build) {
        this.build = requireNonNull(build, "build is null");
    }

    void planned(long objects, long bytes) {
        row("planned", objects, bytes, 0, 0, 0, null, null);
    }

    void current(long objects, long bytes) {
        row("current", objects, bytes, 0, 0, 0, null, null);
    }

    void done(long objects, long bytes, long ranges, long rows, long indexBytes) {
        row("done", objects, bytes, ranges, rows, indexBytes, null, null);
    }

    void failed(String object, long bytes, String message) {
        row("failed", 1, bytes, 0, 0, 0, object, message);
    }

    Page build() {
        return page.build();
    }

    private void row(
            String event,
            long objects,
            long bytes,
            long ranges,
            long rows,
            long indexBytes,
            String object,
            String message) {
        page.declarePosition();
        Object[] values = {event, build, objects, bytes, ranges, rows, indexBytes, object, message};
        for (int column = 0; column < values.length; column++) {
            BlockBuilder builder = page.getBlockBuilder(column);
            switch (values[column]) {
                case null -> builder.appendNull();
                case String text -> VARCHAR.writeSlice(builder, utf8Slice(text));
                case Long number -> BIGINT.writeLong(builder, number);
                default -> throw new IllegalArgumentException("No column can hold " + values[column]);
            }
        }
    }
}
