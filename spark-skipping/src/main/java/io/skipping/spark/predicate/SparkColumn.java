// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FileSourceMetadataAttribute;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.MetadataAttribute;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;

/**
 * Describes a column in a condition, or a field of its rows.
 *
 * @param type of its values
 */
record SparkColumn(ColumnPath path, DataType type) {
    /** the metadata of a column that has a default for files without it */
    private static final String DEFAULT = "EXISTS_DEFAULT";

    /** Returns the column that has the values of an expression; empty if there is none, or files may be without its values. */
    static Optional<SparkColumn> of(Expression expression) {
        if (expression instanceof AttributeReference column) {
            return hasOtherValues(column.metadata())
                    ? Optional.empty()
                    : Optional.of(
                            new SparkColumn(new ColumnPath(List.of(lower(column.name())), false), column.dataType()));
        }
        return expression instanceof GetStructField field
                ? of(field.child()).flatMap(row -> row.field(field.ordinal()))
                : Optional.empty();
    }

    /**
     * Returns whether an attribute, or a field, has values that are not those of its name in a file: a default, or the name, size
     * and time of the file itself ({@code _metadata.file_size}), which have no other sign than this when a scan lists its files.
     */
    private static boolean hasOtherValues(Metadata metadata) {
        return metadata.contains(DEFAULT)
                || MetadataAttribute.isValid(metadata)
                || FileSourceMetadataAttribute.isValid(metadata);
    }

    private Optional<SparkColumn> field(int ordinal) {
        StructType row = (StructType) type;
        if (hasOtherValues(row.fields()[ordinal].metadata())) {
            return Optional.empty();
        }
        String name = lower(row.fields()[ordinal].name());
        return ColumnPath.position(row, name)
                .map(position -> new SparkColumn(
                        new ColumnPath(
                                ImmutableList.<String>builder()
                                        .addAll(path.names())
                                        .add(name)
                                        .build(),
                                false),
                        row.fields()[position].dataType()));
    }

    /** Returns what the arrays of this column hold; empty if its values are no arrays. */
    Optional<SparkColumn> elements() {
        return type instanceof ArrayType array
                ? Optional.of(new SparkColumn(new ColumnPath(path.names(), true), array.elementType()))
                : Optional.empty();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ENGLISH);
    }
}
