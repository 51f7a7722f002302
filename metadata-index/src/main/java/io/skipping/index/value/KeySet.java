// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Holds a set of values of a type that has keys, as ordered, disjoint ranges of keys in arrays that can be searched quickly.
 * It contains neither NULL nor NaN; {@link #mayHoldNan} covers the latter. Immutable and thread-safe.
 */
public abstract sealed class KeySet permits LongKeySet, WideKeySet, ByteKeySet {
    private final ScalarType type;
    private final boolean unbounded;

    /** those of the last call; threads that ask at the same time may each compute them */
    private volatile Hashes hashes;

    private record Hashes(int most, Optional<long[]> ofValues) {}

    KeySet(ScalarType type, boolean unbounded) {
        this.type = requireNonNull(type, "type is null");
        this.unbounded = unbounded;
    }

    /** Says how a set relates to given values. */
    public enum Relation {
        /** no value is in the set */
        DISJOINT,
        /** every value is in the set */
        INSIDE,
        /** neither is known to be the case */
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
     * Returns the set of the values in any of the given ranges, which may be in any order and may overlap.
     *
     * @return empty if nothing may be concluded from such a set: an end is a NaN, or a char value whose bytes do not
     *     order as its values do
     */
    public static Optional<KeySet> of(ScalarType type, Collection<KeyRange> ranges) {
        List<KeyRange> checked = new ArrayList<>();
        for (KeyRange range : ranges) {
            Optional<KeyRange> comparable = comparable(type, range);
            if (comparable.isEmpty()) {
                return Optional.empty();
            }
            checked.add(comparable.get());
        }
        List<KeyRange> joined = new ArrayList<>();
        checked.stream()
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

    /** Returns the set of the given values; empty in the cases of {@link #of(ScalarType, Collection)}. */
    public static Optional<KeySet> ofValues(ScalarType type, Collection<Key> values) {
        return of(type, values.stream().map(KeyRange::of).toList());
    }

    /**
     * Returns the set of the values in the given ranges.
     *
     * @param bounds lower and upper end of each range, NULL where it has none; the ranges are in ascending order and
     *     disjoint
     * @param inclusive for each bound, whether it belongs to its range; false where there is no bound
     * @return empty in the cases of {@link #of(ScalarType, Collection)}
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

    /** Returns the range with ends that order as their values do; empty if one of them does not. */
    private static Optional<KeyRange> comparable(ScalarType type, KeyRange range) {
        Optional<Key> low = range.low();
        Optional<Key> high = range.high();
        if (!low.map(key -> isComparable(type, key)).orElse(true)
                || !high.map(key -> isComparable(type, key)).orElse(true)) {
            return Optional.empty();
        }
        return Optional.of(
                type.kind() == ScalarType.Kind.CHAR
                        ? new KeyRange(
                                low.map(key -> withoutPadding(type, key)),
                                range.lowInclusive(),
                                high.map(key -> withoutPadding(type, key)),
                                range.highInclusive())
                        : range);
    }

    private static boolean isComparable(ScalarType type, Key key) {
        if (type.isFloatingPoint()) {
            return !LongCodec.of(type).isNan(key.asLong());
        }
        return type.kind() != ScalarType.Kind.CHAR
                || TextKeys.isOrderedByBytes(
                        type, key.asBytes(), 0, key.asBytes().length());
    }

    private static Key withoutPadding(ScalarType type, Key key) {
        Slice text = key.asBytes();
        return Key.of(text.slice(0, TextKeys.normalizedLength(type, text, 0, text.length())));
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

    /** Returns the number of ranges in the set. */
    public abstract int count();

    /**
     * Returns range {@code k} in readable form. Neighbouring values of the original condition may have been joined into
     * one range.
     */
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

    /** Returns whether each range of the set is a single value. */
    public final boolean isPoints() {
        return ranges().stream().allMatch(KeyRange::isSingle);
    }

    /** Returns the smallest range that contains all values; empty if there are none. */
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

    /** Returns the values that are in both sets, which must be of the same type. */
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
        return withZeroOf(of(type, both).orElseThrow(), this, that);
    }

    /** Returns the values that are in either set; both must be of the same type. */
    public final KeySet union(KeySet that) {
        List<KeyRange> either = new ArrayList<>(ranges());
        either.addAll(that.ranges());
        return withZeroOf(of(type, either).orElseThrow(), this, that);
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
                return withZeroOf(of(type, gaps).orElseThrow(), this, this);
            }
            low = range.high();
            lowInclusive = !range.highInclusive();
        }
        gaps.add(new KeyRange(low, lowInclusive, Optional.empty(), false));
        return withZeroOf(of(type, gaps).orElseThrow(), this, this);
    }

    /** Returns the values of this set that are not in the other, which must be of the same type. */
    public final KeySet subtract(KeySet that) {
        return intersect(that.complement());
    }

    /**
     * Returns whether the set may have been made of a condition on zero alone, one way or the other, such as {@code IN} or
     * {@code <>}; false for types other than real and double.
     */
    public boolean isZeroApart() {
        return false;
    }

    KeySet withZeroApart() {
        return this;
    }

    private static KeySet withZeroOf(KeySet made, KeySet one, KeySet other) {
        return one.isZeroApart() || other.isZeroApart() ? made.withZeroApart() : made;
    }

    /** Returns whether the key is not below range {@code k}. */
    abstract boolean isAtOrAboveLow(int k, Keys keys, int index);

    /** Returns whether the key is not above range {@code k}. */
    abstract boolean isAtOrBelowHigh(int k, Keys keys, int index);

    /**
     * Returns the hashes of all values of the set. They are computed once, because each segment of an index needs them.
     *
     * @param most how many values the set may have beyond those that were listed individually
     * @return empty if the set is not finite or has more values than that; callers must not change them
     */
    public final Optional<long[]> hashes(int most) {
        Hashes known = hashes;
        if (known == null || known.most() != most) {
            known = new Hashes(most, hash(most));
            hashes = known;
        }
        return known.ofValues();
    }

    /** Computes the hashes that {@link #hashes} returns. */
    abstract Optional<long[]> hash(int most);

    /**
     * Returns whether a NaN may satisfy the condition from which this set was made. A NaN equals and orders with
     * nothing, so that it satisfies {@code <>} and no other comparison, and {@code <>} leaves a set that is unbounded
     * on both sides.
     */
    public final boolean mayHoldNan() {
        return unbounded;
    }

    /**
     * Returns how the set relates to all values between two keys, both inclusive.
     *
     * @param index position of the minimum and the maximum in their vectors
     */
    public Relation relate(Keys minimums, Keys maximums, int index) {
        int k = firstNotBelow(minimums, index);
        if (k == count() || !isAtOrAboveLow(k, maximums, index)) {
            return Relation.DISJOINT;
        }
        return isAtOrAboveLow(k, minimums, index) && isAtOrBelowHigh(k, maximums, index)
                ? Relation.INSIDE
                : Relation.CROSSES;
    }

    /** Returns how the set relates to the keys {@code [from, to)}, which are in ascending order and at least one. */
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

    /** Returns whether a key is in the set. */
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

    /**
     * Counts the keys that are in the set. The result is exact only if it is 0 or the number of keys, which is all that
     * the caller checks.
     */
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

    /** Returns the first range whose end is not below the key; {@link #count} if there is none. */
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
