// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.type.RangeBounds;
import io.trino.spi.connector.SortOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.Test;

public class TestTopRows {
    private static final int TABLES = Integer.getInteger("top.tables", 20_000);
    private static final long SEED = Long.getLong("top.seed", System.nanoTime());

    /** Against the rows themselves: no range that is left out may hold one of the first rows. */
    @Test
    public void nothingThatIsAmongTheFirstIsBehind() {
        int ranges = 0;
        int behind = 0;
        for (int table = 0; table < TABLES; table++) {
            Random random = new Random(SEED + table);
            List<List<Double>> rows = randomTable(random);
            SortOrder direction = SortOrder.values()[random.nextInt(SortOrder.values().length)];
            long wanted = 1 + random.nextInt(12);
            List<RangeBounds> bounds =
                    rows.stream().map(range -> bounds(range, random)).toList();
            TopRows top = new TopRows(DOUBLE, direction, wanted);
            for (int range = 0; range < rows.size(); range++) {
                top.add(rows.get(range).size(), bounds.get(range));
            }

            List<Double> kept = new ArrayList<>();
            for (int range = 0; range < rows.size(); range++) {
                ranges++;
                if (top.isBehind(rows.get(range).size(), bounds.get(range))) {
                    behind++;
                } else {
                    kept.addAll(rows.get(range));
                }
            }
            assertThat(first(kept, direction, wanted))
                    .as("-Dtop.seed=%s: %s, the first %s of %s", SEED + table, direction, wanted, rows)
                    .isEqualTo(first(rows.stream().flatMap(List::stream).toList(), direction, wanted));
        }
        assertThat(behind).as("ranges left out, of %s", ranges).isGreaterThan(ranges / 10);
    }

    @Test
    public void aBoundThatIsNoValueIsNoRow() {
        TopRows top = new TopRows(VARCHAR, SortOrder.DESC_NULLS_LAST, 1);
        RangeBounds cut = new RangeBounds(
                0, Optional.of(Slices.utf8Slice("a")), Optional.of(Slices.utf8Slice("z")), true, false, false);
        RangeBounds between = new RangeBounds(
                0, Optional.of(Slices.utf8Slice("k")), Optional.of(Slices.utf8Slice("m")), true, true, false);
        top.add(10, cut);
        top.add(10, between);
        assertThat(top.isBehind(10, cut)).isFalse();
        assertThat(top.isBehind(10, between)).as("z may not be there").isFalse();
    }

    private static List<List<Double>> randomTable(Random random) {
        List<List<Double>> rows = new ArrayList<>();
        for (int range = random.nextInt(12); range >= 0; range--) {
            int centre = random.nextInt(40);
            List<Double> values = new ArrayList<>();
            for (int row = random.nextInt(8); row > 0; row--) {
                values.add(
                        switch (random.nextInt(12)) {
                            case 0 -> null;
                            case 1 -> random.nextInt(4) == 0 ? Double.NaN : 0.0;
                            case 2 -> -0.0;
                            default -> (double) (centre + random.nextInt(6));
                        });
            }
            rows.add(values);
        }
        return rows;
    }

    /** As a summary may have them: bounds that are cut, and unknown NaNs, among them. */
    private static RangeBounds bounds(List<Double> rows, Random random) {
        List<Double> values = rows.stream()
                .filter(Objects::nonNull)
                .filter(value -> !value.isNaN())
                .toList();
        long nulls = rows.stream().filter(Objects::isNull).count();
        boolean exact = random.nextInt(4) > 0;
        double slack = exact ? 0 : random.nextInt(3);
        boolean known = random.nextInt(10) > 0;
        boolean hasNan = rows.stream().anyMatch(value -> value != null && value.isNaN());
        return new RangeBounds(
                nulls,
                known ? values.stream().min(Double::compare).map(value -> value - slack) : Optional.empty(),
                known ? values.stream().max(Double::compare).map(value -> value + slack) : Optional.empty(),
                exact,
                exact,
                hasNan || random.nextInt(10) == 0);
    }

    private static List<String> first(List<Double> rows, SortOrder direction, long count) {
        // as the engine has it: both zeros are equal, and NaN is the largest
        Comparator<Double> values =
                Comparator.comparing(value -> value == 0 ? Double.valueOf(0.0) : value, Double::compare);
        Comparator<Double> order = direction.isAscending() ? values : values.reversed();
        return rows.stream()
                .sorted(direction.isNullsFirst() ? Comparator.nullsFirst(order) : Comparator.nullsLast(order))
                .limit(count)
                .map(value -> value == null ? "NULL" : String.valueOf(value == 0 ? 0.0 : value))
                .toList();
    }
}
