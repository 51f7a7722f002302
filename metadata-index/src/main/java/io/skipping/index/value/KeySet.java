// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A set of values of a type that has keys: ranges of keys, in order and disjoint, in arrays that can be searched quickly. It knows
 * neither NULL nor NaN; {@link #mayHoldNan} says what follows for the latter. Immutable and thread-safe.
 */
public abstract sealed class KeySet permits LongKeySet, WideKeySet, ByteKeySet {
    private final ScalarType type;
    private final boolean unbounded;

    KeySet(ScalarType type, boolean unbounded) {
        this.type = requireNonNull(type, "type is null");
        this.unbounded = unbounded;
    }

    /** How a set relates to some values. */
    public enum Relation {
        /** no value is in the set */
        DISJOINT,
        /** every value is in the set */
        INSIDE,
        /** neither is known */
        CROSSES,
    }

    /** Returns the set of all values. */
    public static KeySet all(ScalarType type) {
        return of(type, List.of(KeyRange.ALL)).orElseThrow();
    }

    public static KeySet none(ScalarType type) {
        return of(type, List.of()).orElseThrow();
    }

    /**
     * Returns the set of the values in any of some ranges, which may be in any order and overlap.
     *
     * @return empty if nothing may be concluded from such a set: an end is a NaN, or char whose bytes do not have the order of its values
     */
    public static Optional<KeySet> of(ScalarType type, Collection<KeyRange> ranges) {
        List<KeyRange> joined = new ArrayList<>();
        ranges.stream()
                .filter(range -> !range.isEmpty())
                .sorted(KeyRange::compareLows)
                .forEach(range -> {
                    int last = joined.size() - 1;
                    if (last >= 0 && !joined.get(last).isGapBefore(range)) {
                        joined.set(last, joined.get(last).span(range));
                    } else {
                        joined.add(range);
                    }
                });
        ColumnBuilder bounds = ColumnBuilder.of(type, false);
        boolean[] inclusive = new boolean[2 * joined.size()];
        for (int k = 0; k < joined.size(); k++) {
            KeyRange range = joined.get(k);
            append(bounds, type.check(range.low()));
            append(bounds, type.check(range.high()));
            inclusive[2 * k] = range.lowInclusive();
            inclusive[2 * k + 1] = range.highInclusive();
        }
        return of(type, bounds.build(), inclusive);
    }

    /** Returns the set of some values; empty as of {@link #of(ScalarType, Collection)}. */
    public static Optional<KeySet> ofValues(ScalarType type, Collection<Key> values) {
        return of(type, values.stream().map(KeyRange::of).toList());
    }

    /**
     * Returns the set of the values in some ranges.
     *
     * @param bounds of each range its lower and its upper end, NULL where it has none; ranges are in ascending order, and disjoint
     * @param inclusive for each of the bounds, whether it belongs to its range; false where it has none
     * @return empty as of {@link #of(ScalarType, Collection)}
     */
    public static Optional<KeySet> of(ScalarType type, KeyColumn bounds, boolean[] inclusive) {
        switch (type.form()) {
            case LONG:
                return LongKeySet.of(type, (LongColumn) bounds, inclusive).map(KeySet.class::cast);
            case WIDE:
                return Optional.of(WideKeySet.of(type, (WideColumn) bounds, inclusive));
            default:
                return ByteKeySet.of(type, (BytesColumn) bounds, inclusive).map(KeySet.class::cast);
        }
    }

    private static void append(ColumnBuilder bounds, Optional<Key> end) {
        end.ifPresentOrElse(bounds::append, bounds::appendNull);
    }

    static boolean isUnbounded(KeyColumn bounds) {
        return bounds.size() > 0 && bounds.isNull(0) && bounds.isNull(bounds.size() - 1);
    }

    public final ScalarType type() {
        return type;
    }

    /** How many ranges the set has. */
    public abstract int count();

    /** Returns range {@code k}, as people would say it; one that was listed may have been joined with its neighbour. */
    public abstract KeyRange range(int k);

    public final List<KeyRange> ranges() {
        return IntStream.range(0, count()).mapToObj(this::range).toList();
    }

    public final boolean isNone() {
        return count() == 0;
    }

    public final boolean isAll() {
        return count() == 1 && range(0).equals(KeyRange.ALL);
    }

    /** Returns the least range that all values are in; empty if there are none. */
    public final Optional<KeyRange> span() {
        return isNone() ? Optional.empty() : Optional.of(range(0).span(range(count() - 1)));
    }

    public final boolean contains(Key key) {
        int first = 0;
        int end = count();
        while (first < end) {
            int middle = (first + end) >>> 1;
            KeyRange range = range(middle);
            if (range.contains(key)) {
                return true;
            }
            if (range.high().isPresent() && range.high().get().compareTo(key) <= 0) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        return false;
    }

    public final KeySet intersect(KeySet that) {
        List<KeyRange> both = new ArrayList<>();
        int left = 0;
        int right = 0;
        while (left < count() && right < that.count()) {
            KeyRange common = range(left).intersect(that.range(right));
            if (!common.isEmpty()) {
                both.add(common);
            }
            if (KeyRange.compareHighs(range(left), that.range(right)) <= 0) {
                left++;
            } else {
                right++;
            }
        }
        return of(type, both).orElseThrow();
    }

    public final KeySet union(KeySet that) {
        List<KeyRange> either = new ArrayList<>(ranges());
        either.addAll(that.ranges());
        return of(type, either).orElseThrow();
    }

    /** Returns the set of all values that are not in this one. */
    public final KeySet complement() {
        List<KeyRange> gaps = new ArrayList<>();
        Optional<Key> low = Optional.empty();
        boolean lowInclusive = false;
        for (int k = 0; k < count(); k++) {
            KeyRange range = range(k);
            if (range.low().isPresent()) {
                gaps.add(new KeyRange(low, lowInclusive, range.low(), !range.lowInclusive()));
            }
            if (range.high().isEmpty()) {
                return of(type, gaps).orElseThrow();
            }
            low = range.high();
            lowInclusive = !range.highInclusive();
        }
        gaps.add(new KeyRange(low, lowInclusive, Optional.empty(), false));
        return of(type, gaps).orElseThrow();
    }

    public final KeySet subtract(KeySet that) {
        return intersect(that.complement());
    }

    /** Whether the key is not below range {@code k}. */
    abstract boolean isAtOrAboveLow(int k, Keys keys, int index);

    /** Whether the key is not above range {@code k}. */
    abstract boolean isAtOrBelowHigh(int k, Keys keys, int index);

    /**
     * Returns the hashes of all values of the set, if it is finite; empty if it is not, or has too many values beside those that
     * were listed one by one.
     *
     * @param most how many
     */
    public abstract Optional<long[]> hashes(int most);

    /**
     * Returns whether a NaN may satisfy the condition that this set was made of. A NaN compares to nothing, so that it satisfies
     * {@code <>} and no other comparison; and what {@code <>} leaves has no end on either side.
     */
    public final boolean mayHoldNan() {
        return unbounded;
    }

    /** Returns how the set relates to all values between two keys, both included. */
    public Relation relate(Keys minimums, Keys maximums, int index) {
        int k = firstNotBelow(minimums, index);
        if (k == count() || !isAtOrAboveLow(k, maximums, index)) {
            return Relation.DISJOINT;
        }
        return isAtOrAboveLow(k, minimums, index) && isAtOrBelowHigh(k, maximums, index)
                ? Relation.INSIDE
                : Relation.CROSSES;
    }

    /** Returns how the set relates to the keys {@code [from, to)}, of which there is at least one, in ascending order. */
    public final Relation relate(Keys keys, int from, int to) {
        if (to - from == 1) {
            return isInside(keys, from) ? Relation.INSIDE : Relation.DISJOINT;
        }
        int searchCost = 2 * (32 - Integer.numberOfLeadingZeros(to - from));
        int inside =
                (long) count() * searchCost < to - from ? countByRange(keys, from, to) : countByKey(keys, from, to);
        if (inside == 0) {
            return Relation.DISJOINT;
        }
        return inside == to - from ? Relation.INSIDE : Relation.CROSSES;
    }

    /** Whether a key is in the set. */
    boolean isInside(Keys keys, int index) {
        int k = firstNotBelow(keys, index);
        return k < count() && isAtOrAboveLow(k, keys, index);
    }

    private int countByRange(Keys keys, int from, int to) {
        int inside = 0;
        int start = from;
        for (int k = 0; k < count() && start < to; k++) {
            int first = start;
            int end = to;
            while (first < end) {
                int middle = (first + end) >>> 1;
                if (isAtOrAboveLow(k, keys, middle)) {
                    end = middle;
                } else {
                    first = middle + 1;
                }
            }
            int past = first;
            end = to;
            while (past < end) {
                int middle = (past + end) >>> 1;
                if (isAtOrBelowHigh(k, keys, middle)) {
                    past = middle + 1;
                } else {
                    end = middle;
                }
            }
            inside += past - first;
            start = past;
        }
        return inside;
    }

    /** Exact only if all keys are inside or none is, which is all that is asked. */
    private int countByKey(Keys keys, int from, int to) {
        int inside = 0;
        for (int index = from; index < to; index++) {
            int k = firstNotBelow(keys, index);
            if (k < count() && isAtOrAboveLow(k, keys, index)) {
                inside++;
            }
            if (inside > 0 && inside <= index - from) {
                return inside;
            }
        }
        return inside;
    }

    /** The first range whose end is not below the key; {@link #count} if there is none. */
    int firstNotBelow(Keys keys, int index) {
        int first = 0;
        int end = count();
        while (first < end) {
            int middle = (first + end) >>> 1;
            if (isAtOrBelowHigh(middle, keys, index)) {
                end = middle;
            } else {
                first = middle + 1;
            }
        }
        return first;
    }
}
