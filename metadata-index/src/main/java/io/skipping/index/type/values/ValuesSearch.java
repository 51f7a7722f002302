// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.values;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.FieldTests;
import io.skipping.index.type.NanFlags;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/** Searches value sets: a range can match only if one of its values is a wanted value. */
final class ValuesSearch implements SearchForm {
    private static final String VALUES = "values";

    private final ScalarType type;

    ValuesSearch(ScalarType type) {
        this.type = type;
    }

    @Override
    public List<String> fields() {
        return NanFlags.namesAfter(type, VALUES, NullCounts.FIELD.name());
    }

    @Override
    public boolean isSearchable(List<KeyColumn> fields, int position, long rowCount) {
        return fields.stream().noneMatch(field -> field.isNull(position));
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return FieldTests.ofComparison(type, leaf, ValuesSearch::isIn);
    }

    private static FieldTest isIn(KeyRange range) {
        // without bounds any value matches, which needs no test
        return range.equals(KeyRange.ALL)
                ? FieldTest.ALWAYS
                : new FieldTest.Between(VALUES, range.low(), range.lowInclusive(), range.high(), range.highInclusive());
    }
}
