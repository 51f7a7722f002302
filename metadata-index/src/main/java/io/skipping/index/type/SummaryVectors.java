// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableList;
import io.skipping.index.value.KeyColumn;
import java.util.List;

/**
 * Holds the stored summaries of many ranges.
 *
 * @param size number of ranges
 * @param rowCounts rows of each range
 * @param fields one column with {@code size} positions for each of {@link IndexType#fields}
 */
public record SummaryVectors(int size, long[] rowCounts, List<KeyColumn> fields) {
    public SummaryVectors {
        fields = ImmutableList.copyOf(fields);
    }
}
