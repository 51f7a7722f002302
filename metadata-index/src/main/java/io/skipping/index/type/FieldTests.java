// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Tests of fields that follow from sets of values. */
public final class FieldTests {
    /** Of more ranges, the first and the last bound are all that is tested. */
    private static final int MOST_RANGES = 200;

    private FieldTests() {}

    /**
     * Returns a test for one of the ranges of a set.
     *
     * @param ofRange makes the test for one
     * @param hasNan name of the field that says whether there are NaNs
     * @return empty if the values of the type cannot be searched
     */
    public static Optional<FieldTest> anyOf(
            ScalarType type, KeySet values, Function<KeyRange, FieldTest> ofRange, String hasNan) {
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
            // what a NaN may satisfy, see Predicate.InSet
            tests.add(FieldTest.equal(hasNan, Key.of(true)));
        }
        return Optional.of(new FieldTest.Any(tests));
    }

    /** Returns whether there is some NULL. */
    public static FieldTest someNull() {
        return FieldTest.atLeast(NullCounts.FIELD.name(), Key.of(1));
    }
}
