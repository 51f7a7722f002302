// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.hive.RowPages;
import io.trino.spi.Page;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.type.ArrayType;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** {@code "t$index"}: what is known, a row for each range of an object and each index. */
final class RangesView implements IndexView {
    private final List<ColumnMetadata> columns;

    RangesView() {
        columns = ImmutableList.of(
                IndexSystemTables.column("object", VARCHAR),
                IndexSystemTables.column("object_size", BIGINT),
                IndexSystemTables.column("object_modified", TIMESTAMP_TZ_MILLIS),
                IndexSystemTables.column("range_start", BIGINT),
                IndexSystemTables.column("range_length", BIGINT),
                IndexSystemTables.column("row_count", BIGINT),
                IndexSystemTables.column("index_type", VARCHAR),
                IndexSystemTables.column("columns", new ArrayType(VARCHAR)),
                IndexSystemTables.column("summary", VARCHAR));
    }

    @Override
    public String suffix() {
        return "$index";
    }

    @Override
    public List<ColumnMetadata> columns() {
        return columns;
    }

    @Override
    public List<Page> pages(TableIndex index, Supplier<List<LiveObject>> objects) {
        RowPages rows =
                new RowPages(columns.stream().map(ColumnMetadata::getType).toList());
        index.current()
                .ifPresent(snapshot -> snapshot.forEachRange(range -> range.summaries()
                        .forEach((definition, summary) -> rows.add(
                                range.object().version().path(),
                                range.object().version().size(),
                                Instant.ofEpochMilli(range.object().version().modifiedMillis()),
                                range.range().start(),
                                range.range().length(),
                                range.rowCount(),
                                definition.type(),
                                definition.columns().stream()
                                        .map(IndexedColumn::name)
                                        .toList(),
                                summary))));
        return rows.build();
    }
}
