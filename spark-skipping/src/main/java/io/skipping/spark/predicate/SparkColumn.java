// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ElementAt;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FileSourceMetadataAttribute;
import org.apache.spark.sql.catalyst.expressions.GetMapValue;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.MapKeys;
import org.apache.spark.sql.catalyst.expressions.MetadataAttribute;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Describes a column in a condition, a field of its rows, a value of its maps, or a cast of a text of these.
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
                    : Optional.of(new SparkColumn(new ColumnPath(List.of(lower(column.name()))), column.dataType()));
        }
        if (expression instanceof GetMapValue value) {
            return of(value.child()).flatMap(map -> map.at(value.key()));
        }
        if (expression instanceof ElementAt value) {
            return of(value.left()).flatMap(map -> map.at(value.right()));
        }
        return expression instanceof GetStructField field
                ? of(field.child()).flatMap(row -> row.field(field.ordinal()))
                : Optional.empty();
    }

    /** Returns what {@link #of} does, or the path to the cast if the expression casts a text. */
    static Optional<SparkColumn> ofValue(Expression expression) {
        return of(expression)
                .or(() -> expression instanceof Cast cast
                        ? of(cast.child()).flatMap(text -> text.as(cast))
                        : Optional.empty());
    }

    private Optional<SparkColumn> as(Cast cast) {
        return type.equals(DataTypes.StringType)
                ? TextCast.of(cast).map(how -> new SparkColumn(path.as(how), cast.dataType()))
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

    /** Returns a field of these rows; empty if they are values of maps: no path goes on from there. */
    private Optional<SparkColumn> field(int ordinal) {
        StructType row = (StructType) type;
        if (path.key().isPresent() || hasOtherValues(row.fields()[ordinal].metadata())) {
            return Optional.empty();
        }
        String name = lower(row.fields()[ordinal].name());
        return ColumnPath.position(row, name)
                .map(position -> new SparkColumn(
                        new ColumnPath(ImmutableList.<String>builder()
                                .addAll(path.names())
                                .add(name)
                                .build()),
                        row.fields()[position].dataType()));
    }

    /** Returns what the maps of this column hold under a constant; empty if its values are no maps, or have keys of another type. */
    private Optional<SparkColumn> at(Expression constant) {
        return type instanceof MapType map
                        && path.key().isEmpty()
                        && constant instanceof Literal literal
                        && literal.dataType().equals(map.keyType())
                ? key(literal.value())
                        .map(key -> new ColumnPath(path.names(), false, Optional.of(key)))
                        // keys with a collation are found by another equality than that of an index
                        .filter(found -> found.isKeyOf(map.keyType()))
                        .map(found -> new SparkColumn(found, map.valueType()))
                : Optional.empty();
    }

    private static Optional<Object> key(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return Optional.of(((Number) value).longValue());
        }
        return value instanceof UTF8String text
                        && UTF8String.fromString(text.toString()).equals(text)
                ? Optional.of(text.toString())
                : Optional.empty();
    }

    /** Returns what arrays hold that are the values of an expression; empty if it is neither a column nor the keys of one. */
    static Optional<SparkColumn> elementsOf(Expression arrays) {
        return arrays instanceof MapKeys keys
                ? of(keys.child()).flatMap(SparkColumn::keys)
                : of(arrays).flatMap(SparkColumn::elements);
    }

    private Optional<SparkColumn> keys() {
        return type instanceof MapType map && path.key().isEmpty()
                ? Optional.of(new SparkColumn(ColumnPath.ofKeys(path.names()), map.keyType()))
                : Optional.empty();
    }

    private Optional<SparkColumn> elements() {
        return type instanceof ArrayType array && path.key().isEmpty()
                ? Optional.of(
                        new SparkColumn(new ColumnPath(path.names(), true, Optional.empty()), array.elementType()))
                : Optional.empty();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ENGLISH);
    }
}
