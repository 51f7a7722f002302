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
 * Finds the last of the first {@code k} rows of an order, as precisely as bounds and ranks of ranges permit. For
 * example, if a descending order has a range of five rows with bounds 3 and 9 and 7 as the second largest value, then
 * one row is known to be 9, one more to be at least 7, and all five to be at least 3. The result improves with every
 * range that is added.
 *
 * <p>Some of the ranges together guarantee the {@code k} rows; they are called guarantors. A range that is not a
 * guarantor need not be read if its best value comes after the last of the guaranteed rows. If ties are equal, it also
 * need not be read if its best value equals that row's value. All guarantors must be read. A range that is unnecessary
 * stays so, whatever is added later, because a guarantor is replaced only by rows that are at least as good. Not
 * thread-safe.
 *
 * @param <S> identifies a range
 */
final class TopRows<S> {
    private final ScalarType type;
    private final long wanted;
    private final boolean ascending;
    private final boolean nullsFirst;
    private final boolean nansFirst;
    private final boolean tiesAreEqual;
    /** compares values so that those that come first in the order are smaller */
    private final Comparator<Key> order;

    /** the first {@code wanted} of the rows that are known to exist, with the last of them at the head */
    private final PriorityQueue<Known<S>> known;

    /** for each guarantor, those of its rows that count, the best ones first */
    private final Map<S, Deque<Known<S>>> guarantors = new HashMap<>();

    private long rows;

    /**
     * Describes rows of a range that come no later in the order than a value.
     *
     * @param needed whether the range must be read as long as this value counts, whether it is a guarantor or not
     */
    private record Known<S>(S source, Key value, long rows, boolean needed) {}

    /**
     * Creates an order without ranges.
     *
     * @param wanted number of rows, at least one
     * @param tiesAreEqual whether any of several rows with the same value will do
     */
    TopRows(ScalarType type, SortOrder direction, long wanted, boolean tiesAreEqual) {
        checkArgument(wanted > 0, "the first %s rows", wanted);
        this.type = type;
        this.wanted = wanted;
        this.ascending = direction.isAscending();
        this.nullsFirst = direction.isNullsFirst();
        // the engine treats NaN as the smallest value if NULLs come first, and as the largest if NULLs come last
        this.nansFirst = ascending == nullsFirst;
        this.tiesAreEqual = tiesAreEqual;
        this.order = ascending ? Comparator.naturalOrder() : Comparator.reverseOrder();
        // for equal values, ranges that must be read anyway come first, then those with many rows, so that few ranges
        // are read as guarantors
        this.known = new PriorityQueue<>(Comparator.<Known<S>, Key>comparing(Known::value, order)
                .thenComparing(Known::needed, Comparator.reverseOrder())
                .thenComparing(Known::rows, Comparator.reverseOrder())
                .reversed());
    }

    /** Adds a range in which all rows match. No range may be added twice. */
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
        // the number of NaNs is not known
        if (!bounds.mayHoldNan()) {
            worst(bounds).ifPresent(worst -> rowsOfRange.upTo(values, worst));
        }
        rowsOfRange.finish();
    }

    /** Adds the rows of a range from the best to the worst, and combines rows with equal values. */
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

        /** Records that {@code upTo} rows of the range come no later than this value. */
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
        // rows of a range are added from the best to the worst, and the worst of all are removed, so the last one is at
        // the end
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

    /** Returns whether the first rows can be found without a range. */
    boolean isNeedless(S source, long rowCount, RangeBounds bounds) {
        if (rows < wanted) {
            return false;
        }
        Key last = known.peek().value();
        return isBehind(rowCount, bounds, last, tiesAreEqual && !isZero(last)) && !guarantors.containsKey(source);
    }

    /**
     * Describes some rows of a range.
     *
     * @param rows number of rows
     * @param notLaterThan the value of the last of them in the order, or a later value
     */
    record Guaranteed(long rows, Key notLaterThan) {}

    /**
     * Returns the rows by which a range makes other ranges unnecessary. As long as all guarantors really have these
     * rows, the scan returns the first rows. They are returned separately, from the best to the worst, because the
     * worst may no longer count when further ranges are added.
     */
    List<Guaranteed> guaranteed(S source) {
        Deque<Known<S>> counted = guarantors.get(source);
        return counted == null
                ? List.of()
                : counted.stream()
                        .map(known -> new Guaranteed(known.rows(), known.value()))
                        .toList();
    }

    /** Returns whether the first rows could ever be found without a range with these bounds. */
    boolean mayBeNeedless(RangeBounds bounds) {
        return !(bounds.nulls() > 0 && nullsFirst)
                && !(bounds.mayHoldNan() && nansFirst)
                // without a known value, all values may be NULL, which come last
                && (best(bounds).isPresent() || bounds.nulls() > 0);
    }

    /**
     * Returns whether no row of a range comes before a value.
     *
     * @param orEqual whether rows may be equal to the value
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

    /** Returns whether a value is zero. The engine orders zeros by their signs, which summaries do not keep. */
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
