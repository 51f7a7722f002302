// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.FieldTests;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Searches bounds: a range can match only if its bounds meet the wanted values. */
final class MinMaxSearch implements SearchForm {
    private static final String MIN = "min";
    private static final String MAX = "max";

    private final ScalarType type;

    MinMaxSearch(ScalarType type) {
        this.type = type;
    }

    @Override
    public List<String> fields() {
        return NanFlags.namesAfter(type, MIN, MAX, NullCounts.FIELD.name());
    }

    /** Bounds may be missing only where all values are known to be NULL or NaN. */
    @Override
    public boolean isSearchable(List<KeyColumn> fields, int position, long rowCount) {
        boolean hasMin = !fields.get(MinMaxIndexType.MIN).isNull(position);
        boolean hasMax = !fields.get(MinMaxIndexType.MAX).isNull(position);
        LongColumn nulls = (LongColumn) fields.get(MinMaxIndexType.NULLS);
        if (nulls.isNull(position) || hasMin != hasMax) {
            return false;
        }
        if (type.isFloatingPoint()) {
            return !fields.get(MinMaxIndexType.HAS_NAN).isNull(position);
        }
        return hasMin || nulls.key(position) == rowCount;
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return FieldTests.ofComparison(type, leaf, MinMaxSearch::meets);
    }

    private static FieldTest meets(KeyRange range) {
        List<FieldTest> tests = new ArrayList<>();
        if (range.low().isPresent()) {
            tests.add(new FieldTest.Between(MAX, range.low(), range.lowInclusive(), Optional.empty(), false));
        }
        if (range.high().isPresent()) {
            tests.add(new FieldTest.Between(MIN, Optional.empty(), false, range.high(), range.highInclusive()));
        }
        return new FieldTest.All(tests);
    }
}
