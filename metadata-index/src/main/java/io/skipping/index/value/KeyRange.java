// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import java.util.Optional;

/**
 * Describes all keys between two ends.
 *
 * @param low empty if there is no lower end
 * @param lowInclusive whether the lower end belongs to the range; false if there is none
 * @param high empty if there is no upper end
 * @param highInclusive whether the upper end belongs to the range; false if there is none
 */
public record KeyRange(Optional<Key> low, boolean lowInclusive, Optional<Key> high, boolean highInclusive) {
    public static final KeyRange ALL = new KeyRange(Optional.empty(), false, Optional.empty(), false);

    public KeyRange {
        requireNonNull(low, "low is null");
        requireNonNull(high, "high is null");
        lowInclusive &= low.isPresent();
        highInclusive &= high.isPresent();
    }

    public static KeyRange of(Key value) {
        return between(value, value);
    }

    /** Returns the range between two ends, both inclusive. */
    public static KeyRange between(Key low, Key high) {
        return new KeyRange(Optional.of(low), true, Optional.of(high), true);
    }

    public static KeyRange atLeast(Key low) {
        return new KeyRange(Optional.of(low), true, Optional.empty(), false);
    }

    public static KeyRange greaterThan(Key low) {
        return new KeyRange(Optional.of(low), false, Optional.empty(), false);
    }

    public static KeyRange atMost(Key high) {
        return new KeyRange(Optional.empty(), false, Optional.of(high), true);
    }

    public static KeyRange lessThan(Key high) {
        return new KeyRange(Optional.empty(), false, Optional.of(high), false);
    }

    /**
     * Returns a range that contains all texts with a prefix, and possibly others. Its end is the prefix up to its last
     * ASCII byte that has a successor, with that byte incremented.
     */
    public static KeyRange beginningWith(Slice prefix) {
        int last = prefix.length() - 1;
        while (last >= 0 && (prefix.getByte(last) < 0 || prefix.getByte(last) == Byte.MAX_VALUE)) {
            last--;
        }
        if (last < 0) {
            return atLeast(Key.of(prefix));
        }
        Slice end = prefix.copy(0, last + 1);
        end.setByte(last, end.getByte(last) + 1);
        return new KeyRange(Optional.of(Key.of(prefix)), true, Optional.of(Key.of(end)), false);
    }

    /** Returns whether the range contains exactly one key. */
    public boolean isSingle() {
        return lowInclusive && highInclusive && low.equals(high);
    }

    /** Returns whether no key can be in the range. */
    boolean isEmpty() {
        if (low.isEmpty() || high.isEmpty()) {
            return false;
        }
        int order = low.get().compareTo(high.get());
        return order > 0 || order == 0 && !(lowInclusive && highInclusive);
    }

    /** Returns whether a key may lie between this range and a range that does not begin before it. */
    boolean isGapBefore(KeyRange later) {
        if (high.isEmpty() || later.low.isEmpty()) {
            return false;
        }
        int order = high.get().compareTo(later.low.get());
        return order < 0 || order == 0 && !highInclusive && !later.lowInclusive;
    }

    boolean contains(Key key) {
        return !new KeyRange(low, lowInclusive, Optional.of(key), true).isEmpty()
                && !new KeyRange(Optional.of(key), true, high, highInclusive).isEmpty();
    }

    /** Returns the intersection, which may be {@linkplain #isEmpty empty}. */
    KeyRange intersect(KeyRange that) {
        KeyRange later = compareLows(this, that) >= 0 ? this : that;
        KeyRange earlier = compareHighs(this, that) <= 0 ? this : that;
        return new KeyRange(later.low, later.lowInclusive, earlier.high, earlier.highInclusive);
    }

    /** Returns the smallest range that contains both. */
    public KeyRange span(KeyRange that) {
        KeyRange earlier = compareLows(this, that) <= 0 ? this : that;
        KeyRange later = compareHighs(this, that) >= 0 ? this : that;
        return new KeyRange(earlier.low, earlier.lowInclusive, later.high, later.highInclusive);
    }

    /** Compares where two ranges begin. */
    static int compareLows(KeyRange left, KeyRange right) {
        if (left.low.isEmpty() || right.low.isEmpty()) {
            return Boolean.compare(left.low.isPresent(), right.low.isPresent());
        }
        int order = left.low.get().compareTo(right.low.get());
        return order != 0 ? order : Boolean.compare(right.lowInclusive, left.lowInclusive);
    }

    /** Compares where two ranges end. */
    static int compareHighs(KeyRange left, KeyRange right) {
        if (left.high.isEmpty() || right.high.isEmpty()) {
            return Boolean.compare(left.high.isEmpty(), right.high.isEmpty());
        }
        int order = left.high.get().compareTo(right.high.get());
        return order != 0 ? order : Boolean.compare(left.highInclusive, right.highInclusive);
    }
}
