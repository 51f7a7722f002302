// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.RangeRanks.Ranked;
import io.skipping.index.value.Key;
import io.trino.spi.connector.SortOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Some rows, and what a summary may say of them: bounds that are cut, and NaNs that may not be there, among it. */
record RandomRange(List<Row> rows, RangeBounds bounds, RangeRanks ranks) {
    /** @param id tells rows with the same value apart */
    record Row(Double value, int id) {}

    static RandomRange of(Random random) {
        int centre = random.nextInt(40);
        int spread = 1 + random.nextInt(random.nextBoolean() ? 2 : 8);
        List<Row> rows = new ArrayList<>();
        for (int count = random.nextInt(random.nextInt(5) == 0 ? 30 : 8); count > 0; count--) {
            Double value = switch (random.nextInt(12)) {
                case 0 -> null;
                case 1 -> random.nextInt(4) == 0 ? Double.NaN : 0.0;
                case 2 -> random.nextBoolean() ? (double) centre : -0.0;
                default -> (double) (centre + random.nextInt(spread));
            };
            rows.add(new Row(value, random.nextInt()));
        }
        return new RandomRange(List.copyOf(rows), bounds(rows, random), ranks(rows, random));
    }

    private static List<Double> values(List<Row> rows) {
        return rows.stream()
                .map(Row::value)
                .filter(Objects::nonNull)
                .filter(value -> !value.isNaN())
                // as it is kept
                .map(value -> value == 0 ? 0.0 : value)
                .sorted()
                .toList();
    }

    private static RangeBounds bounds(List<Row> rows, Random random) {
        List<Double> values = values(rows);
        boolean exact = random.nextInt(4) > 0;
        double slack = exact ? 0 : random.nextInt(3);
        boolean known = random.nextInt(10) > 0 && !values.isEmpty();
        boolean hasNan =
                rows.stream().anyMatch(row -> row.value() != null && row.value().isNaN());
        return new RangeBounds(
                rows.stream().filter(row -> row.value() == null).count(),
                known ? Optional.of(Key.ofDouble(values.getFirst() - slack)) : Optional.empty(),
                known ? Optional.of(Key.ofDouble(values.getLast() + slack)) : Optional.empty(),
                exact,
                exact,
                hasNan || random.nextInt(10) == 0);
    }

    private static RangeRanks ranks(List<Row> rows, Random random) {
        if (random.nextInt(4) == 0) {
            return RangeRanks.NONE;
        }
        List<Double> values = values(rows);
        List<Integer> ranks = IntStream.rangeClosed(1, values.size())
                .filter(_ -> random.nextInt(3) == 0)
                .boxed()
                .toList();
        return new RangeRanks(
                ranks.stream()
                        .map(rank -> new Ranked(rank, Key.ofDouble(values.get(rank - 1))))
                        .toList(),
                ranks.stream()
                        .map(rank -> new Ranked(rank, Key.ofDouble(values.get(values.size() - rank))))
                        .toList());
    }

    /**
     * What a query gets of these rows: of the first ones the values, and which rows they are if that is told by a further column
     * of the order.
     */
    static List<?> first(List<Row> rows, SortOrder direction, boolean tiesAreEqual, long count) {
        // as the engine has it: the zero with a sign is the smaller one;
        // NaN is the least of all where NULLs come first, and the greatest where they come last
        Comparator<Double> ascending =
                direction.isNullsFirst() ? Comparator.comparing((Double value) -> !value.isNaN()) : (_, _) -> 0;
        ascending = ascending.thenComparing(Comparator.naturalOrder());
        Comparator<Double> order = direction.isAscending() ? ascending : ascending.reversed();
        List<Row> first = rows.stream()
                .sorted(Comparator.comparing(
                                Row::value,
                                direction.isNullsFirst() ? Comparator.nullsFirst(order) : Comparator.nullsLast(order))
                        .thenComparing(Row::id))
                .limit(count)
                .toList();
        return tiesAreEqual ? first.stream().map(Row::value).toList() : first;
    }
}
