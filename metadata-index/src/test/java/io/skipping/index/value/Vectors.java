// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes vectors of {@link PlainValues}, in each of the shapes that engines fill. */
public final class Vectors {
    private Vectors() {}

    /** Returns a vector that lists the value of each row that is not NULL. */
    public static ValueVector of(ScalarType type, List<?> values) {
        ValueVector vector = ValueVector.of(type);
        fill(vector, type, values);
        return vector;
    }

    /** Returns a vector that lists the value of each row that is not NULL. */
    public static ValueVector of(ScalarType type, Object... values) {
        return of(type, Arrays.asList(values));
    }

    /** Returns a vector that lists each value once, in an order that is not that of the rows. */
    public static ValueVector dictionary(ScalarType type, List<?> values) {
        Map<Object, Integer> numbers = new HashMap<>();
        List<Object> listed = new ArrayList<>();
        for (int i = values.size() - 1; i >= 0; i--) {
            Object value = values.get(i);
            if (value != null && numbers.putIfAbsent(identity(type, value), listed.size()) == null) {
                listed.add(value);
            }
        }
        ValueVector vector = ValueVector.of(type);
        list(vector, type, listed);
        int[] rows = vector.rows(values.size());
        int nulls = 0;
        for (int i = 0; i < values.size(); i++) {
            rows[i] = values.get(i) == null ? -1 : numbers.get(identity(type, values.get(i)));
            nulls += rows[i] < 0 ? 1 : 0;
        }
        vector.setRows(values.size(), numbers.size(), nulls, false);
        return vector;
    }

    /** Tells NaNs of different bits apart, and zeros of different signs. */
    private static Object identity(ScalarType type, Object value) {
        return List.of(PlainValues.key(type, value), PlainValues.isNegativeZero(value));
    }

    /** Returns a vector whose rows all have one value, or are all NULL. */
    public static ValueVector constant(ScalarType type, Object value, int rows) {
        ValueVector vector = ValueVector.of(type);
        list(vector, type, value == null ? List.of() : List.of(value));
        vector.setConstant(rows, value == null);
        return vector;
    }

    /** Returns vectors that say the same in all shapes that these values can have. */
    public static List<ValueVector> inAllShapes(ScalarType type, List<?> values) {
        boolean isConstant = values.stream()
                        .map(value -> value == null ? "NULL" : identity(type, value))
                        .distinct()
                        .count()
                == 1;
        return Stream.concat(
                        Stream.of(of(type, values), dictionary(type, values)),
                        isConstant ? Stream.of(constant(type, values.get(0), values.size())) : Stream.of())
                .toList();
    }

    /** Fills a vector, which may have been filled before, with the value of each row that is not NULL. */
    public static void fill(ValueVector vector, ScalarType type, List<?> values) {
        List<Object> listed = new ArrayList<>();
        int[] rows = vector.rows(values.size());
        for (int i = 0; i < values.size(); i++) {
            rows[i] = values.get(i) == null ? -1 : listed.size();
            if (values.get(i) != null) {
                listed.add(values.get(i));
            }
        }
        list(vector, type, listed);
        if (listed.size() == values.size()) {
            vector.setDistinctRows(listed.size());
        } else {
            vector.setRows(values.size(), listed.size(), values.size() - listed.size(), true);
        }
    }

    private static void list(ValueVector vector, ScalarType type, List<?> values) {
        List<Key> keys =
                values.stream().map(value -> PlainValues.key(type, value)).toList();
        if (vector instanceof LongVector longs) {
            long[] filled = longs.fill(keys.size(), values.stream().anyMatch(PlainValues::isNegativeZero));
            for (int i = 0; i < keys.size(); i++) {
                filled[i] = keys.get(i).asLong();
            }
        } else if (vector instanceof WideVector wides) {
            wides.fill(keys.size());
            for (int i = 0; i < keys.size(); i++) {
                Key.OfWide key = (Key.OfWide) keys.get(i);
                wides.set(i, key.high(), key.low());
            }
        } else {
            list((BytesVector) vector, keys);
        }
    }

    private static void list(BytesVector vector, List<Key> keys) {
        // what stands before, between and behind the values must not matter
        Slice buffer = Slices.allocate(
                1 + keys.stream().mapToInt(key -> key.asBytes().length() + 1).sum());
        buffer.fill((byte) '#');
        vector.fill(buffer, keys.size());
        int offset = 1;
        for (int i = 0; i < keys.size(); i++) {
            Slice bytes = keys.get(i).asBytes();
            buffer.setBytes(offset, bytes);
            vector.set(i, offset, bytes.length());
            offset += bytes.length() + 1;
        }
    }
}
