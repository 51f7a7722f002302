// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.hive.RowWriter;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.function.Supplier;

/** One way of showing an index in SQL. */
abstract class IndexView {
    private final String suffix;
    private final List<ColumnMetadata> columns;

    /** @param suffix what the name of the table ends in, such as {@code $index} */
    IndexView(String suffix, List<ColumnMetadata> columns) {
        this.suffix = requireNonNull(suffix, "suffix is null");
        this.columns = ImmutableList.copyOf(columns);
    }

    final String suffix() {
        return suffix;
    }

    final List<ColumnMetadata> columns() {
        return columns;
    }

    final List<Type> types() {
        return columns.stream().map(ColumnMetadata::getType).collect(toImmutableList());
    }

    /** Whether the rows tell what values are in the data. */
    abstract boolean showsValues();

    /** @param objects lists the table */
    abstract void write(TableIndex index, Supplier<List<LiveObject>> objects, RowWriter rows);

    static ColumnMetadata column(String name, Type type) {
        return new ColumnMetadata(name, type);
    }
}
