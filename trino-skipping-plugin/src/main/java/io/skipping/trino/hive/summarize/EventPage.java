// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.Iterables.getOnlyElement;
import static java.util.Objects.requireNonNull;

import io.skipping.trino.hive.RowPages;
import io.trino.spi.Page;

/** Rows of {@code system.summarize}, under {@link SummarizeFunction#COLUMNS}; few enough for one page. */
final class EventPage {
    private final RowPages rows = new RowPages(SummarizeFunction.COLUMNS.stream()
            .map(column -> column.getType().orElseThrow())
            .toList());
    private final String build;

    EventPage(String build) {
        this.build = requireNonNull(build, "build is null");
    }

    void planned(long objects, long bytes) {
        rows.add("planned", build, objects, bytes, 0L, 0L, 0L, null, null);
    }

    void current(long objects, long bytes) {
        rows.add("current", build, objects, bytes, 0L, 0L, 0L, null, null);
    }

    void done(long objects, long bytes, long ranges, long rowCount, long indexBytes) {
        rows.add("done", build, objects, bytes, ranges, rowCount, indexBytes, null, null);
    }

    void failed(String object, long bytes, String message) {
        rows.add("failed", build, 1L, bytes, 0L, 0L, 0L, object, message);
    }

    Page build() {
        return getOnlyElement(rows.build());
    }
}
