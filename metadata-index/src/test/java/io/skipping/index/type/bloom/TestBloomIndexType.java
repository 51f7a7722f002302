// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.io.BaseEncoding;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.type.RangeFixture;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyHash;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        assertThat(NUMBERS.anyOf(151L, 152L)).containsEntry("hundreds", CANNOT_MATCH);
        assertThat(NUMBERS.anyOf(151L, 200L)).containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.in(between(141, true, 145, false)))
                .as("a few integers are looked up one by one")
                .containsEntry("hundreds", CANNOT_MATCH);
        assertThat(NUMBERS.in(between(199, false, 201, false)))
                .as("200 lies in between")
                .containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.in(between(1_000_001, true, 1_000_900, true)))
                .as("too many to look up")
                .containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.greaterThan(1_000_000L)).as("no end").containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.notEqual(0L)).containsEntry("hundreds", MAY_MATCH);
        assertThat(NUMBERS.in(between(Long.MIN_VALUE, true, Long.MAX_VALUE, true)))
                .as("so many that the count overflows")
                .containsEntry("hundreds", MAY_MATCH);
    }

    private static KeyRange between(long low, boolean lowInclusive, long high, boolean highInclusive) {
        return new KeyRange(Optional.of(Key.of(low)), lowInclusive, Optional.of(Key.of(high)), highInclusive);
    }

    @Test
    public void testBudget() {
        Object[] values = LongStream.range(0, 1000).boxed().toArray();
        assertThat(filter(ImmutableMap.of(), values).length())
                .as("0.01 takes about 10 bits a value")
                .isBetween(1100, 1300);
        assertThat(filter(ImmutableMap.of("max_bytes", "600"), values).length())
                .as("less than wanted, but more than four bits a value")
                .isEqualTo(600);
        assertThat(filter(ImmutableMap.of("max_bytes", "400"), values))
                .as("fewer than four bits a value")
                .isNull();
        assertThat(filter(ImmutableMap.of("budget_percent", "0.01"), values))
                .as("a ten thousandth of a megabyte is too little")
                .isNull();
        assertThat(filter(ImmutableMap.of(), 1L, 2L, 3L).length())
                .as("as many bytes as it takes")
                .isEqualTo(6 + 4);
        assertThat(filter(ImmutableMap.of(), new Object[] {null}))
                .as("no value")
                .isNull();
    }

    private static Slice filter(ImmutableMap<String, String> options, Object... values) {
        Object filter = new RangeFixture("bloom", BIGINT, options)
                .range("range", values)
                .field("range", "filter");
        return filter == null ? null : ((Key) filter).asBytes();
    }

    @Test
    public void testOtherTypes() {
        RangeFixture doubles = new RangeFixture("bloom", DOUBLE).range("zeroOrNan", -0.0, Double.NaN, 3.5);
        assertThat(doubles.equal(0.0)).as("-0.0 = 0.0").containsEntry("zeroOrNan", MAY_MATCH);
        assertThat(doubles.equal(3.5)).containsEntry("zeroOrNan", MAY_MATCH);
        assertThat(doubles.equal(4.5)).containsEntry("zeroOrNan", CANNOT_MATCH);
        RangeFixture dates = new RangeFixture("bloom", DATE).range("days", 20_000L, 20_040L);
        assertThat(dates.in(between(20_001, true, 20_007, true))).as("a week").containsEntry("days", CANNOT_MATCH);
        RangeFixture decimals = new RangeFixture("bloom", ScalarType.decimal(38, 0)).range("large", int128(7, 7));
        assertThat(decimals.equal(int128(7, 7))).containsEntry("large", MAY_MATCH);
        assertThat(decimals.equal(int128(7, 8))).containsEntry("large", CANNOT_MATCH);
        RangeFixture chars = new RangeFixture("bloom", ScalarType.character(9))
                .range("names", Slices.utf8Slice("a"), Slices.utf8Slice("b\t"));
        assertThat(chars.equal(Slices.utf8Slice("a"))).containsEntry("names", MAY_MATCH);
        assertThat(chars.equal(Slices.utf8Slice("c"))).containsEntry("names", CANNOT_MATCH);
        RangeFixture text = new RangeFixture("bloom", VARCHAR).range("empty", Slices.EMPTY_SLICE, null);
        assertThat(text.equal(Slices.EMPTY_SLICE)).containsEntry("empty", MAY_MATCH);
        assertThat(text.equal(Slices.utf8Slice(" "))).as("not padded").containsEntry("empty", CANNOT_MATCH);
    }

    private static BigInteger int128(long high, long low) {
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(BigInteger.valueOf(low));
    }

    /** However the values of a range come, the filter is the same, and it has the hash of each. */
    @Test
    public void testShapesOfVectors() {
        Map<ScalarType, List<Object>> values = Map.of(
                BIGINT,
                Arrays.asList(7L, null, 7L, 7L, -3L, 0L, 7L),
                DOUBLE,
                Arrays.asList(-0.0, 0.0, Double.NaN, null, 2.5, 2.5),
                ScalarType.decimal(38, 2),
                Arrays.asList(int128(1, 2), int128(0, 2), null, int128(1, 2)),
                ScalarType.timestamp(9),
                Arrays.asList(new PlainValues.Picos(5, 1), new PlainValues.Picos(5, 0)),
                VARCHAR,
                Arrays.asList("b", "", null, "b", "a"),
                VARBINARY,
                Arrays.asList("x", "x", "x"));
        values.forEach((type, rows) -> {
            List<Object> filters = new ArrayList<>();
            for (ValueVector vector : Vectors.inAllShapes(type, rows)) {
                filters.add(new RangeFixture("bloom", type)
                        .batches("range", List.of(vector))
                        .field("range", "filter"));
            }
            assertThat(filters).as("%s", type).doesNotContainNull();
            assertThat(filters.stream().distinct()).as("%s", type).hasSize(1);
            RangeFixture range = new RangeFixture("bloom", type).range("range", rows.toArray());
            for (Object row : rows) {
                if (row != null && !row.equals(Double.NaN)) {
                    assertThat(range.equal(row)).as("%s %s", type, row).containsEntry("range", MAY_MATCH);
                }
            }
        });
    }

    /** One in a hundred others, and not the same ones in every filter. */
    @Test
    public void testFalsePositives() {
        LongStream others = LongStream.range(1_000_000, 1_010_000);
        List<Slice> filters = IntStream.range(0, 8)
                .mapToObj(i -> filter(
                        ImmutableMap.of(),
                        LongStream.rangeClosed(0, 1000 + i).boxed().toArray()))
                .toList();
        Map<Long, Long> wrong = others.boxed()
                .collect(Collectors.toMap(
                        other -> other,
                        other -> filters.stream()
                                .filter(filter ->
                                        BloomFilter.mayContain(filter, 0, filter.length(), KeyHash.hash(other)))
                                .count()));
        assertThat(wrong.values().stream().mapToLong(Long::longValue).sum() / 80_000.0)
                .isBetween(0.005, 0.015);
        assertThat(wrong.values().stream().filter(count -> count > 3))
                .as("values that half of the filters take for one of theirs, since these are nearly the same")
                .isEmpty();
    }

    /** What was written once must be understood for ever: these filters must not change. */
    @Test
    public void testGoldenFilter() {
        assertThat(BaseEncoding.base16()
                        .lowerCase()
                        .encode(filter(ImmutableMap.of(), 1L, -1L, 1_000_000_007L)
                                .getBytes()))
                .isEqualTo("0207ad7962ea338e34cd");
        Slice version1 = Slices.wrappedBuffer(BaseEncoding.base16()
                .lowerCase()
                .decode("010010000a000840022000800200000212100000840400000c4000140000010044"));
        assertThat(BlockedBloomFilter.isFilter(version1, 0, version1.length())).isTrue();
        for (long value : new long[] {1, -1, 1_000_000_007}) {
            assertThat(BlockedBloomFilter.mayContain(version1, 0, version1.length(), KeyHash.hash(value)))
                    .isTrue();
        }
        for (long value : new long[] {2, -2, 1_000_000_008}) {
            assertThat(BlockedBloomFilter.mayContain(version1, 0, version1.length(), KeyHash.hash(value)))
                    .isFalse();
        }
    }

    /** What is kept of filters of both versions decides, and of others nothing does. */
    @Test
    public void testVersions() {
        Slice version2 = BloomFilter.create(10, new long[] {KeyHash.hash(1)});
        Slice version1 = Slices.allocate(33);
        version1.setByte(0, 1);
        Slice version3 = Slices.allocate(33);
        version3.setByte(0, 3);
        BloomFilters filters = new BloomFilters(
                (BytesColumn) PlainValues.column(VARBINARY, version2, version1, version3, Slices.EMPTY_SLICE, null));
        assertThat(IntStream.range(0, 5).mapToObj(filters::isPresent)).containsExactly(true, true, false, false, false);
        assertThat(filters.mayContain(0, KeyHash.hash(1))).isTrue();
        assertThat(filters.mayContain(0, KeyHash.hash(2))).isFalse();
        assertThat(filters.mayContain(1, KeyHash.hash(1)))
                .as("nothing is in it")
                .isFalse();
    }

    /** Filters of version 1 are those that Parquet specifies, hash and all. */
    @Test
    public void testSameAsParquet() throws IOException {
        BlockSplitBloomFilter parquet = new BlockSplitBloomFilter(256);
        LongStream.range(0, 300).forEach(i -> parquet.insertHash(parquet.hash(i * i * i)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(1);
        parquet.writeTo(bytes);
        Slice filter = Slices.wrappedBuffer(bytes.toByteArray());
        for (long value = -5_000; value < 5_000; value++) {
            assertThat(BlockedBloomFilter.mayContain(filter, 0, filter.length(), KeyHash.hash(value)))
                    .isEqualTo(parquet.findHash(parquet.hash(value)));
        }
    }
}
