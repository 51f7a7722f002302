// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.nio.charset.StandardCharsets;

/**
 * Represents a value in a form whose order is SQL's order, and whose equality is SQL's equality. The index handles values only in
 * this form. {@link ScalarType#form} returns which of the three forms the values of a type have.
 *
 * <p>The key of an integer, date, timestamp or short decimal is the number; that of a boolean is 0 or 1.
 * {@link LongCodec} defines the keys of real and double, {@link WideCodec} those of long decimals and of timestamps
 * with picoseconds. The key of text is its UTF-8 bytes, for char without trailing spaces.
 */
public sealed interface Key extends Comparable<Key> {
    ScalarType.KeyForm form();

    /** A key that consists of one long. */
    record OfLong(long value) implements Key {
        @Override
        public ScalarType.KeyForm form() {
            return ScalarType.KeyForm.LONG;
        }

        @Override
        public int compareTo(Key that) {
            return Long.compare(value, ((OfLong) that).value);
        }
    }

    /** A key that consists of two longs, the more significant one first. */
    record OfWide(long high, long low) implements Key {
        @Override
        public ScalarType.KeyForm form() {
            return ScalarType.KeyForm.WIDE;
        }

        @Override
        public int compareTo(Key that) {
            OfWide other = (OfWide) that;
            return WideCodec.compare(high, low, other.high, other.low);
        }
    }

    /** A key that consists of bytes, which must not change afterwards. */
    record OfBytes(Slice value) implements Key {
        public OfBytes {
            requireNonNull(value, "value is null");
        }

        @Override
        public ScalarType.KeyForm form() {
            return ScalarType.KeyForm.BYTES;
        }

        @Override
        public int compareTo(Key that) {
            return value.compareTo(((OfBytes) that).value);
        }
    }

    static Key of(long value) {
        return new OfLong(value);
    }

    static Key of(boolean value) {
        return new OfLong(value ? 1 : 0);
    }

    static Key of(long high, long low) {
        return new OfWide(high, low);
    }

    static Key of(Slice value) {
        return new OfBytes(value);
    }

    static Key of(String text) {
        return new OfBytes(Slices.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the key of a double; -0.0 has the key of 0.0. */
    static Key ofDouble(double value) {
        return new OfLong(LongCodec.doubleKey(value));
    }

    /** Returns the key of a real; -0.0 has the key of 0.0. */
    static Key ofReal(float value) {
        return new OfLong(LongCodec.realKey(value));
    }

    /** Returns the long of an {@link OfLong} key. */
    default long asLong() {
        return ((OfLong) this).value();
    }

    /** Returns the bytes of an {@link OfBytes} key. */
    default Slice asBytes() {
        return ((OfBytes) this).value();
    }

    /** Returns the double that has this key. */
    default double asDouble() {
        return LongCodec.toDouble(asLong());
    }

    /** Returns the real that has this key. */
    default float asReal() {
        return LongCodec.toReal(asLong());
    }
}
