// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.CharType.createCharType;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TimeType.TIME_MICROS;
import static io.trino.spi.type.TimeZoneKey.UTC_KEY;
import static io.trino.spi.type.TimestampType.createTimestampType;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS;
import static io.trino.spi.type.TinyintType.TINYINT;
import static io.trino.spi.type.UuidType.UUID;
import static io.trino.spi.type.VarbinaryType.VARBINARY;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.spi.type.VarcharType.createVarcharType;

import io.airlift.slice.Slice;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.Type;
import java.math.BigInteger;

/** The same types and {@link PlainValues} in Trino, which is asked for what is right. */
public final class TrinoValues {
    private TrinoValues() {}

    public static Type type(ScalarType type) {
        return switch (type.kind()) {
            case BOOLEAN -> BOOLEAN;
            case TINYINT -> TINYINT;
            case SMALLINT -> SMALLINT;
            case INTEGER -> INTEGER;
            case BIGINT -> BIGINT;
            case REAL -> REAL;
            case DOUBLE -> DOUBLE;
            case DECIMAL -> createDecimalType(type.precision(), type.scale());
            case DATE -> DATE;
            case TIMESTAMP -> createTimestampType(type.precision());
            case VARCHAR -> type.equals(ScalarType.VARCHAR) ? VARCHAR : createVarcharType(type.precision());
            case CHAR -> createCharType(type.precision());
            case VARBINARY -> VARBINARY;
            case TIMESTAMP_TZ -> TIMESTAMP_TZ_MICROS;
            case TIME -> TIME_MICROS;
            case UUID -> UUID;
            case OTHER -> throw new IllegalArgumentException("Trino's %s is not asked for".formatted(type));
        };
    }

    /** Returns a plain value, but no key, in Trino's native representation. */
    public static Object nativeValue(ScalarType type, Object value) {
        return switch (value) {
            case Float real -> (long) Float.floatToRawIntBits(real);
            case Integer integer -> (long) integer;
            case BigInteger unscaled ->
                type.form() == ScalarType.KeyForm.LONG ? (Object) unscaled.longValueExact() : Int128.valueOf(unscaled);
            case PlainValues.Picos picos -> new LongTimestamp(picos.micros(), picos.picosOfMicro());
            case Long micros
            when type.kind() == ScalarType.Kind.TIMESTAMP_TZ ->
                LongTimestampWithTimeZone.fromEpochMillisAndFraction(
                        Math.floorDiv(micros, 1000L), (int) Math.floorMod(micros, 1000L) * 1_000_000, UTC_KEY);
            default -> value;
        };
    }

    /** Returns a value in Trino's native representation as a plain one. */
    public static Object plainValue(ScalarType type, Object nativeValue) {
        return switch (nativeValue) {
            case Long bits when type.kind() == ScalarType.Kind.REAL -> Float.intBitsToFloat((int) (long) bits);
            case Int128 unscaled -> unscaled.toBigInteger();
            case LongTimestamp timestamp ->
                new PlainValues.Picos(timestamp.getEpochMicros(), timestamp.getPicosOfMicro());
            case LongTimestampWithTimeZone moment ->
                moment.getEpochMillis() * 1000 + moment.getPicosOfMilli() / 1_000_000;
            case Slice bytes -> bytes;
            default -> nativeValue;
        };
    }
}
