// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.BoxSides;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.SearchForm;
import io.skipping.index.value.KeyColumn;
import java.util.List;
import java.util.Optional;

/** Searches boxes: a range can match only if one of its boxes has a point in common with a wanted box. */
final class BboxSearch implements SearchForm {
    private static final BoxSides BOXES = new BoxSides("min_x", "max_x", "min_y", "max_y");

    /** Limits the boxes that are searched; of more, only the box around all of them is. */
    private static final int MOST_BOXES = 32;

    @Override
    public List<String> fields() {
        return BOXES.fields();
    }

    @Override
    public Optional<BoxSides> boxes() {
        return Optional.of(BOXES);
    }

    @Override
    public boolean isSearchable(List<KeyColumn> fields, int position, long rowCount) {
        return fields.stream().noneMatch(field -> field.isNull(position));
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof InBoxes inBoxes && inBoxes.shape().equals(columns)
                ? Optional.of(new FieldTest.Any(few(inBoxes.boxes()).stream()
                        .<FieldTest>map(box -> new FieldTest.Meets(BOXES, box))
                        .toList()))
                : Optional.empty();
    }

    private static List<Box> few(List<Box> boxes) {
        return boxes.size() <= MOST_BOXES
                ? boxes
                : List.of(boxes.stream().reduce(BboxSearch::around).orElseThrow());
    }

    private static Box around(Box box, Box other) {
        return new Box(
                Math.min(box.minX(), other.minX()),
                Math.max(box.maxX(), other.maxX()),
                Math.min(box.minY(), other.minY()),
                Math.max(box.maxY(), other.maxY()));
    }
}
