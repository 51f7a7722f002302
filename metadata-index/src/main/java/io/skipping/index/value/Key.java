// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.nio.charset.StandardCharsets;

/**
 * A value in a form that has the order of SQL, and that is equal where SQL finds values equal: the one form in which the index
 * knows values. {@link ScalarType#form} says which of the three forms the values of a type have.
 *
 * <p>Of integers, dates, timestamps and short decimals the key is the number, of booleans 0 or 1; {@link LongCodec} has those of
 * real and double, {@link WideCodec} those of long decimals and of timestamps with picoseconds. Text is its UTF-8 bytes, char
 * without the spaces at its end.
 */
public sealed interface Key extends Comparable<Key> {
    ScalarType.KeyForm form();

    /** A key of one long. */
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

    /** A key of two longs, the more significant one first. */
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

    /** A key of bytes, which must not change any more. */
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

    /** Returns the key of a double; of -0.0 that of 0.0. */
    static Key ofDouble(double value) {
        return new OfLong(LongCodec.doubleKey(value));
    }

    /** Returns the key of a real; of -0.0 that of 0.0. */
    static Key ofReal(float value) {
        return new OfLong(LongCodec.realKey(value));
    }

    /** Returns the long of a key of that form. */
    default long asLong() {
        return ((OfLong) this).value();
    }

    /** Returns the bytes of a key of that form. */
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
