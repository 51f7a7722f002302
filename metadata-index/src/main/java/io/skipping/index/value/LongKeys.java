// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

/** Keys of the form {@link ScalarType.KeyForm#LONG}. */
public final class LongKeys extends Keys {
    private final long[] keys;

    private LongKeys(ScalarType type, long[] keys) {
        super(type);
        this.keys = requireNonNull(keys, "keys is null");
    }

    static LongKeys of(ScalarType type, LongColumn column, NullOrder nulls) {
        if (!column.hasNull()) {
            return new LongKeys(type, column.keys());
        }
        long[] keys = column.keys().clone();
        long nullKey = nulls == NullOrder.LOWEST ? Long.MIN_VALUE : Long.MAX_VALUE;
        for (int i = 0; i < keys.length; i++) {
            if (column.isNull(i)) {
                keys[i] = nullKey;
            }
        }
        return new LongKeys(type, keys);
    }

    /**
     * Returns these keys.
     *
     * @param keys not copied
     */
    public static LongKeys of(ScalarType type, long[] keys) {
        return new LongKeys(type, keys);
    }

    /** Returns the keys without copying them; the caller must not change them. */
    public long[] keys() {
        return keys;
    }

    @Override
    public int size() {
        return keys.length;
    }

    @Override
    public Key key(int index) {
        return Key.of(keys[index]);
    }

    @Override
    public long retainedBytes() {
        return 8L * keys.length;
    }
}
