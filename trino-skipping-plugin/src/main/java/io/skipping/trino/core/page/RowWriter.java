// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.page;

import static com.google.common.base.Preconditions.checkArgument;
import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.trino.spi.Page;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.MapBlockBuilder;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes rows of plain Java values to pages, and passes each page on when it is full. */
public final class RowWriter {
    private final List<Type> types;
    private final Consumer<Page> pages;
    private final PageBuilder builder;

    public RowWriter(List<Type> types, Consumer<Page> pages) {
        this.types = ImmutableList.copyOf(types);
        this.pages = requireNonNull(pages, "pages is null");
        this.builder = new PageBuilder(types);
    }

    /** Adds a row. A value is a Long, a Boolean, a String, an Instant, a List or a Map of Strings, or null. */
    public void add(Object... values) {
        builder.declarePosition();
        for (int column = 0; column < values.length; column++) {
            write(types.get(column), builder.getBlockBuilder(column), values[column]);
        }
        if (builder.isFull()) {
            flush();
        }
    }

    /** Passes on the rows that do not fill a page yet. */
    public void flush() {
        if (!builder.isEmpty()) {
            pages.accept(builder.build());
            builder.reset();
        }
    }

    private static void write(Type type, BlockBuilder target, Object value) {
        switch (value) {
            case null -> target.appendNull();
            case Long number -> BigintType.BIGINT.writeLong(target, number);
            case Boolean flag -> BooleanType.BOOLEAN.writeBoolean(target, flag);
            case String text -> VARCHAR.writeSlice(target, utf8Slice(text));
            case Instant instant -> {
                checkArgument(type instanceof TimestampWithTimeZoneType, "not a timestamp: %s", type);
                type.writeLong(
                        target, DateTimeEncoding.packDateTimeWithZone(instant.toEpochMilli(), TimeZoneKey.UTC_KEY));
            }
            case List<?> list ->
                ((ArrayBlockBuilder) target)
                        .buildEntry(
                                element -> list.forEach(item -> VARCHAR.writeSlice(element, utf8Slice((String) item))));
            case Map<?, ?> map ->
                ((MapBlockBuilder) target)
                        .buildEntry((keys, items) -> map.forEach((key, item) -> {
                            VARCHAR.writeSlice(keys, utf8Slice((String) key));
                            VARCHAR.writeSlice(items, utf8Slice((String) item));
                        }));
            default -> throw new IllegalArgumentException("No column can hold a " + value.getClass());
        }
    }
}
