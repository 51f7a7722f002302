// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ranks;

import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexType.Purpose;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.RangeRanks.Ranked;
import io.skipping.index.type.Summaries;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
        RangeFixture reals =
                new RangeFixture("ranks", REAL, Map.of("ranks", "2")).range("negative", -3f, -1f, Float.NaN, -2.5f);
        assertThat(reals.describe("negative")).isEqualTo("2: -2.5 … -2.5");
    }

    @Test
    public void testRanksOfARange() {
        SummaryReader column = summarize(Map.of(), vector(LongStream.rangeClosed(1, 150)));
        assertThat(column.ranks(0))
                .contains(new RangeRanks(
                        List.of(new Ranked(10, Key.of(10)), new Ranked(100, Key.of(100))),
                        List.of(new Ranked(10, Key.of(141)), new Ranked(100, Key.of(51)))));
        assertThat(column.bounds(0)).isEmpty();
        assertThat(column.values(0)).isEmpty();
        assertThat(column.retainedBytes()).isPositive();
        assertThat(summarize(Map.of(), vector(LongStream.range(0, 9))).ranks(0))
                .as("too few values")
                .isEmpty();
    }

    /** Against sorting, whatever the order in which the values come, and however a vector lists them. */
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
                    vectors(values, random));
            List<Integer> there = ranks.stream().filter(rank -> rank <= count).toList();
            RangeRanks found = column.ranks(0).orElse(RangeRanks.NONE);
            assertThat(found.smallest())
                    .isEqualTo(there.stream()
                            .map(rank -> new Ranked(rank, Key.of(sorted[rank - 1])))
                            .toList());
            assertThat(found.largest())
                    .isEqualTo(there.stream()
                            .map(rank -> new Ranked(rank, Key.of(sorted[count - rank])))
                            .toList());
        }
    }

    @Test
    public void testMemoryIsBounded() {
        Summarizer summarizer =
                new RanksIndexType().summarizer(List.of(BIGINT), Map.of(), new IndexType.RangeContext(1));
        for (int page = 0; page < 300; page++) {
            long first = page * 1000L;
            summarizer.add(List.of(vector(LongStream.range(first, first + 1000))));
        }
        assertThat(summarizer.retainedBytes()).isLessThan(50_000);
    }

    private static ValueVector vector(LongStream values) {
        return Vectors.of(BIGINT, values.boxed().toList());
    }

    private static ValueVector[] vectors(long[] values, Random random) {
        List<ValueVector> vectors = new ArrayList<>();
        for (int start = 0; start < values.length; ) {
            int first = start;
            int end = Math.min(values.length, first + 1 + random.nextInt(3000));
            if (random.nextInt(3) == 0) {
                while (end > first + 1 && values[end - 1] != values[first]) {
                    end = first + (end - first) / 2;
                }
                if (Arrays.stream(values, first, end).distinct().count() == 1) {
                    vectors.add(Vectors.constant(BIGINT, values[first], end - first));
                    start = end;
                    continue;
                }
            }
            List<Long> batch = Arrays.stream(values, first, end).boxed().toList();
            vectors.add(random.nextInt(3) == 0 ? Vectors.dictionary(BIGINT, batch) : Vectors.of(BIGINT, batch));
            start = end;
        }
        return vectors.toArray(ValueVector[]::new);
    }

    /** With NULLs and NaNs among them, of which none counts. */
    @Test
    public void testRowsThatDoNotCount() {
        List<Double> values = Arrays.asList(NAN, 3.0, null, 3.0, 1.0, NAN, null, 2.0, 3.0);
        for (ValueVector vector : List.of(Vectors.of(DOUBLE, values), Vectors.dictionary(DOUBLE, values))) {
            RangeFixture doubles =
                    new RangeFixture("ranks", DOUBLE, Map.of("ranks", "1,2,3,4,5,6")).batches("some", List.of(vector));
            assertThat(doubles.describe("some"))
                    .isEqualTo("1: 1.0 … 3.0, 2: 2.0 … 3.0, 3: 3.0 … 3.0, 4: 3.0 … 2.0, 5: 3.0 … 1.0");
        }
        RangeFixture constants = new RangeFixture("ranks", DOUBLE, Map.of("ranks", "2,7"))
                .constant("five", 5.0, 6)
                .constant("NaN", NAN, 6)
                .constant("null", null, 6);
        assertThat(constants.describe("five")).isEqualTo("2: 5.0 … 5.0");
        assertThat(constants.describe("NaN")).isEmpty();
        assertThat(constants.describe("null")).isEmpty();
    }

    @Test
    public void testSmallRangesHaveThemIfAskedFor() {
        ValueVector values = vector(LongStream.rangeClosed(1, 150));
        int large = 32 << 10;
        assertThat(summarize(Map.of("if_read", "true"), large, values).ranks(0)).isPresent();
        assertThat(summarize(Map.of("if_read", "true"), large - 1, values).ranks(0))
                .isEmpty();
        assertThat(summarize(Map.of(), large - 1, values).describe(0)).isEmpty();
        assertThat(summarize(Map.of("ranks", "10, 100, 1000"), large - 1, values)
                        .ranks(0))
                .isPresent();
    }

    private SummaryReader summarize(Map<String, String> options, ValueVector... batches) {
        return summarize(options, 1 << 20, batches);
    }

    private SummaryReader summarize(Map<String, String> options, int rangeBytes, ValueVector... batches) {
        IndexDefinition definition =
                new IndexDefinition("ranks", List.of(new IndexedColumn("c", BIGINT, "first column")), options);
        List<KeyColumn> summary = Summaries.summarize(
                definition, indexTypes, Arrays.stream(batches).map(List::of).toList(), rangeBytes);
        long rows = Arrays.stream(batches).mapToLong(ValueVector::rowCount).sum();
        return new RanksIndexType().open(List.of(BIGINT), 1, new SummaryVectors(1, new long[] {rows}, summary));
    }

    @Test
    public void testFields() {
        assertThat(new RanksIndexType().fields(List.of(INTEGER)))
                .extracting(SummaryField::name)
                .containsExactly("ranks", "smallest", "largest");
        KeyColumn known = PlainValues.column(INTEGER, true, Collections.singletonList(null));
        KeyColumn values = Summaries.summarize(
                        new IndexDefinition(
                                "ranks", List.of(new IndexedColumn("c", INTEGER, "c")), Map.of("ranks", "1")),
                        indexTypes,
                        List.of(List.of(Vectors.of(INTEGER, 3L))),
                        1)
                .get(1);
        assertThatThrownBy(() -> new RanksIndexType()
                        .open(
                                List.of(INTEGER),
                                1,
                                new SummaryVectors(1, new long[] {1}, List.of(known, values, values))))
                .hasMessageContaining("different numbers of ranks and values");
    }

    @Test
    public void testTypesAndOptions() {
        RanksIndexType type = new RanksIndexType();
        for (ScalarType taken :
                List.of(BIGINT, DATE, REAL, DOUBLE, ScalarType.decimal(18, 2), ScalarType.timestamp(6))) {
            type.check(List.of(taken), Map.of());
            type.check(List.of(taken), Map.of("ranks", " 1, 20 ,10000", "if_read", "true"));
        }
        for (ScalarType refused : List.of(BOOLEAN, VARCHAR, ScalarType.decimal(19, 2), ScalarType.timestamp(9))) {
            assertThatThrownBy(() -> type.check(List.of(refused), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("An index of type ranks cannot be made over a column of type " + refused);
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
}
