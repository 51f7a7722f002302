// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import com.google.common.collect.ImmutableList;
import io.trino.spi.predicate.NullableValue;
import java.util.List;

/**
 * Holds the values of some aggregates, in the order in which the engine asked for them.
 *
 * @param values one for each aggregate
 */
public record Answer(List<NullableValue> values) {
    static final String PREFIX = "$answer_";

    public Answer {
        values = ImmutableList.copyOf(values);
    }

    /** Returns the name of the output column that carries the value with this index. */
    public static String column(int value) {
        return PREFIX + value;
    }
}
