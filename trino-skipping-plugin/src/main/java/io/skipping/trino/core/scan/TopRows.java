// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.base.Preconditions.checkArgument;

import io.skipping.index.predicate.SignedZeros;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.RangeRanks.Ranked;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.trino.spi.connector.SortOrder;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The last of the first {@code k} rows of an order, as far as bounds and ranks of ranges tell: of a range with bounds 3 and 9,
 * five rows and 7 as the second largest value, one row is known to be 9, one more to be 7 or more, and all five to be 3 or
 * more. The more ranges are taken in, the better it gets.
 *
 * <p>Some of the ranges guarantee the {@code k} rows together, the guarantors. A range that is no guarantor need not be read
 * if its best value comes behind the last one of the rows guaranteed; or if it equals that one, provided that equal values
 * are equally good. All guarantors must be read. What was needless once stays so, whatever is taken in later: a guarantor is
 * replaced only by rows that are at least as good. Not thread-safe.
 *
 * @param <S> what a range is known by
 */
final class TopRows<S> {
    private final ScalarType type;
    private final long wanted;
    private final boolean ascending;
    private final boolean nullsFirst;
    private final boolean nansFirst;
    private final boolean tiesAreEqual;
    /** puts a value first that the order puts first */
    private final Comparator<Key> order;

    /** of the rows that are known to exist, the first {@code wanted} ones, the last of them at the head */
    private final PriorityQueue<Known<S>> known;

    /** of each guarantor what counts of it, its best rows first */
    private final Map<S, Deque<Known<S>>> guarantors = new HashMap<>();

    private long rows;

    /**
     * Some rows of a range that come no later in the order than a value.
     *
     * @param needed whether the range must be read as long as this value counts, guarantor or not
     */
    private record Known<S>(S source, Key value, long rows, boolean needed) {}

    /**
     * @param wanted how many rows, at least one
     * @param tiesAreEqual whether of rows with the same value any will do
     */
    TopRows(ScalarType type, SortOrder direction, long wanted, boolean tiesAreEqual) {
        checkArgument(wanted > 0, "the first %s rows", wanted);
        this.type = type;
        this.wanted = wanted;
        this.ascending = direction.isAscending();
        this.nullsFirst = direction.isNullsFirst();
        // the engine takes NaN for the least of all where NULLs come first, and for the greatest where they come last
        this.nansFirst = ascending == nullsFirst;
        this.tiesAreEqual = tiesAreEqual;
        this.order = ascending ? Comparator.naturalOrder() : Comparator.reverseOrder();
        // of equal values those of ranges that must be read anyway come first, then those of many rows: so few ranges
        // are read
        // for a guarantee
        this.known = new PriorityQueue<>(Comparator.<Known<S>, Key>comparing(Known::value, order)
                .thenComparing(Known::needed, Comparator.reverseOrder())
                .thenComparing(Known::rows, Comparator.reverseOrder())
                .reversed());
    }

    /** Takes in a range all of whose rows are in the scan; no range may be taken in twice. */
    void add(S source, long rowCount, RangeBounds bounds, RangeRanks ranks) {
        long values = rowCount - bounds.nulls();
        if (values <= 0) {
            return;
        }
        RowsOfRange rowsOfRange = new RowsOfRange(source, rowCount, bounds);
        if (isBestExact(bounds)) {
            best(bounds).ifPresent(best -> rowsOfRange.upTo(1, best));
        }
        for (Ranked ranked : ascending ? ranks.smallest() : ranks.largest()) {
            rowsOfRange.upTo(Math.min(ranked.rank(), values), ranked.value());
        }
        // of NaNs it is not known how many there are
        if (!bounds.mayHoldNan()) {
            worst(bounds).ifPresent(worst -> rowsOfRange.upTo(values, worst));
        }
        rowsOfRange.finish();
    }

    /** Adds the rows of a range from the best to the worst, those of equal values together. */
    private final class RowsOfRange {
        private final S source;
        private final long rowCount;
        private final RangeBounds bounds;
        private Key value;
        private long count;
        private long counted;

        RowsOfRange(S source, long rowCount, RangeBounds bounds) {
            this.source = source;
            this.rowCount = rowCount;
            this.bounds = bounds;
        }

        /** That {@code upTo} rows of the range are known to come no later than this value. */
        void upTo(long upTo, Key notLaterThan) {
            if (upTo <= counted) {
                return;
            }
            if (value == null || order.compare(value, notLaterThan) != 0) {
                finish();
                value = notLaterThan;
                count = 0;
            }
            count += upTo - counted;
            counted = upTo;
        }

        void finish() {
            if (count > 0) {
                add(new Known<>(source, value, Math.min(count, wanted), !isBehind(rowCount, bounds, value, true)));
            }
        }
    }

    private void add(Known<S> added) {
        if (rows >= wanted && known.comparator().compare(added, known.peek()) <= 0) {
            return;
        }
        known.add(added);
        // rows of a range come from the best to the worst, and the worst of all are removed
        guarantors.computeIfAbsent(added.source(), _ -> new ArrayDeque<>()).addLast(added);
        rows += added.rows();
        while (rows - known.peek().rows() >= wanted) {
            Known<S> removed = known.remove();
            Deque<Known<S>> left = guarantors.get(removed.source());
            left.removeLast();
            if (left.isEmpty()) {
                guarantors.remove(removed.source());
            }
            rows -= removed.rows();
        }
    }

    /** Whether the first rows can be had without a range. */
    boolean isNeedless(S source, long rowCount, RangeBounds bounds) {
        if (rows < wanted) {
            return false;
        }
        Key last = known.peek().value();
        return isBehind(rowCount, bounds, last, tiesAreEqual && !isZero(last)) && !guarantors.containsKey(source);
    }

    /**
     * Some rows of a range.
     *
     * @param rows how many there are
     * @param notLaterThan the last of them in the order, or a value behind it
     */
    record Guaranteed(long rows, Key notLaterThan) {}

    /**
     * Returns what makes other ranges needless, of a range: as long as it is true of all guarantors, the first rows are there. It is told one
     * by one, from the best to the worst, since the worst may not count any more when further ranges are taken in.
     */
    List<Guaranteed> guaranteed(S source) {
        Deque<Known<S>> counted = guarantors.get(source);
        return counted == null
                ? List.of()
                : counted.stream()
                        .map(known -> new Guaranteed(known.rows(), known.value()))
                        .toList();
    }

    /** Whether the first rows may ever be had without a range of these bounds. */
    boolean mayBeNeedless(RangeBounds bounds) {
        return !(bounds.nulls() > 0 && nullsFirst)
                && !(bounds.mayHoldNan() && nansFirst)
                // without a value, all of it may be NULL, which comes last
                && (best(bounds).isPresent() || bounds.nulls() > 0);
    }

    /**
     * Whether no row of a range comes before a value.
     *
     * @param orEqual whether rows may be equal to it
     */
    private boolean isBehind(long rowCount, RangeBounds bounds, Key value, boolean orEqual) {
        if (bounds.nulls() > 0 && nullsFirst) {
            return false;
        }
        if (bounds.nulls() == rowCount) {
            return true;
        }
        if (bounds.mayHoldNan() && nansFirst) {
            return false;
        }
        Optional<Key> best = best(bounds);
        return best.isPresent() && order.compare(best.get(), value) >= (orEqual ? 0 : 1);
    }

    /** The engine orders zeros by their signs, which summaries do not keep. */
    private boolean isZero(Key value) {
        return SignedZeros.isZero(type, value);
    }

    private Optional<Key> best(RangeBounds bounds) {
        return ascending ? bounds.minimum() : bounds.maximum();
    }

    private boolean isBestExact(RangeBounds bounds) {
        return ascending ? bounds.minimumExact() : bounds.maximumExact();
    }

    private Optional<Key> worst(RangeBounds bounds) {
        return ascending ? bounds.maximum() : bounds.minimum();
    }
}
