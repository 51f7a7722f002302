// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.TimeType.TIME_MICROS;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS;

import io.skipping.index.value.ScalarType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;

/** Converts Trino's types to types of the index, and back. */
public final class TrinoTypes {
    private TrinoTypes() {}

    /**
     * Returns the index's type for a Trino type; its kind is {@link ScalarType.Kind#OTHER} if the values have no keys.
     */
    public static ScalarType scalar(Type type) {
        return switch (type) {
            case BooleanType _ -> ScalarType.BOOLEAN;
            case TinyintType _ -> ScalarType.TINYINT;
            case SmallintType _ -> ScalarType.SMALLINT;
            case IntegerType _ -> ScalarType.INTEGER;
            case BigintType _ -> ScalarType.BIGINT;
            case RealType _ -> ScalarType.REAL;
            case DoubleType _ -> ScalarType.DOUBLE;
            case DateType _ -> ScalarType.DATE;
            case VarbinaryType _ -> ScalarType.VARBINARY;
            case DecimalType decimal -> ScalarType.decimal(decimal.getPrecision(), decimal.getScale());
            case TimestampType timestamp -> ScalarType.timestamp(timestamp.getPrecision());
            case VarcharType varchar ->
                varchar.isUnbounded() ? ScalarType.VARCHAR : ScalarType.varchar(varchar.getBoundedLength());
            case CharType character -> ScalarType.character(character.getLength());
            case TimestampWithTimeZoneType _ when type.equals(TIMESTAMP_TZ_MICROS) -> ScalarType.TIMESTAMP_TZ;
            case TimeType _ when type.equals(TIME_MICROS) -> ScalarType.TIME;
            case UuidType _ -> ScalarType.UUID;
            default -> ScalarType.other(type.getTypeId().getId());
        };
    }

    /**
     * Returns Trino's type for a type of the index.
     *
     * @throws IllegalArgumentException if the values of the type have no keys
     */
    public static Type trino(ScalarType type) {
        checkArgument(type.hasKeys(), "the index knows no values of type %s", type);
        return switch (type.kind()) {
            case BOOLEAN -> BooleanType.BOOLEAN;
            case TINYINT -> TinyintType.TINYINT;
            case SMALLINT -> SmallintType.SMALLINT;
            case INTEGER -> IntegerType.INTEGER;
            case BIGINT -> BigintType.BIGINT;
            case REAL -> RealType.REAL;
            case DOUBLE -> DoubleType.DOUBLE;
            case DATE -> DateType.DATE;
            case VARBINARY -> VarbinaryType.VARBINARY;
            case DECIMAL -> DecimalType.createDecimalType(type.precision(), type.scale());
            case TIMESTAMP -> TimestampType.createTimestampType(type.precision());
            case TIMESTAMP_TZ -> TIMESTAMP_TZ_MICROS;
            case TIME -> TIME_MICROS;
            case UUID -> UuidType.UUID;
            case VARCHAR ->
                type.equals(ScalarType.VARCHAR) ? VarcharType.VARCHAR : VarcharType.createVarcharType(type.precision());
            case CHAR -> CharType.createCharType(type.precision());
            case OTHER -> throw new IllegalStateException("checked above");
        };
    }
}
