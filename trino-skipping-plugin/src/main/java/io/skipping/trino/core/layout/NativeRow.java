// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import io.airlift.slice.Slice;
import io.skipping.partitioner.Row;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;

/**
 * Adapts Trino's native values to a model. The values are {@code Long} for integers, dates, and short decimals and
 * timestamps; {@code Long} with the bits of a {@code real}; {@code Double}; {@code Slice}; {@code Int128}; {@code
 * LongTimestamp}; or null.
 */
public record NativeRow(Object... values) implements Row {
    @Override
    public boolean isNull(int column) {
        return values[column] == null;
    }

    @Override
    public long longValue(int column) {
        return switch (values[column]) {
            case Int128 decimal -> saturated(decimal);
            case LongTimestamp timestamp -> timestamp.getEpochMicros();
            case Object value -> (Long) value;
        };
    }

    /**
     * Converts a decimal to a long and keeps the order, except that all values beyond 64 bits on the same side become
     * equal.
     */
    private static long saturated(Int128 value) {
        if (value.getHigh() == value.getLow() >> 63) {
            return value.getLow();
        }
        return value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    @Override
    public double doubleValue(int column) {
        return values[column] instanceof Long bits ? Float.intBitsToFloat(bits.intValue()) : (Double) values[column];
    }

    @Override
    public byte[] textValue(int column) {
        return ((Slice) values[column]).getBytes();
    }
}
