// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static io.trino.spi.type.DoubleType.DOUBLE;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.path.ColumnPath;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a predicate demands of each column by itself: each row that satisfies the predicate satisfies all of it. */
final class Conditions {
    /** More columns are left out. */
    private static final int MOST_COLUMNS = 64;

    /** More of one column are joined with their neighbours. */
    private static final int MOST_INTERVALS = 100;

    private Conditions() {}

    /** Conditions by the names of columns. */
    static Map<String, ColumnCondition> of(Predicate predicate) {
        Map<String, ColumnCondition> conditions = new TreeMap<>();
        demands(predicate).forEach((column, values) -> {
            if (conditions.size() < MOST_COLUMNS) {
                condition(column, values).ifPresent(condition -> conditions.put(column.name(), condition));
            }
        });
        return conditions;
    }

    private static Optional<ColumnCondition> condition(IndexedColumn column, ValueSet values) {
        if (values.isNone() || column.type() != values.getType()) {
            return Optional.empty();
        }
        Range span = values.getRanges().getSpan();
        if (span.isLowUnbounded() && span.isHighUnbounded()) {
            ValueSet others = values.complement();
            if (others.isNone() || others.isDiscreteSet()) {
                // IS NOT NULL, or <>: nearly every row
                return Optional.empty();
            }
        }
        return LoggedType.of(column.type())
                .map(type -> type.condition(values.getRanges().getOrderedRanges()))
                .filter(condition -> !condition.intervals().isEmpty())
                .map(condition -> new ColumnCondition(condition.joined(MOST_INTERVALS), condition.extent()));
    }

    private static Map<IndexedColumn, ValueSet> demands(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> all(and.operands());
            // rows for which a cast fails are read only so that the query fails on them
            case Predicate.Or or ->
                any(or.operands().stream()
                        .filter(operand -> operand.columns().stream().noneMatch(ColumnPath::isUncast))
                        .toList());
            case Predicate.InSet inSet
            when inSet.values() instanceof SortedRangeSet -> Map.of(inSet.column(), inSet.values());
            case InBoxes boxes when boxes.shape().size() == 2 -> ofPoint(boxes);
            default -> Map.of();
        };
    }

    private static Map<IndexedColumn, ValueSet> all(List<Predicate> operands) {
        Map<IndexedColumn, ValueSet> demands = new LinkedHashMap<>();
        operands.forEach(operand ->
                demands(operand).forEach((column, values) -> demands.merge(column, values, ValueSet::intersect)));
        return demands;
    }

    /** Of columns that all operands speak of. */
    private static Map<IndexedColumn, ValueSet> any(List<Predicate> operands) {
        Map<IndexedColumn, ValueSet> demands = new LinkedHashMap<>();
        for (int index = 0; index < operands.size(); index++) {
            Map<IndexedColumn, ValueSet> ofOperand = demands(operands.get(index));
            if (index == 0) {
                demands.putAll(ofOperand);
            } else {
                demands.keySet().retainAll(ofOperand.keySet());
                demands.replaceAll((column, values) -> values.union(ofOperand.get(column)));
            }
        }
        return demands;
    }

    private static Map<IndexedColumn, ValueSet> ofPoint(InBoxes boxes) {
        return Map.of(
                boxes.shape().get(0),
                ValueSet.ofRanges(boxes.boxes().stream()
                        .map(box -> range(box.minX(), box.maxX()))
                        .collect(Collectors.toList())),
                boxes.shape().get(1),
                ValueSet.ofRanges(boxes.boxes().stream()
                        .map(box -> range(box.minY(), box.maxY()))
                        .collect(Collectors.toList())));
    }

    private static Range range(double low, double high) {
        return Range.range(DOUBLE, low, true, high, true);
    }
}
