// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexType.Purpose;
import io.skipping.index.type.RangeRanks.Ranked;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestRanksIndexType {
    private static final double NAN = Double.NaN;

    private final IndexTypes indexTypes = IndexTypes.load(getClass().getClassLoader());

    private final RangeFixture numbers = new RangeFixture("ranks", BIGINT, Map.of("ranks", "1,3"))
            .range("some", 5L, 1L, 4L, 2L, 3L)
            .range("equals are counted each", 7L, 7L, 7L, 1L)
            .range("nulls are not counted", null, 1L, null, 2L, null)
            .range("nulls", null, null)
            .range("nothing")
            .noStats("unknown", 3);

    @Test
    public void testDescription() {
        assertThat(numbers.describe("some")).isEqualTo("1: 1 … 5, 3: 3 … 3");
        assertThat(numbers.describe("equals are counted each")).isEqualTo("1: 1 … 7, 3: 7 … 7");
        assertThat(numbers.describe("nulls are not counted")).isEqualTo("1: 1 … 2");
        assertThat(numbers.describe("nulls")).isEmpty();
        assertThat(numbers.describe("nothing")).isEmpty();
        assertThat(numbers.describe("unknown")).isEmpty();
    }

    @Test
    public void testNoPredicateIsDecided() {
        assertThat(numbers.equal(9L).values()).containsOnly(MAY_MATCH);
        assertThat(numbers.isNull().values()).containsOnly(MAY_MATCH);
        assertThat(new RanksIndexType().purposes()).containsExactly(Purpose.RANKS);
    }

    @Test
    public void testFloatingPoint() {
        RangeFixture doubles = new RangeFixture("ranks", DOUBLE, Map.of("ranks", "1,2,4"))
                .range("nans are not counted", NAN, 1.0, NAN, -1.0, 0.5)
                .range("infinite", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.0, 1.0)
                .range("zeros are equal", -0.0, 0.0, -0.0, -1.0);
        assertThat(doubles.describe("nans are not counted")).isEqualTo("1: -1.0 … 1.0, 2: 0.5 … 0.5");
        assertThat(doubles.describe("infinite"))
                .isEqualTo("1: -Infinity … Infinity, 2: 0.0 … 1.0, 4: Infinity … -Infinity");
        assertThat(doubles.describe("zeros are equal")).isEqualTo("1: -1.0 … 0.0, 2: 0.0 … 0.0, 4: 0.0 … -1.0");
        RangeFixture reals = new RangeFixture("ranks", REAL, Map.of("ranks", "2"))
                .range("negative", real(-3), real(-1), real(Float.NaN), real(-2.5f));
        assertThat(reals.describe("negative")).isEqualTo("2: -2.5 … -2.5");
    }

    @Test
    public void testRanksOfARange() {
        SummaryReader column = summarize(Map.of(), block(LongStream.rangeClosed(1, 150)));
        assertThat(column.ranks(0))
                .contains(new RangeRanks(
                        List.of(new Ranked(10, 10L), new Ranked(100, 100L)),
                        List.of(new Ranked(10, 141L), new Ranked(100, 51L))));
        assertThat(column.bounds(0)).isEmpty();
        assertThat(column.values(0)).isEmpty();
        assertThat(column.retainedBytes()).isPositive();
        assertThat(summarize(Map.of(), block(LongStream.range(0, 9))).ranks(0))
                .as("too few values")
                .isEmpty();
    }

    /** Against sorting, whatever the order in which the values come, and however a block holds them. */
    @Test
    public void testTheRightOnesOfMany() {
        Random random = new Random(5);
        for (int turn = 0; turn < 60; turn++) {
            int count = 1 + random.nextInt(random.nextBoolean() ? 20_000 : 2500);
            long range = random.nextBoolean() ? 1 + random.nextInt(30) : Long.MAX_VALUE;
            long[] values = random.longs(count, random.nextBoolean() ? 0 : -range, range)
                    .toArray();
            if (random.nextInt(5) == 0) {
                values[random.nextInt(count)] = Long.MIN_VALUE;
                values[random.nextInt(count)] = Long.MAX_VALUE;
            }
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            switch (random.nextInt(4)) {
                case 0 -> values = sorted.clone();
                case 1 -> {
                    List<Long> descending =
                            new ArrayList<>(Arrays.stream(sorted).boxed().toList());
                    Collections.reverse(descending);
                    values = descending.stream().mapToLong(Long::longValue).toArray();
                }
                default -> {}
            }
            List<Integer> ranks = random.ints(1 + random.nextInt(16), 1, 1 + random.nextInt(1, 10_000))
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList();
            SummaryReader column = summarize(
                    Map.of(
                            "ranks",
                            String.join(
                                    ", ", ranks.stream().map(String::valueOf).toList())),
                    blocks(values, random));
            List<Integer> there = ranks.stream().filter(rank -> rank <= count).toList();
            RangeRanks found = column.ranks(0).orElse(RangeRanks.NONE);
            assertThat(found.smallest())
                    .isEqualTo(there.stream()
                            .map(rank -> new Ranked(rank, sorted[rank - 1]))
                            .toList());
            assertThat(found.largest())
                    .isEqualTo(there.stream()
                            .map(rank -> new Ranked(rank, sorted[count - rank]))
                            .toList());
        }
    }

    @Test
    public void testMemoryIsBounded() {
        Summarizer summarizer =
                new RanksIndexType().summarizer(List.of(BIGINT), Map.of(), new IndexType.RangeContext(1));
        for (int page = 0; page < 300; page++) {
            long first = page * 1000L;
            summarizer.add(List.of(block(LongStream.range(first, first + 1000))));
        }
        assertThat(summarizer.retainedBytes()).isLessThan(50_000);
    }

    private static Block block(LongStream values) {
        return Summaries.block(BIGINT, values.boxed().toList());
    }

    private static Block[] blocks(long[] values, Random random) {
        List<Block> blocks = new ArrayList<>();
        for (int start = 0; start < values.length; ) {
            int first = start;
            int end = Math.min(values.length, first + 1 + random.nextInt(3000));
            if (random.nextInt(3) == 0) {
                while (end > first + 1 && values[end - 1] != values[first]) {
                    end = first + (end - first) / 2;
                }
                if (Arrays.stream(values, first, end).distinct().count() == 1) {
                    blocks.add(RunLengthEncodedBlock.create(block(LongStream.of(values[first])), end - first));
                    start = end;
                    continue;
                }
            }
            if (random.nextInt(3) == 0) {
                long[] dictionary =
                        Arrays.stream(values, first, end).distinct().sorted().toArray();
                int[] ids = IntStream.range(first, end)
                        .map(i -> Arrays.binarySearch(dictionary, values[i]))
                        .toArray();
                blocks.add(DictionaryBlock.create(ids.length, block(Arrays.stream(dictionary)), ids));
            } else {
                blocks.add(block(Arrays.stream(values, first, end)));
            }
            start = end;
        }
        return blocks.toArray(Block[]::new);
    }

    @Test
    public void testSmallRangesHaveThemIfAskedFor() {
        Block values = block(LongStream.rangeClosed(1, 150));
        int large = 32 << 10;
        assertThat(summarize(Map.of("if_read", "true"), large, values).ranks(0)).isPresent();
        assertThat(summarize(Map.of("if_read", "true"), large - 1, values).ranks(0))
                .isEmpty();
        assertThat(summarize(Map.of(), large - 1, values).describe(0)).isEmpty();
        assertThat(summarize(Map.of("ranks", "10, 100, 1000"), large - 1, values)
                        .ranks(0))
                .isPresent();
    }

    private SummaryReader summarize(Map<String, String> options, Block... batches) {
        return summarize(options, 1 << 20, batches);
    }

    private SummaryReader summarize(Map<String, String> options, int rangeBytes, Block... batches) {
        IndexDefinition definition =
                new IndexDefinition("ranks", List.of(new IndexedColumn("c", BIGINT, "first column")), options);
        List<Block> summary = Summaries.summarize(
                definition, indexTypes, Arrays.stream(batches).map(List::of).toList(), rangeBytes);
        long rows = Arrays.stream(batches).mapToLong(Block::getPositionCount).sum();
        return new RanksIndexType().open(List.of(BIGINT), new SummaryBlocks(1, new long[] {rows}, summary));
    }

    @Test
    public void testFields() {
        assertThat(new RanksIndexType().fields(List.of(INTEGER)))
                .extracting(SummaryField::name)
                .containsExactly("ranks", "smallest", "largest");
        Block known = Summaries.block(
                new RanksIndexType().fields(List.of(INTEGER)).getFirst().type(), new Object[] {null});
        Block values = Summaries.summarize(
                        new IndexDefinition(
                                "ranks", List.of(new IndexedColumn("c", INTEGER, "c")), Map.of("ranks", "1")),
                        indexTypes,
                        List.of(List.of(Summaries.block(INTEGER, 3L))),
                        1)
                .get(1);
        assertThatThrownBy(() -> new RanksIndexType()
                        .open(List.of(INTEGER), new SummaryBlocks(1, new long[] {1}, List.of(known, values, values))))
                .hasMessageContaining("not as many as their ranks");
    }

    @Test
    public void testTypesAndOptions() {
        RanksIndexType type = new RanksIndexType();
        for (Type taken : List.of(
                BIGINT,
                DATE,
                REAL,
                DOUBLE,
                DecimalType.createDecimalType(18, 2),
                TimestampType.createTimestampType(6))) {
            type.check(List.of(taken), Map.of());
            type.check(List.of(taken), Map.of("ranks", " 1, 20 ,10000", "if_read", "true"));
        }
        for (Type refused :
                List.of(BOOLEAN, VARCHAR, DecimalType.createDecimalType(19, 2), TimestampType.createTimestampType(9))) {
            assertThatThrownBy(() -> type.check(List.of(refused), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "An index of type ranks cannot be made over a column of type " + refused.getDisplayName());
        }
        for (String ranks : List.of(
                "",
                "0,10",
                "10,10",
                "20,10",
                "10,",
                "ten",
                "10;20",
                "10001",
                "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17")) {
            assertThatThrownBy(() -> type.check(List.of(BIGINT), Map.of("ranks", ranks)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "Option ranks of an index of type ranks must be up to 16 ascending whole numbers from 1 to 10000 with commas between them, not '%s'",
                            ranks);
        }
        assertThatThrownBy(() -> type.check(List.of(BIGINT), Map.of("if_read", "maybe")))
                .hasMessage("Option if_read of an index of type ranks must be true or false, not 'maybe'");
        assertThat(type.isWorthReading(Map.of())).isTrue();
        assertThat(type.isWorthReading(Map.of("if_read", "true"))).isFalse();
    }

    private static long real(float value) {
        return Float.floatToRawIntBits(value);
    }
}
