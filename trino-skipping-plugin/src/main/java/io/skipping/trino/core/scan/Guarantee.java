// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.trino.core.filter.RowPromise;
import io.skipping.trino.core.filter.ScanFilter;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes rows of a range that make other ranges unnecessary under a limit. No row is in two guarantees.
 *
 * @param rows number of rows
 * @param values their values of the ordering column; absent if there is no order
 */
public record Guarantee(ByteRange range, long rows, Optional<Domain> values) {
    public Guarantee {
        requireNonNull(range, "range is null");
        requireNonNull(values, "values is null");
    }

    /** Bounds the number of counts that are checked for a piece. */
    private static final int MOST_COUNTS = 8;

    /** Guarantees all rows of a range. */
    static Guarantee ofAll(RangeVerdict range) {
        return new Guarantee(range.range(), range.rowCount(), Optional.empty());
    }

    /** Guarantees rows of a range that come no later than a value, which is neither NULL nor NaN. */
    static Guarantee ofFirst(ByteRange range, long rows, Type type, SortOrder direction, Object notLaterThan) {
        Range values = direction.isAscending()
                ? Range.lessThanOrEqual(type, notLaterThan)
                : Range.greaterThanOrEqual(type, notLaterThan);
        return new Guarantee(
                range, rows, Optional.of(Domain.create(ValueSet.ofRanges(values), direction.isNullsFirst())));
    }

    /**
     * Returns the part of some guarantees that a reader of some bytes can check.
     *
     * @param guarantees one or more guarantees whose ranges overlap {@code part}
     * @param order the ordering column, to which the guaranteed values belong
     */
    static RowPromise promise(List<Guarantee> guarantees, ByteRange part, Optional<ColumnHandle> order) {
        // if a range is read in two parts, it is not known which rows are in which part
        List<Guarantee> counted = guarantees.stream()
                .filter(guarantee -> part.start() <= guarantee.range().start()
                        && guarantee.range().end() <= part.end())
                .filter(guarantee -> guarantee.values().map(ScanFilter::canTest).orElse(true))
                .toList();
        List<Optional<Domain>> values =
                counted.stream().map(Guarantee::values).distinct().toList();
        boolean all = counted.size() == guarantees.size() && values.size() <= MOST_COUNTS;
        return new RowPromise(
                values.stream()
                        .limit(MOST_COUNTS)
                        .map(which -> new RowPromise.Count(
                                counted.stream()
                                        .filter(guarantee -> guarantee.isAmong(which))
                                        .mapToLong(Guarantee::rows)
                                        .sum(),
                                which.map(domain -> TupleDomain.withColumnDomains(Map.of(order.orElseThrow(), domain)))
                                        .orElseGet(TupleDomain::all)))
                        .toList(),
                !all);
    }

    /** Returns whether all of the guaranteed rows have values in the domain. */
    private boolean isAmong(Optional<Domain> which) {
        return which.isEmpty() || (values.isPresent() && which.get().contains(values.get()));
    }
}
