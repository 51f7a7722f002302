// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import io.airlift.slice.Slices;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.WideCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.unsafe.types.UTF8String;

/** Converts Spark's types and values to those of the index. */
public final class SparkTypes {
    /** the first day of the Gregorian calendar */
    private static final Key GREGORIAN = Key.of(LocalDate.of(1582, 10, 15).toEpochDay());

    private SparkTypes() {}

    /**
     * Returns the type of the index whose values are those of a Spark type; empty if there is none. Times are not there:
     * engines read them from files in different ways.
     */
    public static Optional<ScalarType> scalar(DataType type) {
        if (type instanceof DecimalType decimal) {
            // Spark has decimals whose scale is negative
            return decimal.scale() < 0
                    ? Optional.empty()
                    : Optional.of(ScalarType.decimal(decimal.precision(), decimal.scale()));
        }
        if (type instanceof UserDefinedType) {
            // its name may be that of a type of Spark
            return Optional.empty();
        }
        // collations have other names
        switch (type.typeName()) {
            case "boolean":
                return Optional.of(ScalarType.BOOLEAN);
            case "byte":
                return Optional.of(ScalarType.TINYINT);
            case "short":
                return Optional.of(ScalarType.SMALLINT);
            case "integer":
                return Optional.of(ScalarType.INTEGER);
            case "long":
                return Optional.of(ScalarType.BIGINT);
            case "float":
                return Optional.of(ScalarType.REAL);
            case "double":
                return Optional.of(ScalarType.DOUBLE);
            case "date":
                return Optional.of(ScalarType.DATE);
            case "string":
                return type.equals(DataTypes.StringType) ? Optional.of(ScalarType.VARCHAR) : Optional.empty();
            case "binary":
                return Optional.of(ScalarType.VARBINARY);
            default:
                return Optional.empty();
        }
    }

    /** Returns Spark's type of the values of a type that {@link #scalar} returns. */
    static DataType type(ScalarType scalar) {
        return switch (scalar.kind()) {
            case BOOLEAN -> DataTypes.BooleanType;
            case TINYINT -> DataTypes.ByteType;
            case SMALLINT -> DataTypes.ShortType;
            case INTEGER -> DataTypes.IntegerType;
            case BIGINT -> DataTypes.LongType;
            case REAL -> DataTypes.FloatType;
            case DOUBLE -> DataTypes.DoubleType;
            case DATE -> DataTypes.DateType;
            case DECIMAL -> DataTypes.createDecimalType(scalar.precision(), scalar.scale());
            case VARCHAR -> DataTypes.StringType;
            case VARBINARY -> DataTypes.BinaryType;
            default -> throw new IllegalArgumentException("Spark has no values of " + scalar);
        };
    }

    /**
     * Returns whether a day is in a set no matter which calendar it is read in. Spark moves days of the Julian calendar in files that
     * releases before 3.0 wrote, and Trino does not. They stay before the Gregorian calendar, so that a set with all days before it,
     * or with none of them, is the same.
     */
    static boolean isSameInBothCalendars(KeySet days) {
        return days.ranges().stream()
                .allMatch(range -> range.low().isPresent()
                        ? range.low().get().compareTo(GREGORIAN) >= 0
                        : range.high().isEmpty() || range.high().get().compareTo(GREGORIAN) >= 0);
    }

    /** Returns whether a value is read alike by all releases; see {@link #isSameInBothCalendars}. */
    static boolean isReadAlike(ScalarType type, Key value) {
        return !type.equals(ScalarType.DATE) || value.compareTo(GREGORIAN) >= 0;
    }

    /** Returns the name that tables of Hive have for a type that {@link #scalar} returns. */
    public static String hiveType(ScalarType type) {
        switch (type.kind()) {
            case INTEGER:
                return "int";
            case REAL:
                return "float";
            case VARCHAR:
                return "string";
            case VARBINARY:
                return "binary";
            default:
                return type.toString();
        }
    }

    /**
     * Returns the key of a value; empty if it is NULL, a NaN, or not of the type.
     *
     * @param value as Spark has it in literals and rows
     */
    public static Optional<Key> key(ScalarType type, Object value) {
        if (value == null) {
            return Optional.empty();
        }
        switch (type.kind()) {
            case BOOLEAN:
                return value instanceof Boolean truth ? Optional.of(Key.of(truth)) : Optional.empty();
            case REAL:
                return value instanceof Float number && !number.isNaN()
                        ? Optional.of(Key.ofReal(number))
                        : Optional.empty();
            case DOUBLE:
                return value instanceof Double number && !number.isNaN()
                        ? Optional.of(Key.ofDouble(number))
                        : Optional.empty();
            case DECIMAL:
                return value instanceof Decimal decimal ? decimal(type, decimal) : Optional.empty();
            case VARCHAR:
                return value instanceof UTF8String text
                        ? Optional.of(Key.of(Slices.wrappedBuffer(text.getBytes())))
                        : Optional.empty();
            case VARBINARY:
                return value instanceof byte[] bytes
                        ? Optional.of(Key.of(Slices.wrappedBuffer(bytes.clone())))
                        : Optional.empty();
            default:
                return value instanceof Number number ? Optional.of(Key.of(number.longValue())) : Optional.empty();
        }
    }

    private static Optional<Key> decimal(ScalarType type, Decimal decimal) {
        if (decimal.scale() != type.scale()) {
            return Optional.empty();
        }
        BigInteger unscaled = decimal.toJavaBigDecimal().unscaledValue();
        return Optional.of(
                type.form() == ScalarType.KeyForm.LONG
                        ? Key.of(unscaled.longValueExact())
                        : Key.of(
                                unscaled.shiftRight(Long.SIZE).longValueExact(),
                                WideCodec.flipLow(unscaled.longValue())));
    }

    /** Returns the value of a key, as Spark has it in rows. */
    static Object value(ScalarType type, Key key) {
        switch (type.kind()) {
            case BOOLEAN:
                return key.asLong() != 0;
            case TINYINT:
                return (byte) key.asLong();
            case SMALLINT:
                return (short) key.asLong();
            case INTEGER, DATE:
                return (int) key.asLong();
            case BIGINT:
                return key.asLong();
            case REAL:
                return key.asReal();
            case DOUBLE:
                return key.asDouble();
            case DECIMAL:
                return Decimal.apply(
                        new BigDecimal(
                                key instanceof Key.OfWide wide
                                        ? WideCodec.unscaled(wide)
                                        : BigInteger.valueOf(key.asLong()),
                                type.scale()),
                        type.precision(),
                        type.scale());
            case VARCHAR:
                return UTF8String.fromBytes(key.asBytes().getBytes());
            case VARBINARY:
                return key.asBytes().getBytes();
            default:
                throw new IllegalArgumentException("Spark has no values of " + type);
        }
    }
}
