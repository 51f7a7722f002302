// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.Optional;

/** The ranges of a set of values, in order and disjoint, as keys. */
abstract sealed class KeyRanges permits LongKeyRanges, WideKeyRanges, ByteKeyRanges {
    private final boolean unbounded;

    KeyRanges(boolean unbounded) {
        this.unbounded = unbounded;
    }

    /** How a set relates to some values. */
    enum Relation {
        /** no value is in the set */
        DISJOINT,
        /** every value is in the set */
        INSIDE,
        /** neither is known */
        CROSSES,
    }

    /** The ranges of a set over a column; empty if nothing may be concluded from such a set. */
    static Optional<KeyRanges> of(Type type, ValueSet values) {
        if (!values.getType().equals(type) || !(values instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        int count = ranges.getRangeCount();
        boolean unbounded = count > 0
                && ranges.getSortedRanges().isNull(0)
                && ranges.getSortedRanges().isNull(2 * count - 1);
        return switch (ScalarTypes.form(type)) {
            case LONG -> LongKeyRanges.of(type, ranges, unbounded).map(KeyRanges.class::cast);
            case WIDE -> Optional.of(WideKeyRanges.of(type, ranges, unbounded));
            case BYTES -> ByteKeyRanges.of(type, ranges, unbounded).map(KeyRanges.class::cast);
        };
    }

    abstract int count();

    /** Whether the key is not below range {@code k}. */
    abstract boolean isAtOrAboveLow(int k, Keys keys, int index);

    /** Whether the key is not above range {@code k}. */
    abstract boolean isAtOrBelowHigh(int k, Keys keys, int index);

    /**
     * The hashes of all values of the set, if it is finite; empty if it is not, or has too many values beside those that
     * were listed one by one.
     *
     * @param most how many
     */
    abstract Optional<long[]> hashes(int most);

    /**
     * Whether a NaN may satisfy the demand that this set was made of. A NaN compares to nothing, so that it satisfies
     * {@code <>} and no other comparison; and what {@code <>} leaves has no end on either side.
     */
    final boolean mayHoldNan() {
        return unbounded;
    }

    /** How the set relates to all values between two keys, both included. */
    Relation relate(Keys minimums, Keys maximums, int index) {
        int k = firstNotBelow(minimums, index);
        if (k == count() || !isAtOrAboveLow(k, maximums, index)) {
            return Relation.DISJOINT;
        }
        return isAtOrAboveLow(k, minimums, index) && isAtOrBelowHigh(k, maximums, index)
                ? Relation.INSIDE
                : Relation.CROSSES;
    }

    /** How the set relates to the keys {@code [from, to)}, of which there is at least one, in ascending order. */
    final Relation relate(Keys keys, int from, int to) {
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
