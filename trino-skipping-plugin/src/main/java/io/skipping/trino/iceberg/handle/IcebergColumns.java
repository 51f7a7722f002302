// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.handle;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.ColumnOrigin.Reading;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.plugin.iceberg.ColumnIdentity;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Translates Iceberg's columns for the index. */
public final class IcebergColumns {
    /** The greatest field id that the text of a column's origin can hold. Iceberg's own columns have greater ids. */
    private static final int GREATEST_ID = 999_999_999;

    private static final String FORMAT = "iceberg";

    /** Answers the core's questions about Iceberg's column handles. */
    public static final ColumnHandles HANDLES = new ColumnHandles() {
        @Override
        public String name(ColumnHandle column) {
            return ((IcebergColumnHandle) column).getQualifiedName();
        }

        @Override
        public Type type(ColumnHandle column) {
            return ((IcebergColumnHandle) column).getType();
        }

        @Override
        public boolean isStored(ColumnHandle column) {
            return IcebergColumns.isStored((IcebergColumnHandle) column);
        }

        @Override
        public boolean isData(ColumnHandle column) {
            return IcebergColumns.isStored((IcebergColumnHandle) column)
                    && ((IcebergColumnHandle) column).isBaseColumn();
        }

        @Override
        public IndexedColumn indexed(ColumnHandle column) {
            return IcebergColumns.indexed((IcebergColumnHandle) column);
        }

        @Override
        public Optional<ColumnPath> path(ColumnHandle column) {
            return IcebergColumns.path((IcebergColumnHandle) column);
        }
    };

    private IcebergColumns() {}

    /** Returns whether a column, or the column that it is projected from, is a column of the table's schema. */
    public static boolean isStored(IcebergColumnHandle column) {
        int id = column.getBaseColumnIdentity().getId();
        // the columns that the connector adds have negative ids, or ids that Iceberg reserves at the upper end
        return id >= 0 && id <= GREATEST_ID;
    }

    /**
     * Returns the column as the index knows it; for a projection, the column from which it is projected. The field id
     * identifies it: a column that was dropped, and another one that was added with the same name, are different columns.
     * Paths to fields inside the column do not tell such fields apart; what an index keeps does, see {@link KeptColumns}.
     */
    public static IndexedColumn indexed(IcebergColumnHandle column) {
        ColumnIdentity identity = column.getBaseColumnIdentity();
        return new IndexedColumn(
                identity.getName().toLowerCase(Locale.ENGLISH),
                TrinoTypes.scalar(column.getBaseType()),
                new ColumnOrigin(identity.getId(), FORMAT, Reading.AS_STORED),
                false);
    }

    /** Returns the columns as the index knows them. */
    public static List<IndexedColumn> indexed(List<IcebergColumnHandle> columns) {
        return columns.stream().map(IcebergColumns::indexed).collect(toImmutableList());
    }

    /**
     * Returns the path that leads to the values of a column.
     *
     * @param column may be a projection of row fields
     * @return empty if the column cannot be indexed
     */
    public static Optional<ColumnPath> path(IcebergColumnHandle column) {
        if (!isStored(column)) {
            return Optional.empty();
        }
        Optional<ColumnPath> path = Optional.of(ColumnPath.of(indexed(column), column.getBaseType()));
        ColumnIdentity identity = column.getBaseColumnIdentity();
        for (int id : column.getPath()) {
            identity = identity.getChildByFieldId(id);
            String name = identity.getName();
            path = path.flatMap(row -> row.field(name));
        }
        return path.filter(found -> found.type().equals(column.getType()));
    }

    /**
     * Returns a column through which a scan returns a value of its answer. No column of a table has its id.
     *
     * @param value the index of the value
     */
    static IcebergColumnHandle answer(int value, String name, Type type) {
        return new IcebergColumnHandle(
                ColumnIdentity.primitiveColumnIdentity(-1 - value, name),
                type,
                List.of(),
                type,
                true,
                Optional.empty());
    }

    /** Returns the field id of a column of the index, or of the column that its path begins at. */
    public static int fieldId(IndexedColumn column) {
        return column.origin().place();
    }
}
