// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Describes a column that a model uses.
 *
 * @param name its name, which must not be empty; names that differ in case are different
 * @param type how its values are represented and ordered
 * @param scale the scale of the decimals whose unscaled values the model has; empty if they are integers, or if the
 *     scale is not known
 */
public record Column(String name, ColumnType type, OptionalInt scale) {
    private static final int GREATEST_SCALE = 38;

    public Column {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A column needs a name");
        }
        if (scale.isPresent()) {
            if (type != ColumnType.BIGINT) {
                throw new IllegalArgumentException(
                        "Column %s is %s, and only a bigint has a scale".formatted(name, type.typeName()));
            }
            if (scale.getAsInt() < 0 || scale.getAsInt() > GREATEST_SCALE) {
                throw new IllegalArgumentException(
                        "The scale of column %s must be 0 to %d: %d".formatted(name, GREATEST_SCALE, scale.getAsInt()));
            }
        }
    }

    /** Creates a column without a scale. */
    public Column(String name, ColumnType type) {
        this(name, type, OptionalInt.empty());
    }

    /** Returns whether values of a given scale are those of the model. A column without a scale accepts all. */
    public boolean acceptsScale(int given) {
        return scale.orElse(given) == given;
    }

    /** Returns whether another column can have the same values: its name and type are the same, and its scale if both know it. */
    boolean fits(Column other) {
        return name.equals(other.name)
                && type == other.type
                && (other.scale.isEmpty() || acceptsScale(other.scale.getAsInt()));
    }

    /** Returns the column for messages, as options of commands have it. */
    @Override
    public String toString() {
        String text = name + ":" + type.typeName();
        return scale.isEmpty() ? text : "%s (scale %d)".formatted(text, scale.getAsInt());
    }

    /**
     * Returns a copy of the columns.
     *
     * @throws IllegalArgumentException if there are none, or if two have the same name
     */
    static List<Column> distinct(List<Column> columns) {
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("Two columns are named " + column.name());
            }
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("A model needs a column");
        }
        return List.copyOf(columns);
    }
}
