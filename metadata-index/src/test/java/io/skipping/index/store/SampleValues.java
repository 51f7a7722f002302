// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.SMALLINT;
import static io.skipping.index.value.ScalarType.TIME;
import static io.skipping.index.value.ScalarType.TIMESTAMP_TZ;
import static io.skipping.index.value.ScalarType.TINYINT;
import static io.skipping.index.value.ScalarType.UUID;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static io.skipping.index.value.ScalarType.character;
import static io.skipping.index.value.ScalarType.decimal;
import static io.skipping.index.value.ScalarType.timestamp;
import static io.skipping.index.value.ScalarType.varchar;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Collections.nCopies;

import io.airlift.slice.Slices;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.WideCodec;
import io.skipping.index.value.WideColumn;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values of every type that a summary may hold, odd ones among them. */
public final class SampleValues {
    private SampleValues() {}

    /** @param values with empty ones for NULL */
    private record Sample(ScalarType type, List<Optional<Key>> values) {
        static Sample of(ScalarType type, Key... values) {
            return new Sample(
                    type, Arrays.stream(values).map(Optional::ofNullable).toList());
        }
    }

    private static List<Sample> scalars() {
        return List.of(
                Sample.of(BOOLEAN, Key.of(true), null, Key.of(false)),
                Sample.of(TINYINT, Key.of(Byte.MIN_VALUE), null, Key.of(Byte.MAX_VALUE)),
                Sample.of(SMALLINT, Key.of(Short.MIN_VALUE), null, Key.of(Short.MAX_VALUE)),
                Sample.of(INTEGER, Key.of(Integer.MIN_VALUE), null, Key.of(Integer.MAX_VALUE)),
                Sample.of(BIGINT, Key.of(Long.MIN_VALUE), null, Key.of(Long.MAX_VALUE), Key.of(0)),
                Sample.of(
                        REAL,
                        Key.ofReal(-0.0f),
                        null,
                        Key.ofReal(Float.NaN),
                        Key.ofReal(Float.MIN_VALUE),
                        Key.ofReal(Float.NEGATIVE_INFINITY)),
                Sample.of(
                        DOUBLE,
                        Key.ofDouble(-0.0),
                        Key.ofDouble(0.0),
                        null,
                        Key.ofDouble(Double.NaN),
                        Key.ofDouble(Double.MIN_VALUE),
                        Key.ofDouble(Double.POSITIVE_INFINITY),
                        Key.ofDouble(0.1),
                        Key.ofDouble(-1e300)),
                Sample.of(DATE, Key.of(-719_528), null, Key.of(20_000)),
                Sample.of(decimal(5, 2), Key.of(-99_999), null, Key.of(99_999)),
                Sample.of(decimal(18, 18), Key.of(-999_999_999_999_999_999L), null, Key.of(1)),
                Sample.of(
                        decimal(38, 10),
                        longDecimal("-99999999999999999999999999999999999999"),
                        null,
                        longDecimal("99999999999999999999999999999999999999"),
                        longDecimal("0")),
                Sample.of(VARCHAR, Key.of(""), null, Key.of("grüße 🌍 \u0000 end "), Key.of("x".repeat(5000))),
                Sample.of(varchar(3), Key.of("abc"), null, Key.of("äöü")),
                Sample.of(character(4), Key.of("ab"), null, Key.of("wxyz"), Key.of("")),
                Sample.of(
                        VARBINARY,
                        Key.of(Slices.wrappedBuffer((byte) 0, (byte) -1, (byte) 'a')),
                        null,
                        Key.of(Slices.EMPTY_SLICE)),
                Sample.of(timestamp(0), Key.of(-62_135_596_800_000_000L), null, Key.of(1_000_000)),
                Sample.of(timestamp(3), Key.of(-1_000), null, Key.of(253_402_300_799_999_000L)),
                Sample.of(timestamp(6), Key.of(-1), null, Key.of(253_402_300_799_999_999L)),
                Sample.of(
                        timestamp(9),
                        Key.of(-1, 999_000),
                        null,
                        Key.of(-62_135_596_800_000_000L, 1_000),
                        Key.of(253_402_300_799_999_999L, 999_000)),
                Sample.of(
                        timestamp(12),
                        Key.of(-1, 999_999),
                        null,
                        Key.of(Long.MIN_VALUE, 1),
                        Key.of(Long.MAX_VALUE, 999_999),
                        Key.of(0, 0)),
                Sample.of(
                        TIMESTAMP_TZ,
                        Key.of(-1),
                        null,
                        Key.of(-62_135_596_800_000_000L),
                        Key.of(253_402_300_799_999_999L)),
                Sample.of(TIME, Key.of(0), null, Key.of(86_399_999_999_000_000L)),
                Sample.of(
                        UUID,
                        Key.of(Slices.allocate(16)),
                        null,
                        Key.of(Slices.wrappedBuffer(HexFormat.of().parseHex("f47ac10b58cc4372a5670e02b2c3d479")))));
    }

    private static Key longDecimal(String unscaled) {
        BigInteger value = new BigInteger(unscaled);
        return Key.of(value.shiftRight(Long.SIZE).longValueExact(), WideCodec.flipLow(value.longValue()));
    }

    /** Lists of the values; an empty one is NULL. */
    private static List<Optional<List<Optional<Key>>>> lists(Sample element) {
        return List.of(
                Optional.of(List.of()),
                Optional.empty(),
                Optional.of(element.values()),
                Optional.of(nCopies(3, Optional.empty())),
                Optional.of(element.values().subList(0, 1)));
    }

    /** One field for each type, and then one for lists of each. */
    public static List<SummaryField> fields() {
        List<Sample> samples = scalars();
        List<SummaryField> fields = new ArrayList<>();
        for (boolean isList : new boolean[] {false, true}) {
            for (Sample sample : samples) {
                fields.add(new SummaryField("field" + fields.size(), sample.type(), isList));
            }
        }
        return fields;
    }

    /** Rows of all fields, one column of one position each; the last row is all NULL. */
    public static List<List<KeyColumn>> rows() {
        List<Sample> samples = scalars();
        int longest = Stream.concat(
                        samples.stream().map(Sample::values), samples.stream().map(SampleValues::lists))
                .mapToInt(List::size)
                .max()
                .orElseThrow();
        return IntStream.rangeClosed(0, longest)
                .mapToObj(row -> Stream.concat(
                                samples.stream().map(sample -> scalar(sample, row)),
                                samples.stream().map(sample -> list(sample, row)))
                        .toList())
                .toList();
    }

    private static KeyColumn scalar(Sample sample, int row) {
        ColumnBuilder builder = ColumnBuilder.of(sample.type(), false);
        append(builder, row < sample.values().size() ? sample.values().get(row) : Optional.empty());
        return builder.build();
    }

    private static KeyColumn list(Sample sample, int row) {
        ColumnBuilder builder = ColumnBuilder.of(sample.type(), true);
        List<Optional<List<Optional<Key>>>> lists = lists(sample);
        Optional<List<Optional<Key>>> list = row < lists.size() ? lists.get(row) : Optional.empty();
        list.ifPresentOrElse(
                values -> builder.appendList(elements -> values.forEach(value -> append(elements, value))),
                builder::appendNull);
        return builder.build();
    }

    private static void append(ColumnBuilder builder, Optional<Key> value) {
        value.ifPresentOrElse(builder::append, builder::appendNull);
    }

    /** Returns columns with the positions of all of these, one after the other. */
    public static List<KeyColumn> concatenated(List<SummaryField> fields, List<List<KeyColumn>> rows) {
        return IntStream.range(0, fields.size())
                .mapToObj(field -> {
                    ColumnBuilder builder = ColumnBuilder.of(
                            fields.get(field).type(), fields.get(field).isList());
                    for (List<KeyColumn> row : rows) {
                        for (int position = 0; position < row.get(field).size(); position++) {
                            builder.append(row.get(field), position);
                        }
                    }
                    return builder.build();
                })
                .toList();
    }

    /** Returns all values of a column as text, exactly, whatever their type. */
    public static List<String> values(KeyColumn column) {
        return IntStream.range(0, column.size())
                .mapToObj(position -> value(column, position))
                .toList();
    }

    /** Returns a value as text, exactly, whatever its type. */
    public static String value(KeyColumn column, int position) {
        if (column.isNull(position)) {
            return "null";
        }
        return switch (column) {
            case LongColumn longs -> Long.toString(longs.key(position));
            case WideColumn wides -> wides.high(position) + ":" + wides.low(position);
            case BytesColumn texts -> text(texts.slice(position).getBytes());
            case ListColumn lists ->
                IntStream.range(lists.offset(position), lists.offset(position + 1))
                        .mapToObj(element -> value(lists.elements(), element))
                        .toList()
                        .toString();
        };
    }

    private static String text(byte[] bytes) {
        for (byte each : bytes) {
            if (each < ' ' || each == '~') {
                return "~" + HexFormat.of().formatHex(bytes);
            }
        }
        return new String(bytes, US_ASCII);
    }
}
