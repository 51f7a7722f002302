// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;

/**
 * Says what a piece of an object is known to hold, by a summary of the object: other ranges are left out of the scan because of
 * it. If the object was replaced since it was listed, these rows may be gone, and what was left out would be missing.
 *
 * @param counts all of these must hold
 * @param wholeVersion whether some of what is counted on cannot be seen in the piece, so that the object must still be the one
 *     that was listed when the piece has been read
 */
public record RowPromise(List<Count> counts, boolean wholeVersion) {
    public RowPromise {
        counts = ImmutableList.copyOf(counts);
    }

    /**
     * @param rows rows of the piece that satisfy the scan's filter and the domain, at least
     * @param domain which rows count; not none
     */
    public record Count(long rows, TupleDomain<ColumnHandle> domain) {
        public Count {
            requireNonNull(domain, "domain is null");
            checkArgument(!domain.isNone(), "no row counts");
        }
    }
}
