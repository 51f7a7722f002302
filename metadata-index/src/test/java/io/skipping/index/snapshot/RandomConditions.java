// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Condition;
import io.skipping.index.predicate.Condition.All;
import io.skipping.index.predicate.Condition.Any;
import io.skipping.index.predicate.Condition.Comparison;
import io.skipping.index.predicate.Condition.Comparisons;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Conditions over a random table that often, but not always, hold for some of its rows. */
public final class RandomConditions {
    private static final String[] OPERATORS = {"=", "=", "<", "<=", ">", ">=", "<>"};

    private final Random random;
    private final RandomTable table;
    private final List<Map<IndexedColumn, Object>> rows;

    public RandomConditions(Random random, RandomTable table) {
        this.random = random;
        this.table = table;
        this.rows = table.objects().values().stream()
                .flatMap(List::stream)
                .flatMap(range -> range.rows().stream())
                .toList();
    }

    public Condition next() {
        return next(random.nextInt(3));
    }

    private Condition next(int depth) {
        if (depth == 0) {
            return leaf();
        }
        int count = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(4);
        List<Condition> operands = IntStream.range(0, count)
                .mapToObj(_ -> next(random.nextInt(depth)))
                .toList();
        return random.nextBoolean() ? new All(operands, random.nextBoolean()) : new Any(operands, random.nextBoolean());
    }

    private Condition leaf() {
        if (!table.point().isEmpty() && random.nextInt(3) == 0) {
            return random.nextBoolean() ? inBoxes() : boundsOfPoint();
        }
        if (table.shape().isPresent() && random.nextInt(3) == 0) {
            return shapeInBoxes(table.shape().get());
        }
        if (!table.elements().isEmpty() && random.nextInt(3) == 0) {
            return containsElement(table.elements().getFirst());
        }
        IndexedColumn column =
                table.columns().get(random.nextInt(table.columns().size()));
        if (column.type().kind() == ScalarType.Kind.VARCHAR && random.nextInt(4) == 0) {
            return contains(column);
        }
        return switch (random.nextInt(21)) {
            case 0, 1 -> new Condition.IsNull(column);
            case 2 -> new Condition.IsNotNull(column);
            case 3 -> new Condition.Opaque(column);
            case 4, 5, 6 -> comparisons(column, List.of(between(column)));
            case 7, 8, 9 -> in(column, 1 + random.nextInt(6));
            case 10 -> in(column, random.nextInt(6) == 0 ? 500 : 40);
            case 11 -> notIn(column);
            case 12 -> comparisons(column, List.of(between(column), between(column), List.of(comparison(column))));
            case 13 -> touching(column);
            case 14 -> new Condition.Function(column, random.nextInt());
            case 15 -> new Condition.Called(column, random.nextInt(Condition.Called.BUCKETS));
            default -> comparisons(column, List.of(List.of(comparison(column))));
        };
    }

    private Condition boundsOfPoint() {
        return new All(
                table.point().stream()
                        .<Condition>map(column -> random.nextInt(8) == 0
                                ? notIn(column)
                                : random.nextInt(4) == 0
                                        ? in(column, 1 + random.nextInt(3))
                                        : comparisons(column, List.of(between(column))))
                        .toList(),
                random.nextBoolean());
    }

    private Condition inBoxes() {
        return new Condition.PointInBoxes(
                random.nextBoolean() ? table.point() : table.point().reversed(),
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(_ -> {
                            double[] x = side(table.point().getFirst());
                            double[] y = side(table.point().getLast());
                            return new InBoxes.Box(x[0], x[1], y[0], y[1]);
                        })
                        .toList());
    }

    /** Some are without end, on some sides. */
    private double[] side(IndexedColumn column) {
        double low = (double) constant(column);
        double high = (double) constant(column);
        return new double[] {
            random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : Math.min(low, high),
            random.nextInt(8) == 0 ? Double.POSITIVE_INFINITY : Math.max(low, high)
        };
    }

    private Condition shapeInBoxes(IndexedColumn column) {
        return new Condition.ShapeInBoxes(
                column,
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(_ -> table.shapes().box(random.nextInt(240) - 120))
                        .toList(),
                table.shapes());
    }

    private Condition containsElement(IndexedColumn elements) {
        while (true) {
            List<Object> present = rows.stream()
                    .map(row -> row.get(elements))
                    .filter(List.class::isInstance)
                    .<Object>flatMap(list -> ((List<?>) list).stream())
                    .toList();
            Object constant = !present.isEmpty() && random.nextBoolean()
                    ? present.get(random.nextInt(present.size()))
                    : table.values(elements).near(random.nextInt(160) - 80);
            if (constant != null && !PlainValues.isNan(constant)) {
                return new Condition.ContainsElement(elements, constant);
            }
        }
    }

    /** Pieces of texts, cut anywhere, even within a character. */
    private Condition contains(IndexedColumn column) {
        return new Condition.Contains(
                column,
                IntStream.range(0, 1 + random.nextInt(2))
                        .mapToObj(_ -> {
                            Slice text = (Slice) constant(column);
                            int start = random.nextInt(text.length() + 1);
                            return text.slice(start, random.nextInt(text.length() - start + 1));
                        })
                        .toList());
    }

    private Condition comparisons(IndexedColumn column, List<List<Comparison>> anyOfAll) {
        Comparisons comparisons = Comparisons.of(column, anyOfAll, random.nextInt(6) == 0);
        if (column.type().isFloatingPoint()
                && comparisons.set().filter(KeySet::isAll).isPresent()) {
            // a domain of everything is ALWAYS, although NaN satisfies no comparison: who makes it of comparisons errs
            return Comparisons.of(column, anyOfAll, false);
        }
        return comparisons;
    }

    private Condition in(IndexedColumn column, int count) {
        return comparisons(
                column,
                IntStream.range(0, count)
                        .mapToObj(_ -> List.of(new Comparison("=", constant(column))))
                        .toList());
    }

    private Condition notIn(IndexedColumn column) {
        return comparisons(
                column,
                List.of(IntStream.range(0, 1 + random.nextInt(5))
                        .mapToObj(_ -> new Comparison("<>", constant(column)))
                        .toList()));
    }

    /** Ranges that meet at a value, with and without it. */
    private Condition touching(IndexedColumn column) {
        Object constant = constant(column);
        return comparisons(
                column,
                List.of(
                        List.of(new Comparison(random.nextBoolean() ? "<" : "<=", constant)),
                        List.of(
                                new Comparison(random.nextBoolean() ? ">" : ">=", constant),
                                new Comparison("<", constant(column)))));
    }

    private List<Comparison> between(IndexedColumn column) {
        List<Comparison> bounds = new ArrayList<>();
        bounds.add(new Comparison(random.nextBoolean() ? ">" : ">=", constant(column)));
        bounds.add(new Comparison(random.nextBoolean() ? "<" : "<=", constant(column)));
        return bounds;
    }

    private Comparison comparison(IndexedColumn column) {
        return new Comparison(OPERATORS[random.nextInt(OPERATORS.length)], constant(column));
    }

    private Object constant(IndexedColumn column) {
        while (true) {
            Object value = !rows.isEmpty() && random.nextBoolean()
                    ? rows.get(random.nextInt(rows.size())).get(column)
                    : random.nextInt(4) == 0
                            ? table.values(column).near(random.nextInt(400) - 200)
                            : table.values(column).next();
            // a NULL makes a comparison NULL, and a NaN is in no set: who makes predicates leaves them out
            if (value != null && !PlainValues.isNan(value)) {
                return value;
            }
        }
    }
}
