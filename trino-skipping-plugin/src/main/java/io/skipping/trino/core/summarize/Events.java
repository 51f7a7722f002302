// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.page.RowPages;
import io.trino.spi.Page;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/** Builds the result rows of {@code system.summarize}, with the columns {@link #COLUMNS}. */
public final class Events {
    /** Lists the columns of the result. */
    public static final List<Descriptor.Field> COLUMNS = ImmutableList.of(
            field("event", VARCHAR),
            field("build", VARCHAR),
            field("objects", BIGINT),
            field("bytes", BIGINT),
            field("ranges", BIGINT),
            field("rows", BIGINT),
            field("index_bytes", BIGINT),
            field("object", VARCHAR),
            field("message", VARCHAR));

    private final RowPages rows = new RowPages(
            COLUMNS.stream().map(column -> column.getType().orElseThrow()).toList());
    private final String build;

    private static Descriptor.Field field(String name, Type type) {
        return new Descriptor.Field(name, Optional.of(type));
    }

    public Events(String build) {
        this.build = requireNonNull(build, "build is null");
    }

    /**
     * Adds the row that says how much the build will summarise.
     *
     * @param changes changes of the indexes; empty if there are none
     */
    public void planned(long objects, long bytes, String changes) {
        rows.add("planned", build, objects, bytes, 0L, 0L, 0L, null, changes.isEmpty() ? null : changes);
    }

    public void current(long objects, long bytes) {
        rows.add("current", build, objects, bytes, 0L, 0L, 0L, null, null);
    }

    public void young(long objects, long bytes) {
        rows.add("young", build, objects, bytes, 0L, 0L, 0L, null, null);
    }

    public void done(long objects, long bytes, long ranges, long rowCount, long indexBytes) {
        rows.add("done", build, objects, bytes, ranges, rowCount, indexBytes, null, null);
    }

    public void failed(String object, long bytes, String message) {
        rows.add("failed", build, 1L, bytes, 0L, 0L, 0L, object, message);
    }

    public List<Page> build() {
        return rows.build();
    }
}
