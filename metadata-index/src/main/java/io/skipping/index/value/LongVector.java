// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/** Values whose keys have the form {@link ScalarType.KeyForm#LONG}. */
public final class LongVector extends ValueVector {
    private long[] keys = new long[0];
    private boolean mayHaveNegativeZero;

    /**
     * Returns an array with room for {@code count} keys. The caller writes these from index 0 on.
     *
     * @param mayHaveNegativeZero whether a value may be -0.0, which has the key of 0.0
     */
    public long[] fill(int count, boolean mayHaveNegativeZero) {
        if (keys.length < count) {
            keys = new long[Math.max(count, 2 * keys.length)];
        }
        this.mayHaveNegativeZero = mayHaveNegativeZero;
        return keys;
    }

    /** Records that a value is -0.0, which the caller noticed while it wrote the keys. */
    public void setNegativeZero() {
        mayHaveNegativeZero = true;
    }

    /** Returns an array that begins with the keys of the listed values; the caller must not change it. */
    public long[] keys() {
        return keys;
    }

    /** Returns whether a value may be -0.0; its key does not hold the sign. */
    public boolean mayHaveNegativeZero() {
        return mayHaveNegativeZero;
    }

    @Override
    public Key key(int value) {
        return Key.of(keys[value]);
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 8L * keys.length;
    }
}
