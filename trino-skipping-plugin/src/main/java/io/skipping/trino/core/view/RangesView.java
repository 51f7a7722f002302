// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.page.RowWriter;
import io.trino.spi.type.ArrayType;

/** Shows in {@code "t$index"} what the index knows, with a row for each range of an object and each index. */
public final class RangesView extends IndexView {
    public RangesView() {
        super(
                "$index",
                ImmutableList.of(
                        column("object", VARCHAR),
                        column("object_size", BIGINT),
                        column("object_modified", TIMESTAMP_TZ_MILLIS),
                        column("range_start", BIGINT),
                        column("range_length", BIGINT),
                        column("row_count", BIGINT),
                        column("index_type", VARCHAR),
                        column("columns", new ArrayType(VARCHAR)),
                        column("summary", VARCHAR)));
    }

    @Override
    boolean showsValues() {
        return true;
    }

    @Override
    void write(Question question, RowWriter rows) {
        question.index()
                .current()
                .ifPresent(snapshot -> snapshot.forEachRange(range -> range.summaries()
                        .forEach((definition, summary) -> rows.add(
                                range.object().version().path(),
                                range.object().version().size(),
                                modified(range.object().version()),
                                range.range().start(),
                                range.range().length(),
                                range.rowCount(),
                                definition.type(),
                                definition.columns().stream()
                                        .map(IndexedColumn::name)
                                        .toList(),
                                summary))));
    }
}
