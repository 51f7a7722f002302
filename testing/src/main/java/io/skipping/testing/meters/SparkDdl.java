// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.MeterColumn;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.Type;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the schema with which Spark reads a generated table. */
public final class SparkDdl {
    private SparkDdl() {}

    /** Returns the columns of the objects, in Spark's DDL. */
    public static String columns() {
        return Stream.of(MeterColumn.values())
                .map(column -> "`%s` %s".formatted(column.columnName(), type(column.type())))
                .collect(Collectors.joining(", "));
    }

    private static String type(Type type) {
        if (type == BigintType.BIGINT) {
            return "BIGINT";
        }
        if (type == IntegerType.INTEGER) {
            return "INT";
        }
        return type == DoubleType.DOUBLE ? "DOUBLE" : "STRING";
    }
}
