// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.handle;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.plugin.iceberg.ColumnIdentity;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Names columns and their fields by field ids, such as {@code "#3"."#21"}, as an index keeps them. So a column keeps its
 * summaries when it, or a field around it, is renamed; and a column that was dropped does not give them to another one that
 * was added with its name.
 */
public final class KeptColumns {
    private KeptColumns() {}

    /**
     * Returns the names of the columns of a schema.
     *
     * @param columns the columns of the table that an index can cover
     */
    public static ColumnNames of(List<IcebergColumnHandle> columns, ColumnPaths paths, TypeOperators operators) {
        return ColumnNames.of(
                columns.stream()
                        .map(column -> new ColumnNames.Pair(
                                ColumnPath.of(IcebergColumns.indexed(column), column.getType()),
                                kept(column, operators)))
                        .collect(toImmutableList()),
                paths);
    }

    private static ColumnPath kept(IcebergColumnHandle column, TypeOperators operators) {
        ColumnIdentity identity = column.getColumnIdentity();
        Type type = kept(column.getType(), identity, operators);
        IndexedColumn named = new IndexedColumn(
                name(identity),
                TrinoTypes.scalar(type),
                IcebergColumns.indexed(column).origin(),
                false);
        return ColumnPath.of(named, type);
    }

    /** Returns the type with ids in place of the names of fields. */
    private static Type kept(Type type, ColumnIdentity identity, TypeOperators operators) {
        List<ColumnIdentity> children = identity.getChildren();
        return switch (type) {
            case RowType row ->
                RowType.from(IntStream.range(0, children.size())
                        .mapToObj(i -> new RowType.Field(
                                Optional.of(name(children.get(i))),
                                kept(row.getFields().get(i).getType(), children.get(i), operators)))
                        .collect(toImmutableList()));
            case ArrayType array -> new ArrayType(kept(array.getElementType(), children.getFirst(), operators));
            case MapType map ->
                new MapType(
                        kept(map.getKeyType(), children.getFirst(), operators),
                        kept(map.getValueType(), children.getLast(), operators),
                        operators);
            default -> type;
        };
    }

    private static String name(ColumnIdentity identity) {
        return "#" + identity.getId();
    }
}
