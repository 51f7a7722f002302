// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.page.RowWriter;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One way of showing an index in SQL. */
public abstract class IndexView {
    private final String suffix;
    private final List<ColumnMetadata> columns;

    /** @param suffix what the name of the table ends in, such as {@code $index} */
    IndexView(String suffix, List<ColumnMetadata> columns) {
        this.suffix = requireNonNull(suffix, "suffix is null");
        this.columns = ImmutableList.copyOf(columns);
    }

    public final String suffix() {
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

    /**
     * Holds what the rows are made of.
     *
     * @param objects lists the table
     * @param definitions indexes that the next build makes if these are there, as far as that is known before it looks at the data
     * @param constraint of some columns, by their order; a view may give rows that do not satisfy it
     */
    record Question(
            TableIndex index,
            Supplier<List<LiveObject>> objects,
            UnaryOperator<List<IndexDefinition>> definitions,
            TupleDomain<Integer> constraint) {}

    abstract void write(Question question, RowWriter rows);

    static ColumnMetadata column(String name, Type type) {
        return new ColumnMetadata(name, type);
    }
}
