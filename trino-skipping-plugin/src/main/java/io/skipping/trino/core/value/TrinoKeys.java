// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import static java.lang.Math.toIntExact;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TextKeys;
import io.skipping.index.value.WideCodec;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.Type;
import java.util.Optional;

/** Converts Trino's values to keys of the index, and back. */
public final class TrinoKeys {
    private TrinoKeys() {}

    /**
     * Returns the key of a value.
     *
     * @param type a type that has keys
     * @param value in Trino's native representation; not null
     */
    public static Key key(ScalarType type, Object value) {
        return switch (type.kind()) {
            case BOOLEAN -> Key.of((boolean) value);
            case REAL -> Key.of(LongCodec.realKey(toIntExact((long) value)));
            case DOUBLE -> Key.ofDouble((double) value);
            case DECIMAL, TIMESTAMP ->
                switch (value) {
                    case Int128 decimal -> Key.of(decimal.getHigh(), WideCodec.flipLow(decimal.getLow()));
                    case LongTimestamp timestamp -> Key.of(timestamp.getEpochMicros(), timestamp.getPicosOfMicro());
                    default -> Key.of((long) value);
                };
            case CHAR -> {
                Slice text = (Slice) value;
                yield Key.of(text.slice(0, TextKeys.normalizedLength(type, text, 0, text.length())));
            }
            case TIMESTAMP_TZ -> Key.of(Moments.micros((LongTimestampWithTimeZone) value));
            case VARCHAR, VARBINARY, UUID -> Key.of((Slice) value);
            default -> Key.of((long) value);
        };
    }

    /**
     * Returns the key of a value.
     *
     * @param type a type that has keys
     * @param value in Trino's native representation; not null
     */
    public static Key key(Type type, Object value) {
        return key(TrinoTypes.scalar(type), value);
    }

    /** Returns the value of a key in Trino's native representation; for the key of both zeros, the positive one. */
    public static Object nativeValue(ScalarType type, Key key) {
        return switch (type.kind()) {
            case BOOLEAN -> key.asLong() != 0;
            case REAL -> (long) Float.floatToRawIntBits(key.asReal());
            case DOUBLE -> key.asDouble();
            case DECIMAL ->
                key instanceof Key.OfWide(long high, long low)
                        ? Int128.valueOf(high, WideCodec.flipLow(low))
                        : (Object) key.asLong();
            case TIMESTAMP ->
                key instanceof Key.OfWide(long high, long low)
                        ? new LongTimestamp(high, toIntExact(low))
                        : (Object) key.asLong();
            case TIMESTAMP_TZ -> Moments.moment(key.asLong());
            case VARCHAR, CHAR, VARBINARY, UUID -> key.asBytes();
            default -> key.asLong();
        };
    }

    /** Returns the value of a key in Trino's native representation; for the key of both zeros, the positive one. */
    public static Object nativeValue(Type type, Key key) {
        return nativeValue(TrinoTypes.scalar(type), key);
    }

    /** Converts a set of values to a set of keys; empty if nothing may be concluded from it, see {@link KeySet#of}. */
    public static Optional<KeySet> keys(ValueSet values) {
        ScalarType type = TrinoTypes.scalar(values.getType());
        if (!type.hasKeys() || !(values instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        Block bounds = ranges.getSortedRanges();
        return KeySet.of(type, BlockColumns.column(type, false, bounds), ranges.getInclusive());
    }

    /**
     * Returns a predicate for values in a set, as engines evaluate it, see {@link Predicate#inSet}; {@link
     * Predicate#UNKNOWN} if nothing may be concluded.
     */
    public static Predicate inSet(IndexedColumn column, ValueSet values) {
        return isOver(column, values)
                ? keys(values).map(keys -> Predicate.inSet(column, keys)).orElse(Predicate.UNKNOWN)
                : Predicate.UNKNOWN;
    }

    /** Translates a domain of a column into a predicate. */
    public static Predicate predicate(IndexedColumn column, Domain domain) {
        if (domain.isAll()) {
            return isOver(column, domain.getValues()) ? Predicate.ALWAYS : Predicate.UNKNOWN;
        }
        if (!isOver(column, domain.getValues())) {
            return Predicate.UNKNOWN;
        }
        ImmutableList.Builder<Predicate> either = ImmutableList.builder();
        if (!domain.getValues().isNone()) {
            either.add(inSet(column, domain.getValues()));
        }
        if (domain.isNullAllowed()) {
            either.add(new Predicate.IsNull(column));
        }
        return Predicate.or(either.build());
    }

    private static boolean isOver(IndexedColumn column, ValueSet values) {
        return column.type().equals(TrinoTypes.scalar(values.getType()));
    }
}
