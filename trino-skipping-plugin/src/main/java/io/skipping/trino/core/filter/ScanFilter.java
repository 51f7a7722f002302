// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;

/**
 * Describes a filter that the scan applies itself, so that the engine does not.
 *
 * @param domain every row that the scan returns satisfies it
 * @param share the estimated fraction of the table's rows that satisfy the filter, from 0 to 1; used for estimates only
 */
public record ScanFilter(TupleDomain<ColumnHandle> domain, double share) {
    public ScanFilter {
        requireNonNull(domain, "domain is null");
        checkArgument(share >= 0 && share <= 1, "a share of %s", share);
    }

    /** Returns whether a scan can evaluate the domain for each value exactly as the engine would. */
    public static boolean canTest(Domain domain) {
        return ValueFilter.isExact(domain);
    }
}
