// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.airlift.slice.Slice;
import io.skipping.index.value.PlainValues.Picos;
import io.skipping.index.value.ScalarType;
import java.math.BigInteger;
import java.util.Arrays;

/** How SQL compares two plain values: on purpose as plain as can be, and unlike the code under test. */
final class SqlOrder {
    private SqlOrder() {}

    static boolean isNan(Object value) {
        return switch (value) {
            case Double number -> Double.isNaN(number);
            case Float real -> Float.isNaN(real);
            default -> false;
        };
    }

    /** Of values that compare. */
    static int compare(ScalarType type, Object left, Object right) {
        return switch (left) {
            case Double value -> compare(value, (double) right);
            case Float value -> compare(value, (float) right);
            case Boolean value -> value.compareTo((Boolean) right);
            case Long value -> value.compareTo((Long) right);
            case BigInteger value -> value.compareTo((BigInteger) right);
            case Picos value -> {
                Picos that = (Picos) right;
                int micros = Long.compare(value.micros(), that.micros());
                yield micros != 0 ? micros : Integer.compare(value.picosOfMicro(), that.picosOfMicro());
            }
            case Slice value
            when type.kind() == ScalarType.Kind.CHAR -> {
                int length = Math.max(value.length(), ((Slice) right).length());
                yield Arrays.compareUnsigned(pad(value, length), pad((Slice) right, length));
            }
            case Slice value -> Arrays.compareUnsigned(value.getBytes(), ((Slice) right).getBytes());
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private static int compare(double left, double right) {
        // unlike Double.compare, of which -0.0 is smaller than 0.0
        return left < right ? -1 : left > right ? 1 : 0;
    }

    private static byte[] pad(Slice value, int length) {
        byte[] padded = Arrays.copyOf(value.getBytes(), length);
        Arrays.fill(padded, value.length(), length, (byte) ' ');
        return padded;
    }
}
