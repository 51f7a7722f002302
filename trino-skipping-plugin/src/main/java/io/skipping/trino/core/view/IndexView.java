// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.page.RowWriter;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Shows an index in SQL; each subclass shows it in one way. */
public abstract class IndexView {
    private final String suffix;
    private final List<ColumnMetadata> columns;

    /**
     * Creates a view.
     *
     * @param suffix suffix of the system table's name, such as {@code $index}
     */
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

    /** Returns whether the rows reveal values in the data. */
    abstract boolean showsValues();

    /**
     * Holds what is needed to produce the rows.
     *
     * @param table the table whose index is shown
     * @param objects lists the table
     * @param definitions returns the indexes that the next build would create if the given ones exist, as far as that
     *     is known without looking at the data
     * @param constraint constraint on the view's columns, by their positions; a view may return rows that do not
     *     satisfy it
     * @param countsRows whether the user may know how many rows there are
     * @param visible returns which indexes the user may know of
     */
    record Question(
            SchemaTableName table,
            TableIndex index,
            Supplier<List<LiveObject>> objects,
            UnaryOperator<List<IndexDefinition>> definitions,
            TupleDomain<Integer> constraint,
            boolean countsRows,
            Supplier<Predicate<IndexDefinition>> visible) {}

    abstract void write(Question question, RowWriter rows);

    /** Returns when an object was modified; null for data files of Iceberg, which never change. */
    static Instant modified(ObjectVersion version) {
        return version.modifiedMillis() == 0 ? null : Instant.ofEpochMilli(version.modifiedMillis());
    }

    static ColumnMetadata column(String name, Type type) {
        return new ColumnMetadata(name, type);
    }
}
