// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Tests of fields that follow from sets of values. */
final class ValueTests {
    /** Of more ranges, the first and the last bound are all that is tested. */
    private static final int MOST_RANGES = 200;

    private ValueTests() {}

    /**
     * A test for one of the ranges of a set.
     *
     * @param ofRange makes the test for one
     * @param hasNan name of the field that says whether there are NaNs
     */
    static Optional<FieldTest> anyOf(Type type, ValueSet values, Function<Range, FieldTest> ofRange, String hasNan) {
        if (!SearchForm.isSearchable(type)
                || !(values instanceof SortedRangeSet ranges)
                || !type.equals(values.getType())) {
            return Optional.empty();
        }
        List<FieldTest> tests = new ArrayList<>();
        List<Range> ordered = ranges.getOrderedRanges();
        if (ordered.size() > MOST_RANGES) {
            ordered = List.of(ranges.getSpan());
        }
        ordered.forEach(range -> tests.add(ofRange.apply(range)));
        if (ScalarTypes.isFloatingPoint(type)
                && !ordered.isEmpty()
                && (ordered.getFirst().isLowUnbounded() || ordered.getLast().isHighUnbounded())) {
            // what a NaN may satisfy, see Predicate.InSet
            tests.add(FieldTest.equal(hasNan, true));
        }
        return Optional.of(new FieldTest.Any(tests));
    }

    /** Whether there is some NULL. */
    static FieldTest someNull() {
        return FieldTest.atLeast(NullCounts.FIELD.name(), 1L);
    }
}
