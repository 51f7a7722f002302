// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.gaps;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.predicate.Verdict.MUST_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.ScalarType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestGapsIndexType {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private final RangeFixture numbers = new RangeFixture("gaps", BIGINT, Map.of("gaps", "2"))
            .range("clusters", 1L, 2L, 4L, 50L, 51L, 1000L)
            .range("nulls too", 1L, null, 1000L)
            .range("nulls", null, null)
            .range("nothing")
            .noStats("unknown", 3);

    @Test
    public void testTheWidestGapsAreKept() {
        assertThat(numbers.describe("clusters")).isEqualTo("{[1, 4], [50, 51], [1000, 1000]}, 0 NULLs");
        assertThat(numbers.describe("nothing")).isEqualTo("{}, 0 NULLs");
        assertThat(numbers.describe("unknown")).isEmpty();
    }

    @Test
    public void testWhatLiesInGapsCannotMatch() {
        for (KeySet values : List.of(
                between(5, 49),
                between(52, 999),
                between(-5, 0),
                between(1001, 2000),
                keys(5L, 49L, 52L, 999L, 0L, 1001L),
                between(5, 49).union(between(52, 999)))) {
            assertThat(numbers.in(values).get("clusters")).as("%s", values).isEqualTo(CANNOT_MATCH);
        }
        for (KeySet values : List.of(
                between(4, 49),
                between(5, 50),
                keys(3L),
                ranges(BIGINT, KeyRange.atMost(Key.of(1))),
                ranges(BIGINT, KeyRange.atLeast(Key.of(1000))),
                between(5, 49).union(keys(1000L)))) {
            assertThat(numbers.in(values).get("clusters")).as("%s", values).isEqualTo(MAY_MATCH);
        }
    }

    @Test
    public void testWhatHoldsAllIntervalsMustMatch() {
        KeySet around = between(0, 10).union(between(40, 60)).union(keys(1000L));
        assertThat(numbers.in(around))
                .isEqualTo(Map.of(
                        "clusters", MUST_MATCH,
                        "nulls too", MAY_MATCH,
                        "nulls", CANNOT_MATCH,
                        "nothing", CANNOT_MATCH,
                        "unknown", MAY_MATCH));
        assertThat(numbers.isNull())
                .isEqualTo(Map.of(
                        "clusters", CANNOT_MATCH,
                        "nulls too", MAY_MATCH,
                        "nulls", MUST_MATCH,
                        "nothing", CANNOT_MATCH,
                        "unknown", MAY_MATCH));
    }

    @Test
    public void testNeighboursHaveNoGap() {
        RangeFixture range = new RangeFixture("gaps", BIGINT)
                .range("run", 7L, 5L, 6L, 5L, 8L)
                .range("ends", Long.MIN_VALUE, Long.MAX_VALUE, 0L, Long.MAX_VALUE - 1);
        assertThat(range.describe("run")).isEqualTo("{[5, 8]}, 0 NULLs");
        assertThat(range.greaterThan(0L).get("ends")).isEqualTo(MAY_MATCH);
        assertThat(range.in(between(1, Long.MAX_VALUE - 2)).get("ends")).isEqualTo(CANNOT_MATCH);
        assertThat(range.in(between(Long.MIN_VALUE + 1, -1)).get("ends")).isEqualTo(CANNOT_MATCH);
    }

    @Test
    public void testDistanceOfFloatingPointIsThatOfTheNumbers() {
        // by their bits 0 and 1e-300 are farther apart than 1 and 1000 are
        RangeFixture range = new RangeFixture("gaps", DOUBLE, Map.of("gaps", "1"))
                .range("numbers", 0.0, 1e-300, 1.0, 1000.0)
                .range("infinite", -INFINITY, 1.0, 1000.0)
                .range("zero", -0.0, 10.0)
                .range("nan", Double.NaN, 10.0, 500.0)
                .range("only nan", Double.NaN);
        assertThat(range.describe("numbers")).isEqualTo("{[0.0, 1.0], [1000.0, 1000.0]}, 0 NULLs");
        Map<String, ?> between = range.in(KeyRange.between(Key.ofDouble(20.0), Key.ofDouble(400.0)));
        assertThat(between)
                .isEqualTo(Map.of(
                        "numbers", CANNOT_MATCH,
                        "infinite", MAY_MATCH,
                        "zero", CANNOT_MATCH,
                        "nan", CANNOT_MATCH,
                        "only nan", CANNOT_MATCH));
        assertThat(range.in(KeyRange.between(Key.ofDouble(-1e300), Key.ofDouble(-1.0)))
                        .get("infinite"))
                .isEqualTo(CANNOT_MATCH);
        assertThat(range.equal(0.0).get("zero")).isEqualTo(MAY_MATCH);
        assertThat(range.equal(-0.0).get("zero")).isEqualTo(MAY_MATCH);
        assertThat(range.notEqual(10.0).get("only nan")).as("NaN <> 10").isEqualTo(MAY_MATCH);
        assertThat(range.isNotNull().get("nan")).as("x <= 1 OR x >= 1").isEqualTo(MAY_MATCH);

        RangeFixture real =
                new RangeFixture("gaps", REAL, Map.of("gaps", "1")).range("numbers", -1000f, -1f, -1e-30f, 0.5f);
        assertThat(real.describe("numbers")).isEqualTo("{[-1000.0, -1000.0], [-1.0, 0.5]}, 0 NULLs");
    }

    /** Against a plain search, whatever the order in which the values come. */
    @Test
    public void testTheWidestOfVeryManyAreFound() {
        Random random = new Random(3);
        for (int turn = 0; turn < 20; turn++) {
            long unit = 1L << random.nextInt(33);
            long[] values = LongStream.generate(() -> random.nextLong(1_000_000_000) * unit)
                    .limit(50_000)
                    .filter(value -> value / unit / 1_000_000 % 100 > 3)
                    .toArray();
            Intervals intervals = new Intervals(LongCodec.INTEGRAL);
            Arrays.stream(values).forEach(intervals::add);
            intervals.joinTo(9);

            long[] sorted = Arrays.stream(values).distinct().sorted().toArray();
            List<Long> widest = LongStream.range(1, sorted.length)
                    .mapToObj(i -> sorted[(int) i] - sorted[(int) i - 1])
                    .sorted(Comparator.reverseOrder())
                    .limit(8)
                    .toList();
            long[] starts = intervals.starts();
            long[] ends = intervals.ends();
            assertThat(LongStream.range(1, starts.length)
                            .mapToObj(i -> starts[(int) i] - ends[(int) i - 1])
                            .sorted(Comparator.reverseOrder()))
                    .containsExactlyElementsOf(widest);
            for (long value : values) {
                int before = Arrays.binarySearch(starts, value);
                int interval = before >= 0 ? before : -before - 2;
                assertThat(starts[interval] <= value && value <= ends[interval])
                        .as("%s is in an interval", value)
                        .isTrue();
            }
            assertThat(intervals.retainedBytes()).isLessThan(100_000);
        }
    }

    @Test
    public void testTypes() {
        GapsIndexType type = new GapsIndexType();
        for (ScalarType taken :
                List.of(BIGINT, DATE, REAL, DOUBLE, ScalarType.decimal(18, 2), ScalarType.timestamp(6))) {
            type.check(List.of(taken), Map.of());
        }
        for (ScalarType refused : List.of(BOOLEAN, VARCHAR, ScalarType.decimal(19, 2), ScalarType.timestamp(9))) {
            assertThatThrownBy(() -> type.check(List.of(refused), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("An index of type gaps cannot be made over a column of type " + refused);
        }
        assertThatThrownBy(() -> type.check(List.of(BIGINT), Map.of("gaps", "0")))
                .hasMessageContaining("Option gaps of an index of type gaps");
    }

    @Test
    public void testOtherLeavesAreLeftAlone() {
        assertThat(numbers.evaluate(new Predicate.Passing(numbers.column(), _ -> false))
                        .values())
                .containsOnly(MAY_MATCH);
        assertThat(numbers.in(KeySet.ofValues(DATE, List.of(Key.of(7))).orElseThrow())
                        .values())
                .containsOnly(MAY_MATCH);
    }

    private static KeySet between(long low, long high) {
        return ranges(BIGINT, KeyRange.between(Key.of(low), Key.of(high)));
    }

    private static KeySet keys(Long... values) {
        return KeySet.ofValues(BIGINT, Stream.of(values).map(Key::of).toList()).orElseThrow();
    }

    private static KeySet ranges(ScalarType type, KeyRange... ranges) {
        return KeySet.of(type, List.of(ranges)).orElseThrow();
    }
}
