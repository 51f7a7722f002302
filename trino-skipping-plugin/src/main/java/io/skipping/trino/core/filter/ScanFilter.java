// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;

/**
 * A filter that the engine does not apply any more, because the scan does.
 *
 * @param domain what rows satisfy that the scan gives
 * @param share of the table's rows that is thought to satisfy it, from 0 to 1; for estimates only
 */
public record ScanFilter(TupleDomain<ColumnHandle> domain, double share) {
    public ScanFilter {
        requireNonNull(domain, "domain is null");
        checkArgument(share >= 0 && share <= 1, "a share of %s", share);
    }

    /** Returns whether a scan can tell, as the engine would, which rows have such a value. */
    public static boolean canTest(Domain domain) {
        return ValueFilter.isExact(domain);
    }
}
