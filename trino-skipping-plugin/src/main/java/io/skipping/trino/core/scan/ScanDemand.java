// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.filter.ScanFilter;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Describes the constraint of a scan on the data columns. A row must satisfy both the domain and the expressions.
 *
 * @param domain conditions on single columns
 * @param expressions conditions on several columns together
 * @param inExpressions columns on which the filter has conditions beyond the domain
 * @param conjuncts the conditions that are not in the domain, one by one, to be explained; they decide nothing
 * @param limit how many of the matching rows are needed; all if absent
 * @param filter the filter that the scan itself applies, so that the engine does not
 */
public record ScanDemand(
        TupleDomain<ColumnHandle> domain,
        Predicate expressions,
        Set<ColumnHandle> inExpressions,
        Set<FilterConjunct> conjuncts,
        Optional<RowLimit> limit,
        Optional<ScanFilter> filter) {
    public static final ScanDemand NOTHING =
            new ScanDemand(TupleDomain.all(), Predicate.ALWAYS, Set.of(), Set.of(), Optional.empty(), Optional.empty());

    public ScanDemand {
        requireNonNull(domain, "domain is null");
        requireNonNull(expressions, "expressions is null");
        inExpressions = ImmutableSet.copyOf(inExpressions);
        conjuncts = ImmutableSet.copyOf(conjuncts);
        requireNonNull(limit, "limit is null");
        requireNonNull(filter, "filter is null");
    }

    /**
     * Returns a constraint that consists of nothing but a filter that the scan applies.
     *
     * @param rowFilter as {@link #rowFilter}
     */
    public static ScanDemand filtering(TupleDomain<? extends ColumnHandle> rowFilter) {
        return rowFilter.isAll()
                ? NOTHING
                : NOTHING.filteredBy(new ScanFilter(rowFilter.transformKeys(ColumnHandle.class::cast), 1));
    }

    /** Returns the filter that the scan applies; {@code all} if it applies none. Whoever returns rows of the scan must apply it. */
    public TupleDomain<ColumnHandle> rowFilter() {
        return filter.map(ScanFilter::domain).orElseGet(TupleDomain::all);
    }

    public boolean isNothing() {
        return isUnconditional() && limit.isEmpty() && filter.isEmpty();
    }

    /** Returns whether every row matches. */
    public boolean isUnconditional() {
        return domain.isAll() && expressions.equals(Predicate.ALWAYS) && inExpressions.isEmpty();
    }

    /** Returns whether the scan itself applies the complete constraint. */
    public boolean isFilterOnly() {
        return filter.map(ScanFilter::domain).equals(Optional.of(domain))
                && expressions.equals(Predicate.ALWAYS)
                && inExpressions.isEmpty()
                && limit.isEmpty();
    }

    /**
     * Returns the conjunction of two constraints. Adding the same constraint again gives an equal result, which shows
     * the engine that nothing has changed.
     */
    public ScanDemand and(
            TupleDomain<ColumnHandle> otherDomain,
            Predicate otherExpressions,
            Set<ColumnHandle> otherInExpressions,
            Set<FilterConjunct> otherConjuncts) {
        return new ScanDemand(
                domain.intersect(otherDomain),
                and(otherExpressions),
                Sets.union(inExpressions, otherInExpressions),
                Sets.union(conjuncts, otherConjuncts),
                limit,
                filter);
    }

    /** Returns the conjunction with a predicate. */
    public ScanDemand with(Predicate more) {
        return new ScanDemand(domain, and(more), inExpressions, conjuncts, limit, filter);
    }

    /** Returns the same constraint with a limit. */
    public ScanDemand limitedTo(RowLimit rows) {
        return new ScanDemand(domain, expressions, inExpressions, conjuncts, Optional.of(rows), filter);
    }

    /** Returns the same constraint without a limit. */
    public ScanDemand unlimited() {
        return new ScanDemand(domain, expressions, inExpressions, conjuncts, Optional.empty(), filter);
    }

    /**
     * Returns the same constraint with a filter that the scan applies, in addition to the one that it applies already.
     */
    public ScanDemand filteredBy(ScanFilter more) {
        ScanFilter all = filter.map(before -> new ScanFilter(
                        before.domain().intersect(more.domain()), Math.min(before.share(), more.share())))
                .orElse(more);
        return new ScanDemand(domain, expressions, inExpressions, conjuncts, limit, Optional.of(all));
    }

    private Predicate and(Predicate more) {
        // a predicate without a leaf is of no use to an index
        return more.columns().isEmpty() && !more.equals(Predicate.NEVER)
                ? expressions
                : Predicate.and(List.of(expressions, more));
    }

    /** Returns whether the filter has conditions on a column beyond the domain, so that its values are worth testing. */
    boolean isTestable(ColumnHandle column) {
        boolean isInDomain =
                domain.getDomains().map(Map::keySet).orElse(Set.of()).contains(column);
        return inExpressions.contains(column) || !isInDomain;
    }
}
