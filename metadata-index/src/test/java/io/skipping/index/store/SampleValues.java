// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static io.airlift.slice.Slices.utf8Slice;
import static io.airlift.slice.Slices.wrappedBuffer;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.CharType.createCharType;
import static io.trino.spi.type.DateTimeEncoding.packDateTimeWithZone;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TimeType.TIME_PICOS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MILLIS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_NANOS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_PICOS;
import static io.trino.spi.type.TimestampType.TIMESTAMP_SECONDS;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.TinyintType.TINYINT;
import static io.trino.spi.type.TypeUtils.writeNativeValue;
import static io.trino.spi.type.VarbinaryType.VARBINARY;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.spi.type.VarcharType.createVarcharType;
import static java.lang.Float.floatToIntBits;
import static java.util.Arrays.asList;
import static java.util.Collections.nCopies;
import static java.util.Collections.singletonList;

import io.skipping.index.type.SummaryField;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values of every type that a summary may hold, odd ones among them. */
public final class SampleValues {
    private SampleValues() {}

    /** @param values native values of the type, NULLs among them */
    private record Sample(Type type, List<Object> values) {}

    private static List<Sample> scalars() {
        return List.of(
                new Sample(BOOLEAN, asList(true, null, false)),
                new Sample(TINYINT, asList((long) Byte.MIN_VALUE, null, (long) Byte.MAX_VALUE)),
                new Sample(SMALLINT, asList((long) Short.MIN_VALUE, null, (long) Short.MAX_VALUE)),
                new Sample(INTEGER, asList((long) Integer.MIN_VALUE, null, (long) Integer.MAX_VALUE)),
                new Sample(BIGINT, asList(Long.MIN_VALUE, null, Long.MAX_VALUE, 0L)),
                new Sample(
                        REAL,
                        asList(
                                (long) floatToIntBits(-0.0f),
                                null,
                                (long) floatToIntBits(Float.NaN),
                                (long) floatToIntBits(Float.MIN_VALUE),
                                (long) floatToIntBits(Float.NEGATIVE_INFINITY))),
                new Sample(
                        DOUBLE,
                        asList(-0.0, 0.0, null, Double.NaN, Double.MIN_VALUE, Double.POSITIVE_INFINITY, 0.1, -1e300)),
                new Sample(DATE, asList(-719_528L, null, 20_000L)),
                new Sample(createDecimalType(5, 2), asList(-99_999L, null, 99_999L)),
                new Sample(createDecimalType(18, 18), asList(-999_999_999_999_999_999L, null, 1L)),
                new Sample(
                        createDecimalType(38, 10),
                        asList(
                                Int128.valueOf("-99999999999999999999999999999999999999"),
                                null,
                                Int128.valueOf("99999999999999999999999999999999999999"),
                                Int128.ZERO)),
                new Sample(
                        VARCHAR,
                        asList(utf8Slice(""), null, utf8Slice("grüße 🌍 \u0000 end "), utf8Slice("x".repeat(5000)))),
                new Sample(createVarcharType(3), asList(utf8Slice("abc"), null, utf8Slice("äöü"))),
                new Sample(createCharType(4), asList(utf8Slice("ab"), null, utf8Slice("wxyz"), utf8Slice(""))),
                new Sample(VARBINARY, asList(wrappedBuffer((byte) 0, (byte) -1, (byte) 'a'), null, wrappedBuffer())),
                new Sample(TIMESTAMP_SECONDS, asList(-62_135_596_800_000_000L, null, 1_000_000L)),
                new Sample(TIMESTAMP_MILLIS, asList(-1_000L, null, 253_402_300_799_999_000L)),
                new Sample(TIMESTAMP_MICROS, asList(-1L, null, 253_402_300_799_999_999L)),
                new Sample(
                        TIMESTAMP_NANOS,
                        asList(
                                new LongTimestamp(-1, 999_000),
                                null,
                                new LongTimestamp(-62_135_596_800_000_000L, 1_000),
                                new LongTimestamp(253_402_300_799_999_999L, 999_000))),
                new Sample(
                        TIMESTAMP_PICOS,
                        asList(
                                new LongTimestamp(-1, 999_999),
                                null,
                                new LongTimestamp(Long.MIN_VALUE, 1),
                                new LongTimestamp(Long.MAX_VALUE, 999_999),
                                new LongTimestamp(0, 0))),
                new Sample(TIME_PICOS, asList(0L, null, 86_399_999_999_999_999L)),
                new Sample(
                        TIMESTAMP_TZ_MILLIS,
                        asList(
                                packDateTimeWithZone(-1, TimeZoneKey.UTC_KEY),
                                null,
                                packDateTimeWithZone(1_700_000_000_000L, TimeZoneKey.getTimeZoneKeyForOffset(-330)))));
    }

    private static Sample arrayOf(Sample element) {
        Type type = new ArrayType(element.type());
        List<Object> values = new ArrayList<>();
        values.add(array(element.type(), List.of()));
        values.add(null);
        values.add(array(element.type(), element.values()));
        values.add(array(element.type(), nCopies(3, null)));
        values.add(array(element.type(), element.values().subList(0, 1)));
        return new Sample(type, values);
    }

    private static Block array(Type element, List<Object> values) {
        BlockBuilder builder = element.createBlockBuilder(null, values.size());
        values.forEach(value -> writeNativeValue(element, builder, value));
        return builder.build();
    }

    private static List<Sample> all() {
        return Stream.concat(scalars().stream(), scalars().stream().map(SampleValues::arrayOf))
                .toList();
    }

    /** One field for each type. */
    public static List<SummaryField> fields() {
        List<Sample> samples = all();
        return IntStream.range(0, samples.size())
                .mapToObj(number ->
                        new SummaryField("field" + number, samples.get(number).type()))
                .toList();
    }

    /** Rows of all fields, one block of one position each; the last row is all NULL. */
    public static List<List<Block>> rows() {
        List<Sample> samples = all();
        int longest = samples.stream()
                .mapToInt(sample -> sample.values().size())
                .max()
                .orElseThrow();
        List<List<Block>> rows = new ArrayList<>();
        for (int row = 0; row <= longest; row++) {
            List<Block> blocks = new ArrayList<>();
            for (Sample sample : samples) {
                Object value = row < sample.values().size() ? sample.values().get(row) : null;
                blocks.add(array(sample.type(), singletonList(value)));
            }
            rows.add(blocks);
        }
        return rows;
    }
}
