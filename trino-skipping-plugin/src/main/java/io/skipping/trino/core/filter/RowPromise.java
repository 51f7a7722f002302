// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;

/**
 * States how many rows a piece of an object must hold according to the object's summary. Other ranges are pruned
 * because of these rows. If the object was replaced after it was listed, the rows may be gone, and the pruned ranges
 * would be missing from the result.
 *
 * @param counts all of these must hold
 * @param wholeVersion whether some promised rows cannot be checked in the piece. The object must then still be the
 *     version that was listed when the piece has been read
 */
public record RowPromise(List<Count> counts, boolean wholeVersion) {
    public RowPromise {
        counts = ImmutableList.copyOf(counts);
    }

    /**
     * States how many rows have certain values.
     *
     * @param rows the minimum number of rows of the piece that satisfy both the scan's filter and the domain
     * @param domain selects the rows that count; must not be {@link TupleDomain#none}
     */
    public record Count(long rows, TupleDomain<ColumnHandle> domain) {
        public Count {
            requireNonNull(domain, "domain is null");
            checkArgument(!domain.isNone(), "no row counts");
        }
    }
}
