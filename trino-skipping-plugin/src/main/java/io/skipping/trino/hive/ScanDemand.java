// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static java.util.Objects.requireNonNull;

import io.skipping.index.predicate.Predicate;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;

/**
 * What a scan demands of the data columns; a row must satisfy both parts.
 *
 * @param domain demands on single columns
 * @param expressions demands on several columns together
 */
public record ScanDemand(TupleDomain<HiveColumnHandle> domain, Predicate expressions) {
    static final ScanDemand NOTHING = new ScanDemand(TupleDomain.all(), Predicate.ALWAYS);

    public ScanDemand {
        requireNonNull(domain, "domain is null");
        requireNonNull(expressions, "expressions is null");
    }

    public boolean isNothing() {
        return equals(NOTHING);
    }

    /** Both demands. The same demand twice is equal to it once, so that the engine sees when nothing is new. */
    ScanDemand and(TupleDomain<HiveColumnHandle> otherDomain, Predicate otherExpressions) {
        return new ScanDemand(
                domain.intersect(otherDomain),
                // an expression without a leaf says nothing that an index could use
                otherExpressions.columns().isEmpty() && !otherExpressions.equals(Predicate.NEVER)
                        ? expressions
                        : Predicate.and(List.of(expressions, otherExpressions)));
    }
}
