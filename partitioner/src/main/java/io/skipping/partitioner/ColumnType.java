// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Defines the type of a column: how its values are represented and ordered. */
public enum ColumnType {
    /** Holds integers as longs, and decimals of one scale by their unscaled values. */
    BIGINT("bigint"),
    /** Holds doubles; −0 equals 0, and NaN is greater than all others. */
    DOUBLE("double"),
    /** Holds days since 1970-01-01, as longs. */
    DATE("date"),
    /** Holds microseconds since 1970-01-01 00:00, as longs. */
    TIMESTAMP("timestamp"),
    /** Holds text in UTF-8, ordered by unsigned bytes. */
    VARCHAR("varchar");

    private final String typeName;

    ColumnType(String typeName) {
        this.typeName = typeName;
    }

    /** Returns the name in a model's file. */
    public String typeName() {
        return typeName;
    }

    /** Returns whether values are text rather than numbers. */
    public boolean isText() {
        return this == VARCHAR;
    }

    /**
     * Returns a type by its name in a model's file.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    public static ColumnType of(String typeName) {
        for (ColumnType type : values()) {
            if (type.typeName.equals(typeName)) {
                return type;
            }
        }
        throw new IllegalArgumentException("Unknown type of a column: %s. There are %s"
                .formatted(
                        typeName,
                        Arrays.stream(values()).map(ColumnType::typeName).collect(Collectors.joining(", "))));
    }
}
