// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.skipping.index.value.Key;
import java.util.Optional;

/**
 * Holds trustworthy statistics of one column over one row group or stripe. NaNs are in neither bound.
 *
 * @param rows number of rows
 * @param nulls number of rows that are NULL
 * @param minimum no value is smaller; empty if there is no value or nothing is known
 * @param maximum no value is larger; empty if there is no value or nothing is known
 */
public record FooterStatistics(long rows, long nulls, Optional<Key> minimum, Optional<Key> maximum) {
    public FooterStatistics {
        checkArgument(nulls >= 0 && nulls <= rows, "%s rows cannot have %s NULLs", rows, nulls);
        requireNonNull(minimum, "minimum is null");
        requireNonNull(maximum, "maximum is null");
    }
}
