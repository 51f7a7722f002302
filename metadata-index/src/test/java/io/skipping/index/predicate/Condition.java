// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static io.skipping.index.value.ScalarType.BIGINT;

import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.TrinoValues;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A condition that knows, for each row, whether SQL finds it TRUE; and how it is said as a {@link Predicate}. */
public interface Condition {
    Predicate predicate();

    /** Whether SQL finds the row to satisfy the condition; a row maps columns to {@link PlainValues} or null. */
    boolean isTrue(Map<IndexedColumn, Object> row);

    /** The same by Trino's own sets of values, which differ from SQL's comparisons in what they say of NaN. */
    boolean isTrueBySets(Map<IndexedColumn, Object> row);

    /** A value, or a list of them, readable. */
    static String show(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Condition::show).toList().toString();
        }
        if (value instanceof Key.OfBytes key) {
            return show(key.value());
        }
        return value instanceof Slice slice
                ? "'%s' %s".formatted(slice.toStringUtf8(), HexFormat.of().formatHex(slice.getBytes()))
                : String.valueOf(value);
    }

    /** One comparison with a constant. */
    record Comparison(String operator, Object constant) {
        boolean isTrue(IndexedColumn column, Object value) {
            if (SqlOrder.isNan(value)) {
                return operator.equals("<>");
            }
            int order = SqlOrder.compare(column.type(), value, constant);
            return switch (operator) {
                case "=" -> order == 0;
                case "<>" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case ">=" -> order >= 0;
                default -> throw new IllegalArgumentException(operator);
            };
        }

        List<KeyRange> ranges(IndexedColumn column) {
            Key key = PlainValues.key(column.type(), constant);
            return switch (operator) {
                case "=" -> List.of(KeyRange.of(key));
                case "<>" -> List.of(KeyRange.lessThan(key), KeyRange.greaterThan(key));
                case "<" -> List.of(KeyRange.lessThan(key));
                case "<=" -> List.of(KeyRange.atMost(key));
                case ">" -> List.of(KeyRange.greaterThan(key));
                case ">=" -> List.of(KeyRange.atLeast(key));
                default -> throw new IllegalArgumentException(operator);
            };
        }

        List<Range> trinoRanges(IndexedColumn column) {
            Type type = TrinoValues.type(column.type());
            Object value = TrinoValues.nativeValue(column.type(), constant);
            return switch (operator) {
                case "=" -> List.of(Range.equal(type, value));
                case "<>" -> List.of(Range.lessThan(type, value), Range.greaterThan(type, value));
                case "<" -> List.of(Range.lessThan(type, value));
                case "<=" -> List.of(Range.lessThanOrEqual(type, value));
                case ">" -> List.of(Range.greaterThan(type, value));
                case ">=" -> List.of(Range.greaterThanOrEqual(type, value));
                default -> throw new IllegalArgumentException(operator);
            };
        }

        @Override
        public String toString() {
            return operator + " " + show(constant);
        }
    }

    /**
     * A disjunction of conjunctions of comparisons of one column, said as one set; and perhaps of IS NULL.
     *
     * @param set empty if nothing may be concluded from such a set
     * @param trinoSet the same in Trino
     */
    record Comparisons(
            IndexedColumn column,
            List<List<Comparison>> anyOfAll,
            boolean orNull,
            Optional<KeySet> set,
            ValueSet trinoSet)
            implements Condition {
        public static Comparisons of(IndexedColumn column, List<List<Comparison>> anyOfAll, boolean orNull) {
            return new Comparisons(column, anyOfAll, orNull, set(column, anyOfAll), trinoSet(column, anyOfAll));
        }

        private static Optional<KeySet> set(IndexedColumn column, List<List<Comparison>> anyOfAll) {
            KeySet set = KeySet.none(column.type());
            List<KeyRange> single = new ArrayList<>();
            for (List<Comparison> all : anyOfAll) {
                if (all.size() == 1) {
                    single.addAll(all.getFirst().ranges(column));
                    continue;
                }
                KeySet conjunction = KeySet.all(column.type());
                for (Comparison comparison : all) {
                    Optional<KeySet> ranges = KeySet.of(column.type(), comparison.ranges(column));
                    if (ranges.isEmpty()) {
                        return Optional.empty();
                    }
                    conjunction = conjunction.intersect(ranges.get());
                }
                set = set.union(conjunction);
            }
            return single.isEmpty()
                    ? Optional.of(set)
                    : KeySet.of(column.type(), single).map(set::union);
        }

        private static ValueSet trinoSet(IndexedColumn column, List<List<Comparison>> anyOfAll) {
            Type type = TrinoValues.type(column.type());
            ValueSet set = ValueSet.none(type);
            List<Range> single = new ArrayList<>();
            for (List<Comparison> all : anyOfAll) {
                if (all.size() == 1) {
                    single.addAll(all.getFirst().trinoRanges(column));
                    continue;
                }
                ValueSet conjunction = ValueSet.all(type);
                for (Comparison comparison : all) {
                    conjunction = conjunction.intersect(ValueSet.copyOfRanges(type, comparison.trinoRanges(column)));
                }
                set = set.union(conjunction);
            }
            return single.isEmpty() ? set : set.union(ValueSet.copyOfRanges(type, single));
        }

        @Override
        public Predicate predicate() {
            return set.map(values -> Predicate.of(column, values, orNull)).orElse(Predicate.UNKNOWN);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            Object value = row.get(column);
            if (value == null) {
                return orNull;
            }
            return anyOfAll.stream()
                    .anyMatch(all -> all.stream().allMatch(comparison -> comparison.isTrue(column, value)));
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            Object value = row.get(column);
            return value == null ? orNull : trinoSet.containsValue(TrinoValues.nativeValue(column.type(), value));
        }
    }

    record IsNull(IndexedColumn column) implements Condition {
        @Override
        public Predicate predicate() {
            return new Predicate.IsNull(column);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return row.get(column) == null;
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    record IsNotNull(IndexedColumn column) implements Condition {
        @Override
        public Predicate predicate() {
            return new Predicate.InSet(column, KeySet.all(column.type()));
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return row.get(column) != null;
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** A condition that has no words: satisfied by some rows, whichever. */
    record Opaque(IndexedColumn column) implements Condition {
        @Override
        public Predicate predicate() {
            return Predicate.UNKNOWN;
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return (String.valueOf(row.get(column)).hashCode() & 1) == 0;
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** That an arbitrary function of the value is TRUE. It tells everything apart that a function of SQL can. */
    record Function(IndexedColumn column, int seed) implements Condition {
        @Override
        public Predicate predicate() {
            return new Predicate.Passing(column, this::mayPass);
        }

        private boolean mayPass(Optional<Key> key) {
            Object value =
                    key.map(found -> PlainValues.value(column.type(), found)).orElse(null);
            return isTrue(value) || key.isPresent() && isTrue(PlainValues.negativeZero(value));
        }

        private boolean isTrue(Object value) {
            return (show(value).hashCode() * 31 + seed) % 16 == 0;
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return isTrue(row.get(column));
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** That a function of the value, which no built-in index type knows, gives a number. It tells zeros of both signs apart. */
    record Called(IndexedColumn column, long result) implements Condition {
        public static final String FUNCTION = "bucket";
        public static final int BUCKETS = 16;

        @Override
        public Predicate predicate() {
            return new CallIn(
                    column,
                    FUNCTION,
                    KeySet.ofValues(BIGINT, List.of(Key.of(result))).orElseThrow());
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            Object value = row.get(column);
            return value != null
                    && (PlainValues.isNegativeZero(value)
                                    ? bucket(show(value))
                                    : apply(PlainValues.key(column.type(), value)))
                            .equals(Optional.of(Key.of(result)));
        }

        /** What the function gives for a value that is not NULL; for some it is NULL. */
        public static Optional<Key> apply(Key value) {
            return bucket(show(value));
        }

        private static Optional<Key> bucket(String text) {
            long bucket = Math.floorMod(text.hashCode(), BUCKETS);
            return bucket == 0 ? Optional.empty() : Optional.of(Key.of(bucket));
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** That a text has others in it. */
    record Contains(IndexedColumn column, List<Slice> fragments) implements Condition {
        @Override
        public Predicate predicate() {
            return new Fragments(column, fragments);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return row.get(column) instanceof Slice text
                    && fragments.stream().allMatch(fragment -> text.indexOf(fragment) >= 0);
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** That a point is in a box. */
    record PointInBoxes(List<IndexedColumn> point, List<InBoxes.Box> boxes) implements Condition {
        @Override
        public Predicate predicate() {
            return new InBoxes(point, boxes);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return row.get(point.get(0)) instanceof Double x
                    && row.get(point.get(1)) instanceof Double y
                    && boxes.stream()
                            .anyMatch(box -> x.doubleValue() >= box.minX()
                                    && x <= box.maxX()
                                    && y.doubleValue() >= box.minY()
                                    && y <= box.maxY());
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** That a geometry has a point in a box, or is none of which that can be said. */
    record ShapeInBoxes(IndexedColumn column, List<InBoxes.Box> boxes, RandomShapes shapes) implements Condition {
        @Override
        public Predicate predicate() {
            return new InBoxes(List.of(column), boxes);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            Object value = row.get(column);
            return value != null && shapes.mustBeRead(value, boxes);
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    /** That a value is among the elements of an array, which a row has as a list; a NULL is no element of an index. */
    record ContainsElement(IndexedColumn elements, Object constant) implements Condition {
        @Override
        public Predicate predicate() {
            // of a range it is known which elements there are, and never that all rows have one
            return KeySet.ofValues(elements.type(), List.of(PlainValues.key(elements.type(), constant)))
                    .map(set -> Predicate.and(List.of(new Predicate.InSet(elements, set), Predicate.UNKNOWN)))
                    .orElse(Predicate.UNKNOWN);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return row.get(elements) instanceof List<?> list
                    && list.stream()
                            .anyMatch(element ->
                                    element != null && new Comparison("=", constant).isTrue(elements, element));
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return isTrue(row);
        }
    }

    record All(List<Condition> operands, boolean simplified) implements Condition {
        @Override
        public Predicate predicate() {
            List<Predicate> predicates =
                    operands.stream().map(Condition::predicate).toList();
            return simplified ? Predicate.and(predicates) : new Predicate.And(predicates);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return operands.stream().allMatch(operand -> operand.isTrue(row));
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return operands.stream().allMatch(operand -> operand.isTrueBySets(row));
        }
    }

    record Any(List<Condition> operands, boolean simplified) implements Condition {
        @Override
        public Predicate predicate() {
            List<Predicate> predicates =
                    operands.stream().map(Condition::predicate).toList();
            return simplified ? Predicate.or(predicates) : new Predicate.Or(predicates);
        }

        @Override
        public boolean isTrue(Map<IndexedColumn, Object> row) {
            return operands.stream().anyMatch(operand -> operand.isTrue(row));
        }

        @Override
        public boolean isTrueBySets(Map<IndexedColumn, Object> row) {
            return operands.stream().anyMatch(operand -> operand.isTrueBySets(row));
        }
    }
}
