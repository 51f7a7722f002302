// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.values;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.predicate.Verdict.MUST_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slices;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestValuesIndexType {
    private static final RangeFixture NUMBERS = new RangeFixture("values", BIGINT, ImmutableMap.of("limit", "3"))
            .range("oddOnes", 1L, 5L, 3L, 1L)
            .range("oddOrNull", 1L, null)
            .range("allNulls", null, null)
            .range("tooMany", 1L, 2L, 3L, 4L)
            .range("noRows")
            .noStats("noStats", 5);

    @Test
    public void testComparisons() {
        assertThat(NUMBERS.equal(4L))
                .as("4 lies between the bounds, but is no value")
                .containsEntry("oddOnes", CANNOT_MATCH)
                .containsEntry("oddOrNull", CANNOT_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH)
                .containsEntry("tooMany", MAY_MATCH)
                .containsEntry("noRows", CANNOT_MATCH)
                .containsEntry("noStats", MAY_MATCH);
        assertThat(NUMBERS.anyOf(1L, 3L, 5L, 7L))
                .as("all values are listed; a NULL is not")
                .containsEntry("oddOnes", MUST_MATCH)
                .containsEntry("oddOrNull", MAY_MATCH);
        assertThat(NUMBERS.notEqual(3L)).containsEntry("oddOnes", MAY_MATCH);
        assertThat(NUMBERS.notEqual(4L)).as("no value is 4").containsEntry("oddOnes", MUST_MATCH);
        assertThat(NUMBERS.isNull()).containsEntry("oddOnes", CANNOT_MATCH).containsEntry("allNulls", MUST_MATCH);
    }

    @Test
    public void testManyValuesAndManyRanges() {
        Object[] even =
                LongStream.range(0, 1000).mapToObj(i -> (Object) (2 * i)).toArray();
        RangeFixture numbers = new RangeFixture("values", BIGINT).range("evenOnes", even);
        assertThat(numbers.in(keys(LongStream.range(0, 3000).map(i -> 2 * i + 1))))
                .as("more ranges than values: each value is looked up")
                .containsEntry("evenOnes", CANNOT_MATCH);
        assertThat(numbers.in(keys(LongStream.range(0, 3000).map(i -> 2 * i)))).containsEntry("evenOnes", MUST_MATCH);
        assertThat(numbers.in(between(500, false, 502)))
                .as("fewer ranges than values: each range is looked up")
                .containsEntry("evenOnes", CANNOT_MATCH);
        assertThat(numbers.in(between(500, true, 502))).containsEntry("evenOnes", MAY_MATCH);
        assertThat(numbers.atLeast(0L)).containsEntry("evenOnes", MUST_MATCH);
    }

    @Test
    public void testNanAndZero() {
        RangeFixture doubles = new RangeFixture("values", DOUBLE)
                .range("zeros", -0.0, 0.0)
                .range("zeroOrNan", 0.0, Double.NaN)
                .range("allNan", Double.NaN);
        assertThat(doubles.field("zeros", "values"))
                .as("-0.0 and 0.0 are one value")
                .isEqualTo(List.of(Key.ofDouble(0.0)));
        assertThat(doubles.equal(-0.0))
                .containsEntry("zeros", MUST_MATCH)
                .containsEntry("zeroOrNan", MAY_MATCH)
                .containsEntry("allNan", CANNOT_MATCH);
        assertThat(doubles.notEqual(0.0))
                .as("NaN <> 0 is true")
                .containsEntry("zeros", CANNOT_MATCH)
                .containsEntry("zeroOrNan", MAY_MATCH)
                .containsEntry("allNan", MAY_MATCH);
    }

    @Test
    public void testBudget() {
        RangeFixture text = new RangeFixture("values", VARCHAR, ImmutableMap.of("max_bytes", "100"))
                .range("short", Slices.utf8Slice("a"), Slices.utf8Slice("b"))
                .range("long", Slices.utf8Slice("a".repeat(100)));
        assertThat(text.equal(Slices.utf8Slice("c")))
                .as("what takes too many bytes has no summary")
                .containsEntry("short", CANNOT_MATCH)
                .containsEntry("long", MAY_MATCH);
    }

    @Test
    public void testOtherForms() {
        RangeFixture decimals = new RangeFixture("values", ScalarType.decimal(30, 0))
                .range("large", halves(1, -1), halves(1, 1), BigInteger.valueOf(-7));
        assertThat(decimals.equal(halves(1, 0))).containsEntry("large", CANNOT_MATCH);
        assertThat(decimals.anyOf(BigInteger.valueOf(-7), halves(1, 1), halves(1, -1)))
                .containsEntry("large", MUST_MATCH);
        RangeFixture chars = new RangeFixture("values", ScalarType.character(3))
                .range("withTab", Slices.utf8Slice("a"), Slices.utf8Slice("a\t"));
        assertThat(chars.equal(Slices.utf8Slice("b")))
                .as("the order of such values is not that of their bytes")
                .containsEntry("withTab", MAY_MATCH);
    }

    @Test
    public void testDescribe() {
        assertThat(NUMBERS.describe("oddOnes")).isEqualTo("{1, 3, 5}, 0 NULLs");
        assertThat(NUMBERS.describe("tooMany")).isEmpty();
        assertThat(new RangeFixture("values", BIGINT)
                        .range("many", LongStream.range(0, 30).boxed().toArray())
                        .describe("many"))
                .contains("18, 19, … 30 in all}");
        assertThat(List.of(NUMBERS.describe("allNulls"))).containsExactly("{}, 2 NULLs");
    }

    private static KeySet keys(LongStream values) {
        return KeySet.ofValues(BIGINT, values.mapToObj(Key::of).toList()).orElseThrow();
    }

    private static KeyRange between(long low, boolean lowInclusive, long beforeHigh) {
        return new KeyRange(Optional.of(Key.of(low)), lowInclusive, Optional.of(Key.of(beforeHigh)), false);
    }

    /** Returns the number of 128 bits that has these halves. */
    private static BigInteger halves(long high, long low) {
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(low)));
    }
}
