// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.airlift.slice.Slice;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;
import java.util.Arrays;

/** How SQL compares two values in native representation: on purpose as plain as can be, and unlike the code under test. */
final class SqlOrder {
    private SqlOrder() {}

    static boolean isNan(Type type, Object value) {
        return switch (type) {
            case DoubleType _ -> Double.isNaN((double) value);
            case RealType _ -> Float.isNaN(toFloat(value));
            default -> false;
        };
    }

    /** Of values that compare. */
    static int compare(Type type, Object left, Object right) {
        return switch (type) {
            case DoubleType _ -> compare((double) left, (double) right);
            case RealType _ -> compare(toFloat(left), toFloat(right));
            case CharType _ -> {
                int length = Math.max(((Slice) left).length(), ((Slice) right).length());
                yield Arrays.compareUnsigned(pad((Slice) left, length), pad((Slice) right, length));
            }
            default ->
                switch (left) {
                    case Boolean value -> value.compareTo((Boolean) right);
                    case Long value -> value.compareTo((Long) right);
                    case Int128 value -> value.toBigInteger().compareTo(((Int128) right).toBigInteger());
                    case LongTimestamp value -> {
                        LongTimestamp that = (LongTimestamp) right;
                        int micros = Long.compare(value.getEpochMicros(), that.getEpochMicros());
                        yield micros != 0 ? micros : Integer.compare(value.getPicosOfMicro(), that.getPicosOfMicro());
                    }
                    case Slice value -> Arrays.compareUnsigned(value.getBytes(), ((Slice) right).getBytes());
                    default -> throw new IllegalArgumentException(type.toString());
                };
        };
    }

    private static int compare(double left, double right) {
        // unlike Double.compare, of which -0.0 is smaller than 0.0
        return left < right ? -1 : left > right ? 1 : 0;
    }

    private static float toFloat(Object value) {
        return Float.intBitsToFloat((int) (long) value);
    }

    private static byte[] pad(Slice value, int length) {
        byte[] padded = Arrays.copyOf(value.getBytes(), length);
        Arrays.fill(padded, value.length(), length, (byte) ' ');
        return padded;
    }
}
