// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.skipping.index.value.ScalarType.BOOLEAN;

import com.google.common.collect.ImmutableList;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/**
 * Says which ranges may hold NaNs. Only summaries of {@code real} and {@code double} have a flag for it, in their last
 * field.
 */
public final class NanFlags {
    public static final SummaryField FIELD = new SummaryField("has_nan", BOOLEAN);

    /** empty if the type has no NaN */
    private final Optional<LongColumn> flags;

    private NanFlags(Optional<LongColumn> flags) {
        this.flags = flags;
    }

    /**
     * Returns the flags among the fields of summaries.
     *
     * @param fields the fields of summaries over a column of this type
     */
    public static NanFlags of(ScalarType type, List<KeyColumn> fields) {
        return new NanFlags(
                type.isFloatingPoint() ? Optional.of((LongColumn) fields.get(fields.size() - 1)) : Optional.empty());
    }

    /** Returns whether a row of the range may be NaN, which it may if the flag is unknown. */
    public boolean mayBeSet(int range) {
        return flags.isPresent() && (flags.get().isNull(range) || flags.get().isTrue(range));
    }

    /** Returns whether it is known if the range holds a NaN. */
    public boolean isKnown(int range) {
        return flags.isEmpty() || !flags.get().isNull(range);
    }

    /** Returns fields, followed by the flag if the type has NaNs. */
    public static List<SummaryField> after(ScalarType type, SummaryField... fields) {
        return after(type, fields, FIELD);
    }

    /** Returns names of fields, followed by the name of the flag if the type has NaNs. */
    public static List<String> namesAfter(ScalarType type, String... names) {
        return after(type, names, FIELD.name());
    }

    private static <T> List<T> after(ScalarType type, T[] fields, T flag) {
        ImmutableList.Builder<T> all = ImmutableList.builder();
        all.add(fields);
        if (type.isFloatingPoint()) {
            all.add(flag);
        }
        return all.build();
    }
}
