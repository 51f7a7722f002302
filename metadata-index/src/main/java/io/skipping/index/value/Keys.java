// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

/**
 * The keys of a column as verdicts compare them, with a key in place of each NULL: the working form of summaries, and of the bounds
 * in a query. Immutable and thread-safe.
 */
public abstract sealed class Keys permits LongKeys, WideKeys, ByteKeys {
    private final ScalarType type;

    Keys(ScalarType type) {
        this.type = requireNonNull(type, "type is null");
    }

    /** What a NULL is taken for. */
    public enum NullOrder {
        /** not greater than any value: an unknown lower bound */
        LOWEST,
        /** not smaller than any value: an unknown upper bound */
        HIGHEST,
    }

    public static Keys of(ScalarType type, KeyColumn column, NullOrder nulls) {
        switch (type.form()) {
            case LONG:
                return LongKeys.of(type, (LongColumn) column, nulls);
            case WIDE:
                return WideKeys.of(type, (WideColumn) column, nulls);
            default:
                return ByteKeys.of(type, (BytesColumn) column, nulls);
        }
    }

    public final ScalarType type() {
        return type;
    }

    public abstract int size();

    public abstract Key key(int index);

    /** Heap bytes held, roughly. */
    public abstract long retainedBytes();

    /** Returns the value for people to read. */
    public final String describe(int index) {
        return type.describe(key(index));
    }
}
