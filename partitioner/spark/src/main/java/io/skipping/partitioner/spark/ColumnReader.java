// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import java.math.BigInteger;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Reads values of one of Spark's types as values of a model's column; docs/partitioner-adapters.md has the table of
 * conversions.
 */
enum ColumnReader {
    BYTE,
    SHORT,
    /** Reads integers, and days since 1970-01-01. */
    INTEGER,
    /** Reads longs, and microseconds since 1970-01-01 00:00, in UTC or without a time zone. */
    LONG,
    FLOAT,
    DOUBLE,
    DECIMAL,
    STRING,
    BINARY;

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

    /**
     * Returns the reader for a column.
     *
     * @throws IllegalArgumentException if the column of the data frame cannot be used as the model's column
     */
    static ColumnReader of(Column column, DataType type) {
        ColumnReader reader = find(column.type(), type);
        if (reader == null) {
            throw new IllegalArgumentException("Column %s is of type %s, and of type %s in the layout's model: cast it"
                    .formatted(
                            column.name(), type.catalogString(), column.type().typeName()));
        }
        int scale = type instanceof DecimalType decimal ? decimal.scale() : 0;
        if (!column.acceptsScale(scale)) {
            throw new IllegalArgumentException(
                    "Column %s is of type %s, which has scale %d, and has scale %d in the layout's model: cast it"
                            .formatted(
                                    column.name(),
                                    type.catalogString(),
                                    scale,
                                    column.scale().getAsInt()));
        }
        return reader;
    }

    private static ColumnReader find(ColumnType column, DataType type) {
        return switch (column) {
            case BIGINT -> type instanceof DecimalType ? DECIMAL : ofInteger(type);
            case DOUBLE -> ofNumber(type);
            case DATE -> type instanceof DateType ? INTEGER : null;
            case TIMESTAMP -> type instanceof TimestampType || type instanceof TimestampNTZType ? LONG : null;
            case VARCHAR -> type instanceof StringType ? STRING : type instanceof BinaryType ? BINARY : null;
        };
    }

    private static ColumnReader ofNumber(DataType type) {
        if (type instanceof DoubleType) {
            return DOUBLE;
        }
        if (type instanceof FloatType) {
            return FLOAT;
        }
        return type instanceof DecimalType ? DECIMAL : ofInteger(type);
    }

    private static ColumnReader ofInteger(DataType type) {
        if (type instanceof LongType) {
            return LONG;
        }
        if (type instanceof IntegerType) {
            return INTEGER;
        }
        if (type instanceof ShortType) {
            return SHORT;
        }
        return type instanceof ByteType ? BYTE : null;
    }

    /**
     * Returns the value as a long.
     *
     * @param type the type of the column; only used for decimals
     */
    long longValue(InternalRow row, int ordinal, DataType type) {
        return switch (this) {
            case BYTE -> row.getByte(ordinal);
            case SHORT -> row.getShort(ordinal);
            case INTEGER -> row.getInt(ordinal);
            case LONG -> row.getLong(ordinal);
            case DECIMAL -> unscaled(decimal(row, ordinal, type));
            case FLOAT, DOUBLE, STRING, BINARY -> throw new IllegalStateException("No integer: " + this);
        };
    }

    double doubleValue(InternalRow row, int ordinal, DataType type) {
        return switch (this) {
            case FLOAT -> row.getFloat(ordinal);
            case DOUBLE -> row.getDouble(ordinal);
            case DECIMAL -> decimal(row, ordinal, type).toDouble();
            case BYTE, SHORT, INTEGER, LONG -> longValue(row, ordinal, type);
            case STRING, BINARY -> throw new IllegalStateException("No number: " + this);
        };
    }

    byte[] textValue(InternalRow row, int ordinal) {
        return this == STRING ? row.getUTF8String(ordinal).getBytes() : row.getBinary(ordinal);
    }

    private static Decimal decimal(InternalRow row, int ordinal, DataType type) {
        DecimalType decimal = (DecimalType) type;
        return row.getDecimal(ordinal, decimal.precision(), decimal.scale());
    }

    /** Returns the unscaled value, or the nearest long if it has more than 64 bits. */
    private static long unscaled(Decimal decimal) {
        if (decimal.precision() <= Decimal.MAX_LONG_DIGITS()) {
            return decimal.toUnscaledLong();
        }
        return decimal.toJavaBigDecimal()
                .unscaledValue()
                .max(LEAST)
                .min(GREATEST)
                .longValue();
    }
}
