// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.TimestampType.createTimestampType;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.read.text.FieldDecoder;
import io.skipping.trino.core.read.text.Fields;
import io.skipping.trino.core.read.text.TimeDecoder;
import io.trino.hive.formats.encodings.text.TextColumnEncodingFactory;
import io.trino.hive.formats.encodings.text.TextEncodingOptions;
import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Compares the dates and times that {@link TimeDecoder} reads with those of Trino's decoder. */
public class TestTimeDecoder {
    private static final int TEXTS = 20_000;

    private static final List<String> LIMITS = List.of(
            "",
            "\\N",
            "2026-01-31",
            "0000-01-01",
            "0001-01-01",
            "9999-12-31",
            "1582-10-10",
            "1969-12-31",
            "1970-01-01",
            "2023-02-28",
            "2023-02-29",
            "2024-02-29",
            "2024-02-30",
            "1900-02-29",
            "2000-02-29",
            "2026-04-31",
            "2026-04-00",
            "2026-00-10",
            "2026-13-10",
            "2026-1-10",
            "02026-01-10",
            "-2026-01-10",
            "+2026-01-1",
            "2026/01/10",
            "2026-01-1:",
            "2026-01-10 ",
            " 2026-01-10",
            "2026-01-10 00:00",
            "2026-01-10 00:00:00",
            "2026-01-10 23:59:59",
            "2026-01-10 24:00:00",
            "2026-01-10 23:60:00",
            "2026-01-10 23:59:60",
            "2026-01-10T23:59:59",
            "2026-01-10  3:59:59",
            "2026-01-10 3:59:59",
            "2026-01-10 23.59.59",
            "2026-01-10 23:59:59.",
            "2026-01-10 23:59:59.5",
            "2026-01-10 23:59:59,5",
            "2026-01-10 23:59:59.05",
            "2026-01-10 23:59:59.999",
            "2026-01-10 23:59:59.9995",
            "2026-01-10 23:59:59.9994",
            "2026-01-10 23:59:59.999999",
            "2026-01-10 23:59:59.9999995",
            "2026-01-10 23:59:59.999999999",
            "2026-01-10 23:59:59.9999999999",
            "2026-01-10 23:59:59.99 ",
            "2026-01-10 23:59:59.9x",
            "1969-12-31 23:59:59.000001",
            "1883-11-18 12:00:00.001",
            "0001-01-01 00:00:00.000",
            "9999-12-31 23:59:59.999999",
            "2026-01-10 23:59:59Z",
            "\u00b2026-01-10");

    @DataProvider
    public Object[][] types() {
        return new Object[][] {
            {DATE},
            {createTimestampType(0)},
            {createTimestampType(1)},
            {createTimestampType(3)},
            {createTimestampType(6)},
            {createTimestampType(7)},
            {createTimestampType(9)}
        };
    }

    @Test(dataProvider = "types")
    public void testTimesAreThoseOfTrino(Type type) throws IOException {
        Random random = new Random(26);
        List<String> texts = new ArrayList<>(LIMITS);
        Stream.generate(() -> text(random)).limit(TEXTS).forEach(texts::add);
        TextEncodingOptions options = TextEncodingOptions.builder().build();
        Fields fields = fields(texts);

        Block expected = stock(type, options).decode(fields);
        Block read = StockDecoder.of(type, options).decode(fields);

        assertThat(read.getPositionCount()).isEqualTo(texts.size());
        int values = 0;
        for (int row = 0; row < texts.size(); row++) {
            assertThat(read.isNull(row)).as("'%s' as %s", texts.get(row), type).isEqualTo(expected.isNull(row));
            if (!read.isNull(row)) {
                values++;
                assertThat(value(type, read, row))
                        .as("'%s' as %s", texts.get(row), type)
                        .isEqualTo(value(type, expected, row));
            }
        }
        assertThat(values).isBetween(TEXTS / 2, TEXTS * 95 / 100);
    }

    /** Plain dates and times are not given to Trino's decoder. */
    @Test
    public void testPlainTextIsDecodedHere() throws IOException {
        FieldDecoder none = fields -> {
            throw new AssertionError("asked Trino's decoder");
        };
        byte[] nullSequence = {'\\', 'N'};
        Block days = new TimeDecoder(DATE, nullSequence, none)
                .decode(fields(List.of("2024-02-29", "\\N", "1969-12-31", "0000-01-01", "9999-12-31")));
        assertThat(days.isNull(1)).isTrue();
        assertThat(Stream.of(0, 2, 3, 4).map(row -> DATE.getInt(days, row)))
                .containsExactly(
                        (int) LocalDate.of(2024, 2, 29).toEpochDay(),
                        -1,
                        (int) LocalDate.of(0, 1, 1).toEpochDay(),
                        (int) LocalDate.of(9999, 12, 31).toEpochDay());
        Type millis = createTimestampType(3);
        Block times = new TimeDecoder(millis, nullSequence, none)
                .decode(fields(List.of("1970-01-01 00:00:01", "1969-12-31 23:59:59.5", "1970-01-01 01:00:00.123")));
        assertThat(Stream.of(0, 1, 2).map(row -> millis.getLong(times, row)))
                .containsExactly(1_000_000L, -500_000L, 3_600_123_000L);
    }

    /** A table with formats of its own may mean something else by the same text. */
    @Test
    public void testFormatsOfATable() throws IOException {
        Type type = createTimestampType(3);
        TextEncodingOptions options = TextEncodingOptions.builder()
                .timestampFormats("yyyy-dd-MM HH:mm:ss")
                .build();
        Fields fields = fields(List.of("2026-02-01 00:00:00"));
        Block read = StockDecoder.of(type, options).decode(fields);
        assertThat(type.getLong(read, 0))
                .isEqualTo(type.getLong(stock(type, options).decode(fields), 0))
                .isEqualTo(LocalDate.of(2026, 1, 2).toEpochDay() * 86_400_000_000L);
    }

    private static StockDecoder stock(Type type, TextEncodingOptions options) {
        return new StockDecoder(
                type, new TextColumnEncodingFactory(options).getEncoding(type), options.getNullSequence());
    }

    private static Object value(Type type, Block block, int row) {
        return type.getJavaType() == long.class ? type.getLong(block, row) : type.getObject(block, row);
    }

    /** Places fields in one text, with other bytes between them. */
    private static Fields fields(List<String> texts) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int[] starts = new int[texts.size()];
        int[] lengths = new int[texts.size()];
        for (int row = 0; row < starts.length; row++) {
            text.write('7');
            starts[row] = text.size();
            text.writeBytes(texts.get(row).getBytes(ISO_8859_1));
            lengths[row] = text.size() - starts[row];
        }
        text.write('7');
        return new Fields(text.toByteArray(), starts, lengths);
    }

    /** Returns a date, a time, or nearly one. */
    private static String text(Random random) {
        LocalDateTime time = LocalDateTime.of(
                random.nextInt(4) == 0 ? random.nextInt(10_000) : 2026,
                random.nextInt(1, 13),
                random.nextInt(1, 29),
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60));
        StringBuilder text = new StringBuilder("%04d-%02d-%02d"
                .formatted(time.getYear(), time.getMonthValue(), time.getDayOfMonth() + random.nextInt(4)));
        if (random.nextInt(3) > 0) {
            text.append(" %02d:%02d:%02d".formatted(time.getHour(), time.getMinute(), time.getSecond()));
            if (random.nextBoolean()) {
                text.append('.');
                random.ints(random.nextInt(1, 11), 0, 10).forEach(text::append);
            }
        }
        if (random.nextInt(8) == 0) {
            char[] others = {' ', '-', ':', '.', '0', '9', 'T', '+', '\u00b2'};
            text.setCharAt(random.nextInt(text.length()), others[random.nextInt(others.length)]);
        }
        if (random.nextInt(20) == 0) {
            text.deleteCharAt(random.nextInt(text.length()));
        }
        return text.toString();
    }
}
