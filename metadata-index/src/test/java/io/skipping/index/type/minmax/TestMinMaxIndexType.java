// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.predicate.Verdict.MUST_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues.Picos;
import io.skipping.index.value.ScalarType;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestMinMaxIndexType {
    private static final RangeFixture NUMBERS = new RangeFixture("minmax", BIGINT)
            .range("tenToTwenty", 10L, 15L, 20L)
            .range("someNulls", 10L, null, 20L)
            .range("allNulls", null, null)
            .range("extremes", Long.MIN_VALUE, Long.MAX_VALUE)
            .range("noRows")
            .noStats("noStats", 5);

    @Test
    public void testNumbers() {
        assertThat(NUMBERS.equal(21L))
                .as("21 is beyond the maximum of 20; the extremes enclose it; nothing is known without statistics")
                .containsEntry("tenToTwenty", CANNOT_MATCH)
                .containsEntry("someNulls", CANNOT_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH)
                .containsEntry("extremes", MAY_MATCH)
                .containsEntry("noRows", CANNOT_MATCH)
                .containsEntry("noStats", MAY_MATCH);
        assertThat(NUMBERS.lessThan(10L)).as("10 < 10 is false").containsEntry("tenToTwenty", CANNOT_MATCH);
        assertThat(NUMBERS.lessThan(11L)).as("10 < 11").containsEntry("tenToTwenty", MAY_MATCH);
        assertThat(NUMBERS.atLeast(20L)).as("20 >= 20").containsEntry("tenToTwenty", MAY_MATCH);
        assertThat(NUMBERS.greaterThan(20L)).as("20 > 20 is false").containsEntry("tenToTwenty", CANNOT_MATCH);
        assertThat(NUMBERS.atLeast(10L))
                .as("all values are at least 10, but a NULL is not")
                .containsEntry("tenToTwenty", MUST_MATCH)
                .containsEntry("someNulls", MAY_MATCH)
                .containsEntry("noStats", MAY_MATCH);
        assertThat(NUMBERS.greaterThan(Long.MAX_VALUE))
                .as("nothing is greater than the greatest number")
                .containsEntry("extremes", CANNOT_MATCH)
                .containsEntry("noStats", MAY_MATCH);
        assertThat(NUMBERS.greaterThan(9L))
                .as("> 9 holds of every integer from 10 on")
                .containsEntry("tenToTwenty", MUST_MATCH);
    }

    @Test
    public void testNulls() {
        assertThat(NUMBERS.isNull())
                .containsEntry("tenToTwenty", CANNOT_MATCH)
                .containsEntry("someNulls", MAY_MATCH)
                .containsEntry("allNulls", MUST_MATCH)
                .containsEntry("noStats", MAY_MATCH);
        assertThat(NUMBERS.isNotNull())
                .containsEntry("tenToTwenty", MUST_MATCH)
                .containsEntry("someNulls", MAY_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH)
                .containsEntry("extremes", MUST_MATCH)
                .containsEntry("noStats", MAY_MATCH);
    }

    @Test
    public void testLists() {
        KeySet thousands = keys(LongStream.range(0, 100_000).map(i -> 1000 * i));
        assertThat(NUMBERS.in(thousands))
                .as("none of 100000 values lies between 10 and 20")
                .containsEntry("tenToTwenty", CANNOT_MATCH)
                .containsEntry("extremes", MAY_MATCH);
        assertThat(NUMBERS.in(keys(LongStream.rangeClosed(10, 20))))
                .as("neighbouring integers leave no gap between them")
                .containsEntry("tenToTwenty", MUST_MATCH)
                .containsEntry("someNulls", MAY_MATCH);
        assertThat(NUMBERS.in(keys(LongStream.rangeClosed(10, 20).filter(i -> i != 15))))
                .as("the gap at 15 may be a value")
                .containsEntry("tenToTwenty", MAY_MATCH);
    }

    @Test
    public void testOtherTypeOrLeaf() {
        assertThat(NUMBERS.in(KeySet.ofValues(INTEGER, List.of(Key.of(99))).orElseThrow()))
                .as("a set of another type says nothing")
                .containsEntry("tenToTwenty", MAY_MATCH);
        assertThat(NUMBERS.evaluate(new UserLeaf())).as("a leaf of a user").containsEntry("tenToTwenty", MAY_MATCH);
    }

    private static final class UserLeaf implements Predicate.Leaf {
        @Override
        public Set<IndexedColumn> columns() {
            return Set.of(NUMBERS.column());
        }
    }

    @Test
    public void testNan() {
        RangeFixture doubles = new RangeFixture("minmax", DOUBLE)
                .range("oneToTwo", 1.0, 2.0)
                .range("someNan", 1.0, Double.NaN, 2.0)
                .range("allNan", Double.NaN, Double.NaN)
                .range("fives", 5.0, 5.0)
                .range("fiveOrNan", 5.0, Double.NaN)
                .range("infinite", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                .range("allNulls", null, null);
        assertThat(doubles.field("someNan", "min")).as("a NaN is in no bound").isEqualTo(Key.ofDouble(1.0));
        assertThat(doubles.field("someNan", "max")).isEqualTo(Key.ofDouble(2.0));
        assertThat(doubles.field("someNan", "has_nan")).isEqualTo(Key.of(true));
        assertThat(doubles.field("allNan", "min")).isNull();
        assertThat(doubles.greaterThan(3.0))
                .as("NaN > 3 is false")
                .containsEntry("oneToTwo", CANNOT_MATCH)
                .containsEntry("someNan", CANNOT_MATCH)
                .containsEntry("allNan", CANNOT_MATCH)
                .containsEntry("infinite", MAY_MATCH);
        assertThat(doubles.notEqual(5.0))
                .as("NaN <> 5 is true")
                .containsEntry("fives", CANNOT_MATCH)
                .containsEntry("fiveOrNan", MAY_MATCH)
                .containsEntry("allNan", MAY_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH);
        assertThat(doubles.lessThan(3.0))
                .as("NaN < 3 is false, so not every row matches")
                .containsEntry("oneToTwo", MUST_MATCH)
                .containsEntry("someNan", MAY_MATCH);
        assertThat(doubles.in(KeyRange.between(
                        Key.ofDouble(Double.NEGATIVE_INFINITY), Key.ofDouble(Double.POSITIVE_INFINITY))))
                .as("between the infinities lies every number but NaN")
                .containsEntry("infinite", MUST_MATCH)
                .containsEntry("someNan", MAY_MATCH)
                .containsEntry("allNan", CANNOT_MATCH);
        assertThat(doubles.isNotNull())
                .as("a NaN is not NULL, but a set of all values may stand for comparisons that it fails")
                .containsEntry("allNan", MAY_MATCH)
                .containsEntry("oneToTwo", MUST_MATCH);
    }

    @Test
    public void testSignedZero() {
        RangeFixture doubles = new RangeFixture("minmax", DOUBLE)
                .range("negativeZero", -0.0)
                .range("positiveZero", 0.0)
                .range("fromNegativeZero", -0.0, 1.0)
                .range("toNegativeZero", -1.0, -0.0);
        for (double zero : new double[] {0.0, -0.0}) {
            assertThat(doubles.equal(zero))
                    .as("-0.0 = 0.0")
                    .containsEntry("negativeZero", MUST_MATCH)
                    .containsEntry("positiveZero", MUST_MATCH)
                    .containsEntry("fromNegativeZero", MAY_MATCH)
                    .containsEntry("toNegativeZero", MAY_MATCH);
            assertThat(doubles.lessThan(zero))
                    .as("-0.0 < 0.0 is false")
                    .containsEntry("negativeZero", CANNOT_MATCH)
                    .containsEntry("fromNegativeZero", CANNOT_MATCH)
                    .containsEntry("toNegativeZero", MAY_MATCH);
            assertThat(doubles.greaterThan(zero))
                    .as("0.0 > -0.0 is false")
                    .containsEntry("positiveZero", CANNOT_MATCH)
                    .containsEntry("toNegativeZero", CANNOT_MATCH);
        }
    }

    @Test
    public void testTheSignOfAZeroIsNotKept() {
        RangeFixture doubles = new RangeFixture("minmax", DOUBLE)
                .range("negativeZero", -0.0)
                .range("positiveZero", 0.0)
                .range("fromNegativeZero", 1.0, -0.0, Double.NaN)
                .range("toNegativeZero", Double.NaN, -0.0, -1.0)
                .range("zeroWithin", -1.0, -0.0, 1.0);
        assertThat(doubles.field("negativeZero", "min_exact")).isEqualTo(Key.of(false));
        assertThat(doubles.field("negativeZero", "max_exact")).isEqualTo(Key.of(false));
        assertThat(doubles.field("positiveZero", "min_exact")).isEqualTo(Key.of(true));
        assertThat(doubles.field("fromNegativeZero", "min_exact")).isEqualTo(Key.of(false));
        assertThat(doubles.field("fromNegativeZero", "max_exact")).isEqualTo(Key.of(true));
        assertThat(doubles.field("toNegativeZero", "min_exact")).isEqualTo(Key.of(true));
        assertThat(doubles.field("toNegativeZero", "max_exact")).isEqualTo(Key.of(false));
        assertThat(doubles.field("zeroWithin", "min_exact")).isEqualTo(Key.of(true));
        assertThat(doubles.field("zeroWithin", "max_exact")).isEqualTo(Key.of(true));
        RangeFixture reals = new RangeFixture("minmax", REAL).range("negativeZero", -0.0f, 1f);
        assertThat(reals.field("negativeZero", "min_exact")).isEqualTo(Key.of(false));
        assertThat(reals.field("negativeZero", "max_exact")).isEqualTo(Key.of(true));
    }

    @Test
    public void testReal() {
        RangeFixture reals = new RangeFixture("minmax", REAL)
                .range("negative", -2.5f, -1.5f)
                .range("aroundZero", -0.0f, Float.MIN_VALUE)
                .range("someNan", Float.NaN, 7f);
        assertThat(reals.greaterThan(-1.5f)).containsEntry("negative", CANNOT_MATCH);
        assertThat(reals.lessThan(-2f)).containsEntry("negative", MAY_MATCH);
        assertThat(reals.equal(0f)).containsEntry("aroundZero", MAY_MATCH).containsEntry("negative", CANNOT_MATCH);
        assertThat(reals.equal(7f)).containsEntry("someNan", MAY_MATCH);
        assertThat(reals.equal(8f)).containsEntry("someNan", CANNOT_MATCH);
    }

    @Test
    public void testDecimals() {
        ScalarType type = ScalarType.decimal(38, 2);
        RangeFixture decimals = new RangeFixture("minmax", type)
                .range("aroundTwoTo64", halves(0, -1), halves(1, 1))
                .range("negative", BigInteger.valueOf(-5), BigInteger.valueOf(-3));
        assertThat(decimals.equal(halves(1, 0))).containsEntry("aroundTwoTo64", MAY_MATCH);
        assertThat(decimals.equal(halves(1, 2)))
                .as("the lower halves are unsigned")
                .containsEntry("aroundTwoTo64", CANNOT_MATCH);
        assertThat(decimals.lessThan(halves(0, -1))).containsEntry("aroundTwoTo64", CANNOT_MATCH);
        assertThat(decimals.lessThan(BigInteger.valueOf(0)))
                .containsEntry("negative", MUST_MATCH)
                .containsEntry("aroundTwoTo64", CANNOT_MATCH);
    }

    @Test
    public void testLongTimestamps() {
        ScalarType type = ScalarType.timestamp(9);
        RangeFixture timestamps =
                new RangeFixture("minmax", type).range("oneMicro", new Picos(7, 1000), new Picos(7, 5000));
        assertThat(timestamps.equal(new Picos(7, 6000)))
                .as("the same microsecond, but later")
                .containsEntry("oneMicro", CANNOT_MATCH);
        assertThat(timestamps.equal(new Picos(7, 2000))).containsEntry("oneMicro", MAY_MATCH);
        assertThat(timestamps.atLeast(new Picos(7, 1000))).containsEntry("oneMicro", MUST_MATCH);
        assertThat(timestamps.greaterThan(new Picos(7, 1000))).containsEntry("oneMicro", MAY_MATCH);
    }

    @Test
    public void testText() {
        RangeFixture text = new RangeFixture("minmax", VARCHAR)
                .range("empty", Slices.EMPTY_SLICE)
                .range("emptyOrNull", Slices.EMPTY_SLICE, null)
                .range("allNulls", new Object[] {null})
                .range("beyondBasicPlane", utf8("😀"))
                .range("privateUse", utf8("\uffff"));
        assertThat(text.equal(Slices.EMPTY_SLICE))
                .as("the empty text is a value, and NULL is none")
                .containsEntry("empty", MUST_MATCH)
                .containsEntry("emptyOrNull", MAY_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH);
        assertThat(text.greaterThan(utf8("\uffff")))
                .as("supplementary characters come after the basic plane, unlike in UTF-16")
                .containsEntry("beyondBasicPlane", MUST_MATCH)
                .containsEntry("privateUse", CANNOT_MATCH);
    }

    @Test
    public void testTruncatedText() {
        RangeFixture text = new RangeFixture("minmax", VARCHAR, ImmutableMap.of("truncate", "4"))
                .range("long", utf8("abcdef"), utf8("abcxyz"))
                .range("wide", utf8("aa日日"))
                .range("last", utf8("\udbff\udfff\udbff\udfff"))
                .range("beforeSurrogates", utf8("\ud7ff!!"))
                .range("notUtf8", Slices.wrappedBuffer((byte) 'a', (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff));
        assertThat(text.field("long", "min")).as("cut").isEqualTo(Key.of(utf8("abcd")));
        assertThat(text.field("long", "max")).as("cut and rounded up").isEqualTo(Key.of(utf8("abcy")));
        assertThat(text.field("long", "min_exact")).isEqualTo(Key.of(false));
        assertThat(text.field("long", "max_exact")).isEqualTo(Key.of(false));
        assertThat(text.field("wide", "min")).as("cut between code points").isEqualTo(Key.of(utf8("aa")));
        assertThat(text.field("wide", "max")).isEqualTo(Key.of(utf8("ab")));
        assertThat(text.field("last", "max"))
                .as("nothing comes after the last code point")
                .isNull();
        assertThat(text.field("beforeSurrogates", "max"))
                .as("U+D7FF! becomes U+D7FF followed by the next of '!'")
                .isEqualTo(Key.of(utf8("\ud7ff\"")));
        assertThat(text.field("notUtf8", "max"))
                .as("the last byte that is a code point is rounded up")
                .isEqualTo(Key.of(utf8("b")));
        assertThat(text.equal(utf8("abcxyz"))).as("a value of the range").containsEntry("long", MAY_MATCH);
        assertThat(text.equal(utf8("abcz"))).containsEntry("long", CANNOT_MATCH);
        assertThat(text.equal(utf8("\udbff\udfff\udbff\udfff"))).containsEntry("last", MAY_MATCH);
        assertThat(text.lessThan(utf8("b")))
                .as("bounds need not be exact to prove")
                .containsEntry("long", MUST_MATCH);
    }

    @Test
    public void testRoundedOverSurrogates() {
        RangeFixture text = new RangeFixture("minmax", VARCHAR, ImmutableMap.of("truncate", "3"))
                .range("beforeSurrogates", utf8("\ud7ff!"));
        assertThat(text.field("beforeSurrogates", "max")).isEqualTo(Key.of(utf8("\ue000")));
    }

    @Test
    public void testVarbinary() {
        RangeFixture bytes = new RangeFixture("minmax", VARBINARY, ImmutableMap.of("truncate", "2"))
                .range("carry", Slices.wrappedBuffer((byte) 1, (byte) 0xff, (byte) 7))
                .range("last", Slices.wrappedBuffer((byte) 0xff, (byte) 0xff, (byte) 0));
        assertThat(bytes.field("carry", "max")).isEqualTo(Key.of(Slices.wrappedBuffer((byte) 2)));
        assertThat(bytes.field("last", "max")).isNull();
        assertThat(bytes.greaterThan(Slices.wrappedBuffer((byte) 0xff, (byte) 0xff, (byte) 0xff)))
                .as("bytes are unsigned; without an upper bound nothing is too large")
                .containsEntry("carry", CANNOT_MATCH)
                .containsEntry("last", MAY_MATCH);
    }

    @Test
    public void testChar() {
        RangeFixture chars = new RangeFixture("minmax", ScalarType.character(5))
                .range("plain", utf8("a"), utf8("b"))
                .range("withTab", utf8("a"), utf8("a\t"));
        assertThat(chars.field("withTab", "min"))
                .as("'a\\t' < 'a', which no order of bytes says")
                .isNull();
        assertThat(chars.lessThan(utf8("a")))
                .containsEntry("plain", CANNOT_MATCH)
                .containsEntry("withTab", MAY_MATCH);
        assertThat(chars.lessThan(Slices.EMPTY_SLICE))
                .as("a tab is less than the padding of the empty text")
                .containsEntry("withTab", MAY_MATCH);
        assertThat(KeySet.of(chars.type(), List.of(KeyRange.lessThan(Key.of("a\n")))))
                .as("of such a bound nothing is said")
                .isEmpty();
        assertThat(chars.equal(utf8("c"))).containsEntry("plain", CANNOT_MATCH);
    }

    @Test
    public void testFooters() {
        RangeFixture numbers = new RangeFixture("minmax", BIGINT)
                .footer("complete", new FooterStatistics(10, 0, Optional.of(Key.of(3)), Optional.of(Key.of(5))))
                .footer("allNulls", new FooterStatistics(10, 10, Optional.empty(), Optional.empty()))
                .footer("noBounds", new FooterStatistics(10, 0, Optional.empty(), Optional.empty()))
                .footer("crossed", new FooterStatistics(10, 0, Optional.of(Key.of(5)), Optional.of(Key.of(3))));
        assertThat(numbers.atLeast(3L))
                .containsEntry("complete", MUST_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH)
                .containsEntry("noBounds", MAY_MATCH)
                .containsEntry("crossed", MAY_MATCH);

        RangeFixture doubles = new RangeFixture("minmax", DOUBLE, Map.of("nans", "unknown"))
                .footer(
                        "silentOnNan",
                        new FooterStatistics(10, 0, Optional.of(Key.ofDouble(3.0)), Optional.of(Key.ofDouble(5.0))))
                .footer(
                        "nanAsBound",
                        new FooterStatistics(
                                10, 0, Optional.of(Key.ofDouble(3.0)), Optional.of(Key.ofDouble(Double.NaN))));
        assertThat(doubles.atLeast(3.0))
                .as("footers do not say whether there are NaNs")
                .containsEntry("silentOnNan", MAY_MATCH)
                .containsEntry("nanAsBound", MAY_MATCH);
        assertThat(doubles.atLeast(6.0))
                .as("a NaN is not at least 6")
                .containsEntry("silentOnNan", CANNOT_MATCH)
                .containsEntry("nanAsBound", MAY_MATCH);

        RangeFixture read = new RangeFixture("minmax", DOUBLE)
                .footer(
                        "silentOnNan",
                        new FooterStatistics(10, 0, Optional.of(Key.ofDouble(3.0)), Optional.of(Key.ofDouble(5.0))))
                .footer("allNulls", new FooterStatistics(10, 10, Optional.empty(), Optional.empty()));
        assertThat(read.atLeast(6.0))
                .as("the column is to be read, unless there can be no NaN")
                .containsEntry("silentOnNan", MAY_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH);
        assertThat(read.field("allNulls", "has_nan")).isEqualTo(Key.of(false));

        RangeFixture chars = new RangeFixture("minmax", ScalarType.character(5))
                .footer("anything", new FooterStatistics(10, 0, Optional.of(Key.of("a")), Optional.of(Key.of("b"))));
        assertThat(chars.equal(utf8("c")))
                .as("values between the bounds may hold control characters")
                .containsEntry("anything", MAY_MATCH);

        RangeFixture text = new RangeFixture("minmax", VARCHAR)
                .footer("maybeCut", new FooterStatistics(10, 0, Optional.of(Key.of("a")), Optional.of(Key.of("b"))));
        assertThat(text.field("maybeCut", "min_exact")).isEqualTo(Key.of(false));
        assertThat(text.equal(utf8("c"))).containsEntry("maybeCut", CANNOT_MATCH);
    }

    @Test
    public void testOptions() {
        MinMaxIndexType type = new MinMaxIndexType();
        type.check(List.of(DOUBLE), Map.of("nans", " Unknown", "truncate", "3"));
        type.check(List.of(DOUBLE), Map.of("nans", "known"));
        assertThatThrownBy(() -> type.check(List.of(DOUBLE), Map.of("nans", "counted")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Option nans of an index of type minmax must be known or unknown, not 'counted'");
    }

    @Test
    public void testDescribe() {
        assertThat(NUMBERS.describe("someNulls")).isEqualTo("[10, 20], 1 NULL");
        assertThat(NUMBERS.describe("allNulls")).isEqualTo("no value, 2 NULLs");
        assertThat(NUMBERS.describe("noStats")).isEmpty();
    }

    private static Slice utf8(String text) {
        return Slices.utf8Slice(text);
    }

    private static KeySet keys(LongStream values) {
        return KeySet.ofValues(BIGINT, values.mapToObj(Key::of).toList()).orElseThrow();
    }

    /** Returns the number of 128 bits that has these halves. */
    private static BigInteger halves(long high, long low) {
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(low)));
    }
}
