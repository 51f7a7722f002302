// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

/**
 * Holds the keys of a column in the form in which verdicts compare them, with a key in place of each NULL. Summaries and the
 * bounds of a query's sets are held in this form. Immutable and thread-safe.
 */
public abstract sealed class Keys permits LongKeys, WideKeys, ByteKeys {
    private final ScalarType type;

    Keys(ScalarType type) {
        this.type = requireNonNull(type, "type is null");
    }

    /** Says what a NULL stands for. */
    public enum NullOrder {
        /** not greater than any value: an unknown lower bound */
        LOWEST,
        /** not smaller than any value: an unknown upper bound */
        HIGHEST,
    }

    /** Returns the keys of a column, with the lowest or highest key in place of each NULL. */
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

    /** Returns the approximate heap size in bytes. */
    public abstract long retainedBytes();

    /** Returns the value in readable form. */
    public final String describe(int index) {
        return type.describe(key(index));
    }
}
