// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Finds the columns of an index that have the values of a column of Spark. Files in which columns are found by name
 * have them under that name, whatever the position of the column in a table.
 */
public final class IndexedColumns {
    /** names that are no text of a function or a path */
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    private final List<IndexedColumn> columns;

    /** @param indexes of one state */
    public IndexedColumns(Collection<IndexDefinition> indexes) {
        columns = indexes.stream()
                .flatMap(index -> index.columns().stream())
                .distinct()
                .filter(column -> isPlain(column.name()) && isReadAsStored(column))
                .collect(toImmutableList());
    }

    /**
     * Returns whether a name can be that of a column here.
     *
     * @param name in lower case
     */
    public static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    /** Returns whether files have the values of a column in its own type, so that no engine converts them. */
    private static boolean isReadAsStored(IndexedColumn column) {
        return column.origin().reading() == ColumnOrigin.Reading.AS_STORED
                && column.origin().storedType().equals(SparkTypes.hiveType(column.type()));
    }

    /**
     * Returns the columns with the values of one of Spark; all of them have the same.
     *
     * @param name in any case
     */
    List<IndexedColumn> find(String name, ScalarType type) {
        String lower = name.toLowerCase(Locale.ENGLISH);
        return columns.stream()
                .filter(column -> column.name().equals(lower) && column.type().equals(type))
                .collect(toImmutableList());
    }
}
