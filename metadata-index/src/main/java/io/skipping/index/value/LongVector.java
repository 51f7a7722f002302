// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/** Values whose keys have the form {@link ScalarType.KeyForm#LONG}. */
public final class LongVector extends ValueVector {
    private long[] keys = new long[0];
    private boolean mayHaveNegativeZero;

    /**
     * Returns an array with room for some keys, which the filler writes, from the front on.
     *
     * @param mayHaveNegativeZero whether some value may be -0.0, which has the key of 0.0
     */
    public long[] fill(int count, boolean mayHaveNegativeZero) {
        if (keys.length < count) {
            keys = new long[Math.max(count, 2 * keys.length)];
        }
        this.mayHaveNegativeZero = mayHaveNegativeZero;
        return keys;
    }

    /** Says that some value is -0.0, which was found while keys were written. */
    public void setNegativeZero() {
        mayHaveNegativeZero = true;
    }

    /** The keys of the listed values are at its front. Not to be changed. */
    public long[] keys() {
        return keys;
    }

    /** Returns whether some value may be -0.0, whose sign its key does not have. */
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
