// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BigintType.BIGINT;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Searches bounds: those of a range that may match meet the wanted values. */
final class MinMaxSearch implements SearchForm {
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String HAS_NAN = "has_nan";

    private final Type type;

    MinMaxSearch(Type type) {
        this.type = type;
    }

    @Override
    public List<String> fields() {
        List<String> fields = new ArrayList<>(List.of(MIN, MAX, NullCounts.FIELD.name()));
        if (ScalarTypes.isFloatingPoint(type)) {
            fields.add(HAS_NAN);
        }
        return fields;
    }

    /** Bounds may be missing only where it is known that no value compares. */
    @Override
    public boolean isSearchable(List<Block> fields, int position, long rowCount) {
        boolean hasMin = !fields.get(MinMaxIndexType.MIN).isNull(position);
        boolean hasMax = !fields.get(MinMaxIndexType.MAX).isNull(position);
        Block nulls = fields.get(MinMaxIndexType.NULLS);
        if (nulls.isNull(position) || hasMin != hasMax) {
            return false;
        }
        if (ScalarTypes.isFloatingPoint(type)) {
            return !fields.get(MinMaxIndexType.HAS_NAN).isNull(position);
        }
        return hasMin || BIGINT.getLong(nulls, position) == rowCount;
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return switch (leaf) {
            case Predicate.IsNull _ -> Optional.of(ValueTests.someNull());
            case Predicate.InSet inSet -> ValueTests.anyOf(type, inSet.values(), MinMaxSearch::meets, HAS_NAN);
            default -> Optional.empty();
        };
    }

    private static FieldTest meets(Range range) {
        List<FieldTest> tests = new ArrayList<>();
        range.getLowValue()
                .ifPresent(low -> tests.add(
                        new FieldTest.Between(MAX, Optional.of(low), range.isLowInclusive(), Optional.empty(), false)));
        range.getHighValue()
                .ifPresent(high -> tests.add(new FieldTest.Between(
                        MIN, Optional.empty(), false, Optional.of(high), range.isHighInclusive())));
        return new FieldTest.All(tests);
    }
}
