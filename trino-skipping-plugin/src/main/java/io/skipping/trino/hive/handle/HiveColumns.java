// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.handle;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ColumnOrigin;
import io.skipping.index.ColumnOrigin.Reading;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Translates Hive's columns and domains for the index. */
public final class HiveColumns {
    /** Answers the core's questions about Hive's column handles. */
    public static final ColumnHandles HANDLES = new ColumnHandles() {
        @Override
        public String name(ColumnHandle column) {
            return ((HiveColumnHandle) column).getName();
        }

        @Override
        public Type type(ColumnHandle column) {
            return ((HiveColumnHandle) column).getType();
        }

        @Override
        public boolean isStored(ColumnHandle column) {
            return ((HiveColumnHandle) column).getColumnType() == HiveColumnHandle.ColumnType.REGULAR;
        }

        @Override
        public boolean isData(ColumnHandle column) {
            return HiveColumns.isData((HiveColumnHandle) column);
        }

        @Override
        public IndexedColumn indexed(ColumnHandle column) {
            return HiveColumns.indexed((HiveColumnHandle) column);
        }

        @Override
        public Optional<ColumnPath> path(ColumnHandle column) {
            return HiveColumns.path((HiveColumnHandle) column);
        }
    };

    private HiveColumns() {}

    /** Returns the column as the index knows it. */
    public static IndexedColumn indexed(HiveColumnHandle column) {
        return new IndexedColumn(
                column.getBaseColumnName().toLowerCase(Locale.ENGLISH),
                type(column.getBaseType()),
                new ColumnOrigin(
                        column.getBaseHiveColumnIndex(),
                        column.getBaseHiveType().getHiveTypeName().toString(),
                        Reading.AS_STORED),
                false);
    }

    /**
     * Returns the type of a column for the index, which knows no timestamps with time zone of Hive tables: their precision is the
     * session's, so that one column would be two.
     */
    private static ScalarType type(Type type) {
        return type instanceof TimestampWithTimeZoneType
                ? ScalarType.other(type.getTypeId().getId())
                : TrinoTypes.scalar(type);
    }

    /** Returns the columns as the index knows them. */
    public static List<IndexedColumn> indexed(List<HiveColumnHandle> columns) {
        return columns.stream().map(HiveColumns::indexed).collect(toImmutableList());
    }

    /**
     * Returns the path that leads to the values of a column.
     *
     * @param column may be a projection of row fields, as Hive creates it
     * @return empty if the column cannot be indexed
     */
    public static Optional<ColumnPath> path(HiveColumnHandle column) {
        if (column.getColumnType() != HiveColumnHandle.ColumnType.REGULAR) {
            return Optional.empty();
        }
        Optional<ColumnPath> path = Optional.of(ColumnPath.of(indexed(column), column.getBaseType()));
        List<String> fields = column.getHiveColumnProjectionInfo()
                .map(projection -> projection.getDereferenceNames())
                .orElse(ImmutableList.of());
        for (String field : fields) {
            path = path.flatMap(row -> row.field(field));
        }
        return path.filter(found -> found.type().equals(column.getType()));
    }

    /** Returns the column as access control knows it. */
    public static ColumnSchema schema(HiveColumnHandle column) {
        return ColumnSchema.builder()
                .setName(column.getName())
                .setType(column.getType())
                .setHidden(column.isHidden())
                .build();
    }

    /** Returns whether the objects store the values of a column as they are, so that summaries can describe them. */
    public static boolean isData(HiveColumnHandle column) {
        return column.getColumnType() == HiveColumnHandle.ColumnType.REGULAR && column.isBaseColumn();
    }

    /** Returns the position of a column in its table. */
    public static int position(IndexedColumn column) {
        return column.origin().place();
    }
}
