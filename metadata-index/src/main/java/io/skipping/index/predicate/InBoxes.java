// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.index.value.ScalarType.DOUBLE;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Streams;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Accepts only rows whose shape has a point in common with one of the boxes; whether such a row satisfies it is
 * not known. A row whose shape is NULL, is empty or has no proper coordinates does not satisfy it.
 *
 * @param shape the columns that hold the shape: X and Y of a point, or one column with a geometry, as well-known text
 *     or binary
 */
public record InBoxes(List<IndexedColumn> shape, List<Box> boxes) implements Predicate.Leaf {
    /** Limits the boxes; more are replaced by one that contains them all. */
    private static final int MOST_BOXES = 256;

    /** Holds inclusive bounds; a side without a bound is infinite. */
    public record Box(double minX, double maxX, double minY, double maxY) {
        public Box {
            checkArgument(minX <= maxX && minY <= maxY, "not a box: %s to %s, %s to %s", minX, maxX, minY, maxY);
        }
    }

    public InBoxes {
        shape = ImmutableList.copyOf(shape);
        boxes = ImmutableList.copyOf(boxes);
        checkArgument(shape.size() == 1 || shape.size() == 2, "a shape of %s columns", shape.size());
    }

    @Override
    public Set<IndexedColumn> columns() {
        return ImmutableSet.copyOf(shape);
    }

    @Override
    public Predicate over(UnaryOperator<IndexedColumn> names) {
        return new InBoxes(shape.stream().map(names).collect(toImmutableList()), boxes);
    }

    /**
     * Returns the constraints on points that a conjunction's bounds on two columns imply, one for each pair of columns
     * that has an index and that is bounded in both coordinates.
     *
     * @param indexes over any columns; only those over two columns of doubles are considered
     */
    public static List<InBoxes> impliedBy(List<Predicate> conjuncts, Iterable<IndexDefinition> indexes) {
        if (conjuncts.size() < 2) {
            return List.of();
        }
        return Streams.stream(indexes)
                .map(IndexDefinition::columns)
                .filter(columns -> columns.size() == 2
                        // different elements may satisfy conditions on elements
                        && columns.stream().allMatch(column -> column.type().equals(DOUBLE) && !column.ofElements()))
                .distinct()
                .flatMap(columns -> ofBounds(conjuncts, columns.get(0), columns.get(1)).stream())
                .toList();
    }

    /**
     * Combines a conjunction's constraints on two coordinates into one on points.
     *
     * @return empty if the conjunction does not bound both coordinates
     */
    public static Optional<InBoxes> ofBounds(List<Predicate> conjuncts, IndexedColumn x, IndexedColumn y) {
        Optional<KeySet> valuesX = bounds(conjuncts, x);
        Optional<KeySet> valuesY = bounds(conjuncts, y);
        if (valuesX.isEmpty() || valuesY.isEmpty()) {
            return Optional.empty();
        }
        List<KeyRange> rangesX = ranges(valuesX.get());
        List<KeyRange> rangesY = ranges(valuesY.get());
        if ((long) rangesX.size() * rangesY.size() > MOST_BOXES) {
            rangesX = span(rangesX);
            rangesY = span(rangesY);
        }
        ImmutableList.Builder<Box> boxes = ImmutableList.builder();
        for (KeyRange rangeX : rangesX) {
            for (KeyRange rangeY : rangesY) {
                boxes.add(new Box(low(rangeX), high(rangeX), low(rangeY), high(rangeY)));
            }
        }
        return Optional.of(new InBoxes(List.of(x, y), boxes.build()));
    }

    /**
     * Intersects all sets that the conjuncts allow for one column. Returns empty if the column is not bounded, if no
     * value is left, or if a NaN, which is in no box, may satisfy the conjuncts.
     */
    private static Optional<KeySet> bounds(List<Predicate> conjuncts, IndexedColumn column) {
        return conjuncts.stream()
                .filter(conjunct -> conjunct instanceof Predicate.InSet inSet
                        && inSet.column().equals(column)
                        && inSet.values().type().equals(DOUBLE))
                .map(conjunct -> ((Predicate.InSet) conjunct).values())
                .reduce(KeySet::intersect)
                .filter(values -> !values.isNone())
                .filter(values -> {
                    KeyRange span = values.span().orElseThrow();
                    return span.low().isPresent() || span.high().isPresent();
                })
                .filter(values -> ranges(values).stream().noneMatch(InBoxes::isNan));
    }

    private static List<KeyRange> ranges(KeySet values) {
        return values.ranges();
    }

    private static List<KeyRange> span(List<KeyRange> ranges) {
        return List.of(ranges.get(0).span(ranges.get(ranges.size() - 1)));
    }

    private static boolean isNan(KeyRange range) {
        return Double.isNaN(low(range)) || Double.isNaN(high(range));
    }

    private static double low(KeyRange range) {
        return range.low().map(Key::asDouble).orElse(Double.NEGATIVE_INFINITY);
    }

    private static double high(KeyRange range) {
        return range.high().map(Key::asDouble).orElse(Double.POSITIVE_INFINITY);
    }
}
