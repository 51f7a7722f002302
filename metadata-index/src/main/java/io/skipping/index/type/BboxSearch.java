// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Searches boxes, side by side: that some box begins before the wanted one ends does not tell whether it is the same that ends
 * behind where the wanted one begins, so of several boxes too many are found.
 */
final class BboxSearch implements SearchForm {
    @Override
    public List<String> fields() {
        return List.of("min_x", "max_x", "min_y", "max_y");
    }

    @Override
    public boolean isSearchable(List<Block> fields, int position, long rowCount) {
        return fields.stream().noneMatch(field -> field.isNull(position));
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof InBoxes inBoxes && inBoxes.shape().equals(columns)
                ? Optional.of(new FieldTest.Any(
                        inBoxes.boxes().stream().map(BboxSearch::meets).toList()))
                : Optional.empty();
    }

    private static FieldTest meets(Box box) {
        List<FieldTest> tests = new ArrayList<>();
        addAtMost(tests, "min_x", box.maxX());
        addAtLeast(tests, "max_x", box.minX());
        addAtMost(tests, "min_y", box.maxY());
        addAtLeast(tests, "max_y", box.minY());
        return new FieldTest.All(tests);
    }

    private static void addAtMost(List<FieldTest> tests, String field, double bound) {
        if (Double.isFinite(bound)) {
            tests.add(FieldTest.atMost(field, bound));
        }
    }

    private static void addAtLeast(List<FieldTest> tests, String field, double bound) {
        if (Double.isFinite(bound)) {
            tests.add(FieldTest.atLeast(field, bound));
        }
    }
}
