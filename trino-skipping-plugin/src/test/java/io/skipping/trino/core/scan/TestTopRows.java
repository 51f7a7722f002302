// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.RangeRanks.Ranked;
import io.skipping.index.value.Key;
import io.skipping.trino.core.scan.RandomRange.Row;
import io.trino.spi.connector.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestTopRows {
    private static final int TABLES = Integer.getInteger("top.tables", 20_000);
    private static final long SEED = Long.getLong("top.seed", System.nanoTime());

    /** Against the rows themselves: without the ranges that are left out, the first rows are the same. */
    @Test
    public void testNothingThatIsAmongTheFirstIsNeedless() {
        int ranges = 0;
        int needless = 0;
        for (int table = 0; table < TABLES; table++) {
            Random random = new Random(SEED + table);
            SortOrder direction = SortOrder.values()[random.nextInt(SortOrder.values().length)];
            boolean tiesAreEqual = random.nextBoolean();
            long wanted = 1 + random.nextInt(12);
            TopRows<Integer> top = new TopRows<>(DOUBLE, direction, wanted, tiesAreEqual);
            List<RandomRange> all = new ArrayList<>();
            List<Row> kept = new ArrayList<>();
            // what is decided once must stay right whatever comes
            for (int batch = 1 + random.nextInt(3); batch > 0; batch--) {
                int first = all.size();
                for (int range = random.nextInt(12); range >= 0; range--) {
                    all.add(RandomRange.of(random));
                    add(top, all.size() - 1, all.getLast());
                }
                for (int range = first; range < all.size(); range++) {
                    ranges++;
                    if (isNeedless(top, range, all.get(range))) {
                        needless++;
                    } else {
                        kept.addAll(all.get(range).rows());
                    }
                }
            }
            List<Row> rows =
                    all.stream().flatMap(range -> range.rows().stream()).toList();
            assertThat(RandomRange.first(kept, direction, tiesAreEqual, wanted))
                    .as(
                            "-Dtop.seed=%s: %s, the first %s, ties are equal: %s, of %s",
                            SEED + table, direction, wanted, tiesAreEqual, all)
                    .isEqualTo(RandomRange.first(rows, direction, tiesAreEqual, wanted));
        }
        assertThat(needless).as("ranges left out, of %s", ranges).isGreaterThan(ranges / 3);
    }

    @Test
    public void testABoundThatIsNoValueIsNoRow() {
        TopRows<String> top = new TopRows<>(VARCHAR, SortOrder.DESC_NULLS_LAST, 1, true);
        RangeBounds cut = new RangeBounds(0, Optional.of(Key.of("a")), Optional.of(Key.of("z")), true, false, false);
        RangeBounds between = new RangeBounds(0, Optional.of(Key.of("k")), Optional.of(Key.of("m")), true, true, false);
        top.add("cut", 10, cut, RangeRanks.NONE);
        top.add("between", 10, between, RangeRanks.NONE);
        assertThat(top.isNeedless("cut", 10, cut)).isFalse();
        assertThat(top.isNeedless("between", 10, between))
                .as("z may not be there")
                .isFalse();
    }

    @Test
    public void testRanksTellOfManyRows() {
        RangeBounds warm = bounds(0.0, 30.0);
        RangeBounds cold = bounds(0.0, 20.0);
        TopRows<String> byBounds = new TopRows<>(DOUBLE, SortOrder.DESC_NULLS_LAST, 10, false);
        byBounds.add("warm", 1000, warm, RangeRanks.NONE);
        byBounds.add("cold", 1000, cold, RangeRanks.NONE);
        assertThat(byBounds.isNeedless("cold", 1000, cold)).isFalse();

        for (long wanted : new long[] {1, 9, 10}) {
            TopRows<String> top = new TopRows<>(DOUBLE, SortOrder.DESC_NULLS_LAST, wanted, false);
            top.add("warm", 1000, warm, tenth(2.0, 25.0));
            top.add("cold", 1000, cold, tenth(2.0, 15.0));
            assertThat(top.isNeedless("cold", 1000, cold))
                    .as("LIMIT %s", wanted)
                    .isTrue();
            assertThat(top.isNeedless("warm", 1000, warm))
                    .as("LIMIT %s", wanted)
                    .isFalse();
        }
        TopRows<String> more = new TopRows<>(DOUBLE, SortOrder.DESC_NULLS_LAST, 11, false);
        more.add("warm", 1000, warm, tenth(2.0, 25.0));
        assertThat(more.isNeedless("cold", 1000, cold))
                .as("of the eleventh nothing is known")
                .isFalse();
    }

    @Test
    public void testOfEqualRangesOneIsRead() {
        RangeBounds same = bounds(0.0, 30.0);
        for (boolean tiesAreEqual : new boolean[] {true, false}) {
            TopRows<Integer> top = new TopRows<>(DOUBLE, SortOrder.DESC_NULLS_LAST, 10, tiesAreEqual);
            for (int range = 0; range < 5; range++) {
                top.add(range, 1000, same, RangeRanks.NONE);
            }
            top.add(5, 1000, same, tenth(0.0, 30.0));
            assertThat(IntStream.range(0, 6).filter(range -> !top.isNeedless(range, 1000, same)))
                    .as("ties are equal: %s", tiesAreEqual)
                    .containsExactly(tiesAreEqual ? new Integer[] {5} : new Integer[] {0, 1, 2, 3, 4, 5});
        }
        // the zero without a sign comes first, and bounds do not tell which it is
        TopRows<Integer> zeros = new TopRows<>(DOUBLE, SortOrder.DESC_NULLS_LAST, 1, true);
        zeros.add(0, 10, bounds(-1.0, 0.0), RangeRanks.NONE);
        assertThat(zeros.isNeedless(1, 10, bounds(-1.0, 0.0))).isFalse();
    }

    @Test
    public void testWhatMustBeReadAnywayGuarantees() {
        TopRows<String> top = new TopRows<>(DOUBLE, SortOrder.DESC_NULLS_LAST, 10, true);
        top.add("only warm", 1000, bounds(0.0, 25.0), tenth(0.0, 25.0));
        top.add("warmest", 1000, bounds(0.0, 30.0), tenth(0.0, 25.0));
        assertThat(top.isNeedless("only warm", 1000, bounds(0.0, 25.0))).isTrue();
        assertThat(top.isNeedless("warmest", 1000, bounds(0.0, 30.0))).isFalse();
    }

    private static RangeBounds bounds(double minimum, double maximum) {
        return new RangeBounds(
                0, Optional.of(Key.ofDouble(minimum)), Optional.of(Key.ofDouble(maximum)), true, true, false);
    }

    private static RangeRanks tenth(double smallest, double largest) {
        return new RangeRanks(
                List.of(new Ranked(10, Key.ofDouble(smallest))), List.of(new Ranked(10, Key.ofDouble(largest))));
    }

    private static void add(TopRows<Integer> top, int number, RandomRange range) {
        top.add(number, range.rows().size(), range.bounds(), range.ranks());
    }

    private static boolean isNeedless(TopRows<Integer> top, int number, RandomRange range) {
        return top.isNeedless(number, range.rows().size(), range.bounds());
    }
}
