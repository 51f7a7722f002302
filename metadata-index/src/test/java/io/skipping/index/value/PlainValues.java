// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Values as tests write them, in the plainest objects that tell apart what SQL's functions can: {@link Boolean}; {@link Long} (or
 * {@link Integer}) for integers, days, microseconds and the picoseconds of a day; {@link Float} and {@link Double}, with the sign of their zeros; {@link BigInteger}
 * for a decimal without its point, or {@link BigDecimal}; {@link Picos} for a timestamp with picoseconds; {@link Slice} or {@link String}
 * for text and bytes. A {@link Key} stands for itself, null for NULL, and a list for a list.
 */
public final class PlainValues {
    private PlainValues() {}

    /** A timestamp of more than six decimals. */
    public record Picos(long micros, int picosOfMicro) {}

    /** Returns the key of a value that is not NULL. */
    public static Key key(ScalarType type, Object value) {
        Key key = toKey(type, value);
        checkArgument(key.form() == type.form(), "%s is no %s", value, type);
        return key;
    }

    private static Key toKey(ScalarType type, Object value) {
        if (value instanceof Key key) {
            return key;
        }
        switch (type.kind()) {
            case BOOLEAN:
                return Key.of((boolean) value);
            case DOUBLE:
                return Key.ofDouble((double) value);
            case REAL:
                return Key.ofReal((float) value);
            case DECIMAL:
                return decimal(type, value);
            case TIMESTAMP:
                return value instanceof Picos picos
                        ? Key.of(picos.micros(), picos.picosOfMicro())
                        : Key.of(((Number) value).longValue());
            case VARCHAR:
            case CHAR:
            case VARBINARY:
            case UUID:
                Slice bytes = value instanceof String text ? Slices.utf8Slice(text) : (Slice) value;
                return Key.of(bytes.slice(0, TextKeys.normalizedLength(type, bytes, 0, bytes.length())));
            default:
                checkArgument(value instanceof Long || value instanceof Integer, "%s is no %s", value, type);
                return Key.of(((Number) value).longValue());
        }
    }

    private static Key decimal(ScalarType type, Object value) {
        BigInteger unscaled;
        if (value instanceof BigDecimal decimal) {
            unscaled = decimal.setScale(type.scale()).unscaledValue();
        } else if (value instanceof BigInteger integer) {
            unscaled = integer;
        } else {
            unscaled = BigInteger.valueOf(((Number) value).longValue());
        }
        return type.form() == ScalarType.KeyForm.LONG
                ? Key.of(unscaled.longValueExact())
                : Key.of(unscaled.shiftRight(Long.SIZE).longValueExact(), WideCodec.flipLow(unscaled.longValue()));
    }

    /** Returns the value that has a key: of zero, the positive one. */
    public static Object value(ScalarType type, Key key) {
        switch (type.kind()) {
            case BOOLEAN:
                return key.asLong() != 0;
            case DOUBLE:
                return key.asDouble();
            case REAL:
                return key.asReal();
            case DECIMAL:
                return key instanceof Key.OfWide wide
                        ? BigInteger.valueOf(wide.high())
                                .shiftLeft(Long.SIZE)
                                .or(new BigInteger(Long.toUnsignedString(WideCodec.flipLow(wide.low()))))
                        : (Object) key.asLong();
            case TIMESTAMP:
                return key instanceof Key.OfWide wide
                        ? new Picos(wide.high(), Math.toIntExact(wide.low()))
                        : (Object) key.asLong();
            case VARCHAR:
            case CHAR:
            case VARBINARY:
            case UUID:
                return key.asBytes();
            default:
                return key.asLong();
        }
    }

    /** Returns whether a value is a NaN, which has a key, but is in no set. */
    public static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN() || value instanceof Float real && real.isNaN();
    }

    /** Returns whether a value is a zero whose sign its key does not have. */
    public static boolean isNegativeZero(Object value) {
        return value instanceof Double && value.equals(-0.0) || value instanceof Float && value.equals(-0.0f);
    }

    /** Returns -0.0 for a zero of real or double, and for any other value this value. */
    public static Object negativeZero(Object value) {
        if (value instanceof Double number && number == 0) {
            return -0.0;
        }
        return value instanceof Float real && real == 0 ? (Object) (-0.0f) : value;
    }

    /** Returns a column of values or of lists of them. */
    public static KeyColumn column(ScalarType type, boolean isList, List<?> values) {
        ColumnBuilder builder = ColumnBuilder.of(type, isList);
        for (Object value : values) {
            append(builder, type, value);
        }
        return builder.build();
    }

    /** Returns a column of values. */
    public static KeyColumn column(ScalarType type, Object... values) {
        return column(type, false, Arrays.asList(values));
    }

    private static void append(ColumnBuilder builder, ScalarType type, Object value) {
        if (value == null) {
            builder.appendNull();
        } else if (value instanceof List<?> list) {
            builder.appendList(elements -> list.forEach(element -> append(elements, type, element)));
        } else {
            builder.append(key(type, value));
        }
    }

    /** Returns what a column has at a position: a {@link Key}, a list of them, or null for NULL. */
    public static Object read(KeyColumn column, int position) {
        if (column.isNull(position)) {
            return null;
        }
        if (column instanceof LongColumn longs) {
            return Key.of(longs.key(position));
        }
        if (column instanceof WideColumn wides) {
            return Key.of(wides.high(position), wides.low(position));
        }
        if (column instanceof BytesColumn texts) {
            return Key.of(texts.slice(position));
        }
        ListColumn lists = (ListColumn) column;
        ImmutableList.Builder<Object> elements = ImmutableList.builder();
        for (int element = lists.offset(position); element < lists.offset(position + 1); element++) {
            elements.add(read(lists.elements(), element));
        }
        return elements.build();
    }
}
