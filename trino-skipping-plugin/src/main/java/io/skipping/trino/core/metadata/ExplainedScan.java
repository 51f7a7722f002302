// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.ColumnOrigin;
import io.skipping.trino.core.explain.ListedObjects;
import io.skipping.trino.core.path.ColumnNames;
import io.trino.spi.connector.SchemaTableName;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Describes a scan that is explained.
 *
 * @param table the table that is scanned
 * @param names translates the columns of the version of the table that is read to those that the index keeps
 * @param columns returns the name that queries of this version call a column by, from where it is, which {@link ColumnOrigin#place}
 *     tells; empty if there is no such column
 * @param folders selects paths of objects in the scanned partitions, and may select others
 * @param listed lists the objects of the scan, or the first of them
 */
public record ExplainedScan(
        SchemaTableName table,
        ColumnNames names,
        IntFunction<Optional<String>> columns,
        Predicate<Slice> folders,
        Supplier<ListedObjects> listed) {
    public ExplainedScan {
        requireNonNull(table, "table is null");
        requireNonNull(names, "names is null");
        requireNonNull(columns, "columns is null");
        requireNonNull(folders, "folders is null");
        requireNonNull(listed, "listed is null");
    }
}
