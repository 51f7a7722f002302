// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.io.BaseEncoding;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.LongStream;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.testng.annotations.Test;

public class TestBloomIndexType {
    private static final RangeFixture NUMBERS = new RangeFixture("bloom", BIGINT, ImmutableMap.of("above", "2"))
            .range("hundreds", LongStream.range(0, 500).mapToObj(i -> 100 * i).toArray())
            .range("few", 1L, 2L)
            .noStats("noStats", 5);

    @Test
    public void testLookup() {
        long wronglyKept = LongStream.range(0, 10_000)
                .map(i -> 100 * i + 50)
                .filter(i -> NUMBERS.equal(i).get("hundreds") == MAY_MATCH)
                .count();
        assertThat(wronglyKept)
                .as("of 10000 values that are not there, about 1 % are kept")
                .isBetween(10L, 300L);
        assertThat(LongStream.range(0, 500).filter(i -> NUMBERS.equal(100 * i).get("hundreds") != MAY_MATCH))
                .as("values that are there")
                .isEmpty();
        assertThat(NUMBERS.equal(50L))
                .as("two values are left to the index of values")
                .containsEntry("few", MAY_MATCH)
                .containsEntry("noStats", MAY_MATCH);
    }

    @Test
    public void testSets() {
        assertThat(NUMBERS.in(ValueSet.of(BIGINT, 151L, 152L))).containsEntry("hundreds", CANNOT_MATCH);
        assertThat(NUMBERS.in(ValueSet.of(BIGINT, 151L, 200L))).containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.in(ValueSet.ofRanges(Range.range(BIGINT, 141L, true, 145L, false))))
                .as("a few integers are looked up one by one")
                .containsEntry("hundreds", CANNOT_MATCH);
        assertThat(NUMBERS.in(ValueSet.ofRanges(Range.range(BIGINT, 199L, false, 201L, false))))
                .as("200 lies in between")
                .containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.in(ValueSet.ofRanges(Range.range(BIGINT, 1_000_001L, true, 1_000_900L, true))))
                .as("too many to look up")
                .containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.greaterThan(1_000_000L)).as("no end").containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.notEqual(0L)).containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.in(ValueSet.ofRanges(Range.range(BIGINT, Long.MIN_VALUE, true, Long.MAX_VALUE, true))))
                .as("so many that the count overflows")
                .containsEntry("hundreds", MAY_MATCH);
    }

    @Test
    public void testBudget() {
        Object[] values = LongStream.range(0, 1000).boxed().toArray();
        assertThat(filter(ImmutableMap.of(), values).length())
                .as("0.01 takes about 10 bits a value")
                .isBetween(1000, 1400);
        assertThat(filter(ImmutableMap.of("max_bytes", "600"), values).length())
                .as("less than wanted, but more than four bits a value")
                .isEqualTo(1 + 18 * 32);
        assertThat(filter(ImmutableMap.of("max_bytes", "400"), values))
                .as("fewer than four bits a value")
                .isNull();
        assertThat(filter(ImmutableMap.of("budget_percent", "0.01"), values))
                .as("a ten thousandth of a megabyte is too little")
                .isNull();
        assertThat(filter(ImmutableMap.of(), 1L, 2L, 3L).length())
                .as("one block")
                .isEqualTo(33);
        assertThat(filter(ImmutableMap.of(), new Object[] {null}))
                .as("no value")
                .isNull();
    }

    private static Slice filter(ImmutableMap<String, String> options, Object... values) {
        return (Slice) new RangeFixture("bloom", BIGINT, options)
                .range("range", values)
                .field("range", "filter");
    }

    @Test
    public void testOtherTypes() {
        RangeFixture doubles = new RangeFixture("bloom", DOUBLE).range("zeroOrNan", -0.0, Double.NaN, 3.5);
        assertThat(doubles.equal(0.0)).as("-0.0 = 0.0").containsEntry("zeroOrNan", MAY_MATCH);
        assertThat(doubles.equal(3.5)).containsEntry("zeroOrNan", MAY_MATCH);
        assertThat(doubles.equal(4.5)).containsEntry("zeroOrNan", CANNOT_MATCH);
        RangeFixture dates = new RangeFixture("bloom", DATE).range("days", 20_000L, 20_040L);
        assertThat(dates.in(ValueSet.ofRanges(Range.range(DATE, 20_001L, true, 20_007L, true))))
                .as("a week")
                .containsEntry("days", CANNOT_MATCH);
        RangeFixture decimals =
                new RangeFixture("bloom", DecimalType.createDecimalType(38, 0)).range("large", Int128.valueOf(7, 7));
        assertThat(decimals.equal(Int128.valueOf(7, 7))).containsEntry("large", MAY_MATCH);
        assertThat(decimals.equal(Int128.valueOf(7, 8))).containsEntry("large", CANNOT_MATCH);
        RangeFixture chars = new RangeFixture("bloom", CharType.createCharType(9))
                .range("names", Slices.utf8Slice("a"), Slices.utf8Slice("b\t"));
        assertThat(chars.equal(Slices.utf8Slice("a"))).containsEntry("names", MAY_MATCH);
        assertThat(chars.equal(Slices.utf8Slice("c"))).containsEntry("names", CANNOT_MATCH);
        RangeFixture text = new RangeFixture("bloom", VARCHAR).range("empty", Slices.EMPTY_SLICE, null);
        assertThat(text.equal(Slices.EMPTY_SLICE)).containsEntry("empty", MAY_MATCH);
        assertThat(text.equal(Slices.utf8Slice(" "))).as("not padded").containsEntry("empty", CANNOT_MATCH);
    }

    /** What was written once must be understood for ever: this filter must not change. */
    @Test
    public void testGoldenFilter() {
        assertThat(BaseEncoding.base16()
                        .lowerCase()
                        .encode(filter(ImmutableMap.of(), 1L, -1L, 1_000_000_007L)
                                .getBytes()))
                .isEqualTo("010010000a000840022000800200000212100000840400000c4000140000010044");
    }

    /** The filter is the one that Parquet specifies, hash and all. */
    @Test
    public void testSameAsParquet() throws IOException {
        Object[] values = LongStream.range(0, 300).map(i -> i * i * i).boxed().toArray();
        Slice filter = filter(ImmutableMap.of("max_bytes", "257"), values);
        assertThat(filter.length())
                .as("a power of two of blocks, as in Parquet")
                .isEqualTo(257);
        BlockSplitBloomFilter parquet = new BlockSplitBloomFilter(256);
        for (Object value : values) {
            parquet.insertHash(parquet.hash((long) value));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        parquet.writeTo(bytes);
        assertThat(filter.getBytes(1, 256)).isEqualTo(bytes.toByteArray());
    }
}
