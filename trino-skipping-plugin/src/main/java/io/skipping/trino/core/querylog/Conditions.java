// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Derives a condition on each column from a predicate. Every row that satisfies the predicate satisfies all of these
 * conditions.
 */
final class Conditions {
    /** Bounds the number of columns; conditions on further columns are left out. */
    private static final int MOST_COLUMNS = 64;

    /** Bounds the number of intervals of a column; neighbours are merged if there are more. */
    private static final int MOST_INTERVALS = 100;

    private Conditions() {}

    /** Returns the conditions by the names of the columns. */
    static Map<String, ColumnCondition> of(Predicate predicate) {
        Map<String, ColumnCondition> conditions = new TreeMap<>();
        demands(predicate).forEach((column, values) -> {
            if (conditions.size() < MOST_COLUMNS) {
                condition(column, values).ifPresent(condition -> conditions.put(column.name(), condition));
            }
        });
        return conditions;
    }

    private static Optional<ColumnCondition> condition(IndexedColumn column, KeySet values) {
        if (values.isNone() || !column.type().equals(values.type())) {
            return Optional.empty();
        }
        KeyRange span = values.span().orElseThrow();
        if (span.low().isEmpty() && span.high().isEmpty()) {
            KeySet others = values.complement();
            if (others.isNone() || others.ranges().stream().allMatch(KeyRange::isSingle)) {
                // IS NOT NULL, or <>: nearly every row matches
                return Optional.empty();
            }
        }
        return LoggedType.of(column.type())
                .map(type -> type.condition(values))
                .filter(condition -> !condition.intervals().isEmpty())
                .map(condition -> new ColumnCondition(condition.joined(MOST_INTERVALS), condition.extent()));
    }

    private static Map<IndexedColumn, KeySet> demands(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> all(and.operands());
            // rows for which a cast fails are read only to make the query fail
            case Predicate.Or or ->
                any(or.operands().stream()
                        .filter(operand -> operand.columns().stream().noneMatch(ColumnPath::isUncast))
                        .toList());
            case Predicate.InSet inSet -> Map.of(inSet.column(), inSet.values());
            case InBoxes boxes when boxes.shape().size() == 2 -> ofPoint(boxes);
            default -> Map.of();
        };
    }

    private static Map<IndexedColumn, KeySet> all(List<Predicate> operands) {
        Map<IndexedColumn, KeySet> demands = new LinkedHashMap<>();
        operands.forEach(operand ->
                demands(operand).forEach((column, values) -> demands.merge(column, values, KeySet::intersect)));
        return demands;
    }

    /** Returns the union of the operands' conditions, for the columns that every operand constrains. */
    private static Map<IndexedColumn, KeySet> any(List<Predicate> operands) {
        Map<IndexedColumn, List<KeySet>> ofOperands = new LinkedHashMap<>();
        operands.forEach(operand -> demands(operand)
                .forEach((column, values) -> ofOperands
                        .computeIfAbsent(column, _ -> new ArrayList<>())
                        .add(values)));
        Map<IndexedColumn, KeySet> demands = new LinkedHashMap<>();
        ofOperands.forEach((column, sets) -> {
            if (sets.size() == operands.size()) {
                demands.put(column, union(sets));
            }
        });
        return demands;
    }

    /** Returns the union of sets, of which a query may have thousands, without sorting them once for each. */
    private static KeySet union(List<KeySet> sets) {
        return sets.size() == 1
                ? sets.getFirst()
                : KeySet.of(
                                sets.getFirst().type(),
                                sets.stream()
                                        .flatMap(set -> set.ranges().stream())
                                        .toList())
                        .orElseThrow();
    }

    private static Map<IndexedColumn, KeySet> ofPoint(InBoxes boxes) {
        return Map.of(
                boxes.shape().get(0),
                numbers(boxes, box -> range(box.minX(), box.maxX())),
                boxes.shape().get(1),
                numbers(boxes, box -> range(box.minY(), box.maxY())));
    }

    private static KeySet numbers(InBoxes boxes, Function<InBoxes.Box, KeyRange> side) {
        return KeySet.of(ScalarType.DOUBLE, boxes.boxes().stream().map(side).toList())
                .orElseThrow();
    }

    private static KeyRange range(double low, double high) {
        return KeyRange.between(Key.ofDouble(low), Key.ofDouble(high));
    }
}
