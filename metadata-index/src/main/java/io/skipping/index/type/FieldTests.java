// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Derives tests of fields from sets of values. */
public final class FieldTests {
    /** A set with more ranges is tested only by its first and its last bound. */
    private static final int MOST_RANGES = 200;

    private FieldTests() {}

    /**
     * Returns a test of summaries with {@link NullCounts} and {@link NanFlags} that decide comparisons and IS NULL.
     *
     * @param ofRange returns the test for one range of values, of which at least one must be passed
     * @return empty if the leaf is something else, or if values of the type cannot be searched
     */
    public static Optional<FieldTest> ofComparison(
            ScalarType type, Predicate.Leaf leaf, Function<KeyRange, FieldTest> ofRange) {
        if (leaf instanceof Predicate.IsNull) {
            return Optional.of(someNull());
        }
        if (leaf instanceof Predicate.InSet inSet) {
            return anyOf(type, inSet.values(), ofRange);
        }
        return Optional.empty();
    }

    private static Optional<FieldTest> anyOf(ScalarType type, KeySet values, Function<KeyRange, FieldTest> ofRange) {
        if (!SearchForm.isSearchable(type) || !type.equals(values.type())) {
            return Optional.empty();
        }
        List<FieldTest> tests = new ArrayList<>();
        List<KeyRange> ranges =
                values.count() > MOST_RANGES ? List.of(values.span().orElseThrow()) : values.ranges();
        ranges.forEach(range -> tests.add(ofRange.apply(range)));
        if (type.isFloatingPoint()
                && !ranges.isEmpty()
                && (ranges.get(0).low().isEmpty()
                        || ranges.get(ranges.size() - 1).high().isEmpty())) {
            // a NaN may satisfy such a set, see Predicate.InSet
            tests.add(FieldTest.equal(NanFlags.FIELD.name(), Key.of(true)));
        }
        return Optional.of(new FieldTest.Any(tests));
    }

    /** Returns a test for at least one NULL. */
    public static FieldTest someNull() {
        return FieldTest.atLeast(NullCounts.FIELD.name(), Key.of(1));
    }
}
