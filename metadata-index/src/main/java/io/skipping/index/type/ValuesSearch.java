// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Searches value sets: one of a range that may match is a wanted value. */
final class ValuesSearch implements SearchForm {
    private static final String VALUES = "values";
    private static final String HAS_NAN = "has_nan";

    private final Type type;

    ValuesSearch(Type type) {
        this.type = type;
    }

    @Override
    public List<String> fields() {
        List<String> fields = new ArrayList<>(List.of(VALUES, NullCounts.FIELD.name()));
        if (ScalarTypes.isFloatingPoint(type)) {
            fields.add(HAS_NAN);
        }
        return fields;
    }

    @Override
    public boolean isSearchable(List<Block> fields, int position, long rowCount) {
        return fields.stream().noneMatch(field -> field.isNull(position));
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return switch (leaf) {
            case Predicate.IsNull _ -> Optional.of(ValueTests.someNull());
            case Predicate.InSet inSet -> ValueTests.anyOf(type, inSet.values(), ValuesSearch::isIn, HAS_NAN);
            default -> Optional.empty();
        };
    }

    private static FieldTest isIn(Range range) {
        // no bound at all: any value will do, which is not worth a test
        return range.isAll()
                ? FieldTest.ALWAYS
                : new FieldTest.Between(
                        VALUES,
                        range.getLowValue(),
                        range.isLowInclusive(),
                        range.getHighValue(),
                        range.isHighInclusive());
    }
}
