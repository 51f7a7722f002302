// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.filter.ScanFilter;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a scan demands of the data columns; a row must satisfy both the domain and the expressions.
 *
 * @param domain demands on single columns
 * @param expressions demands on several columns together
 * @param inExpressions columns of which the filter says more than the domain does
 * @param disputed columns of conjuncts that the coordinator may evaluate otherwise than the scan does
 * @param unused conjuncts of the filter that nothing can be made of, for people to read
 * @param limit how many of the rows that satisfy these are wanted; all if absent
 * @param filter what the scan itself makes sure of, so that the engine does not filter any more
 */
public record ScanDemand(
        TupleDomain<ColumnHandle> domain,
        Predicate expressions,
        Set<ColumnHandle> inExpressions,
        Set<ColumnHandle> disputed,
        Set<String> unused,
        Optional<RowLimit> limit,
        Optional<ScanFilter> filter) {
    public static final ScanDemand NOTHING = new ScanDemand(
            TupleDomain.all(), Predicate.ALWAYS, Set.of(), Set.of(), Set.of(), Optional.empty(), Optional.empty());

    public ScanDemand {
        requireNonNull(domain, "domain is null");
        requireNonNull(expressions, "expressions is null");
        inExpressions = ImmutableSet.copyOf(inExpressions);
        disputed = ImmutableSet.copyOf(disputed);
        unused = ImmutableSet.copyOf(unused);
        requireNonNull(limit, "limit is null");
        requireNonNull(filter, "filter is null");
    }

    public boolean isNothing() {
        return isUnconditional() && limit.isEmpty() && filter.isEmpty();
    }

    /** Whether any row will do. */
    public boolean isUnconditional() {
        return domain.isAll() && expressions.equals(Predicate.ALWAYS) && inExpressions.isEmpty();
    }

    /** Whether the scan makes sure of all that is demanded. */
    public boolean isFilterOnly() {
        return filter.map(ScanFilter::domain).equals(Optional.of(domain))
                && expressions.equals(Predicate.ALWAYS)
                && inExpressions.isEmpty()
                && limit.isEmpty();
    }

    /** Both demands. The same demand twice is equal to it once, so that the engine sees when nothing is new. */
    public ScanDemand and(
            TupleDomain<ColumnHandle> otherDomain,
            Predicate otherExpressions,
            Set<ColumnHandle> otherInExpressions,
            Set<ColumnHandle> otherDisputed,
            Set<String> otherUnused) {
        return new ScanDemand(
                domain.intersect(otherDomain),
                and(otherExpressions),
                Sets.union(inExpressions, otherInExpressions),
                Sets.union(disputed, otherDisputed),
                Sets.union(unused, otherUnused),
                limit,
                filter);
    }

    /** This demand, and another one on top. */
    public ScanDemand with(Predicate more) {
        return new ScanDemand(domain, and(more), inExpressions, disputed, unused, limit, filter);
    }

    /** This demand, for so many of its rows only. */
    public ScanDemand limitedTo(RowLimit rows) {
        return new ScanDemand(domain, expressions, inExpressions, disputed, unused, Optional.of(rows), filter);
    }

    /** This demand, for all of its rows. */
    public ScanDemand unlimited() {
        return new ScanDemand(domain, expressions, inExpressions, disputed, unused, Optional.empty(), filter);
    }

    /** This demand, made sure of by the scan; what it made sure of before, it goes on to. */
    public ScanDemand filteredBy(ScanFilter more) {
        ScanFilter all = filter.map(before -> new ScanFilter(
                        before.domain().intersect(more.domain()), Math.min(before.share(), more.share())))
                .orElse(more);
        return new ScanDemand(domain, expressions, inExpressions, disputed, unused, limit, Optional.of(all));
    }

    private Predicate and(Predicate more) {
        // an expression without a leaf says nothing that an index could use
        return more.columns().isEmpty() && !more.equals(Predicate.NEVER)
                ? expressions
                : Predicate.and(List.of(expressions, more));
    }

    /**
     * Returns whether the coordinator may evaluate the filter for values of this column: the filter says more of it than the domain does,
     * and what it says is what the scan will find. Of a column that is only in conjuncts which the engine does not show, such as
     * those with a CASE, the latter is not known: a LIKE or a lookup of reals in them may be disputed.
     */
    boolean isTestable(ColumnHandle column) {
        return inExpressions.contains(column) && !disputed.contains(column);
    }
}
