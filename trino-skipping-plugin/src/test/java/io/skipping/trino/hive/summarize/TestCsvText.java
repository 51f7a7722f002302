// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.hive.formats.line.Column;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.hive.formats.line.csv.CsvDeserializerFactory;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.BigintType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestCsvText {
    @DataProvider
    public Object[][] values() {
        return new Object[][] {
            {"ascii", true},
            {"", true},
            {utf8("caf\u00e9 \uff5c \uD83D\uDE00"), true},
            {utf8("\ufffc \ufffe"), true},
            {utf8("before \ufffd after"), false},
            {utf8("\ufffd"), false},
            {"\u00ff", false},
            {"caf\u00c3", false},
            {"\u00a9", false},
            {"a surrogate: \u00ed\u00a0\u0080", false},
            {"too long: \u00c0\u0080", false},
            {"beyond Unicode: \u00f4\u0090\u0080\u0080", false}
        };
    }

    /** @param value one character for each byte */
    @Test(dataProvider = "values")
    public void testValuesOfWrongBytesAreReadDifferently(String value, boolean alike) {
        Slice wanted = Slices.wrappedBuffer(value.getBytes(ISO_8859_1));
        assertThat(CsvText.isReadAlike(block(wanted))).isEqualTo(alike);
        assertThat(CsvText.isReadAlike(block(null, Slices.utf8Slice("first"), wanted, null)))
                .isEqualTo(alike);
        assertThat(CsvText.isReadAlike(block(Slices.utf8Slice("first"), wanted).getRegion(1, 1)))
                .as("part of a block")
                .isEqualTo(alike);
        assertThat(CsvText.isReadAlike(RunLengthEncodedBlock.create(block(wanted), 3)))
                .isEqualTo(alike);
        assertThat(CsvText.isReadAlike(
                        DictionaryBlock.create(2, block(Slices.utf8Slice("first"), wanted), new int[] {1, 1})))
                .isEqualTo(alike);
    }

    /** Checks lines without a quote or an escape: Trino 483 cuts them into values, and 476 decodes them before. */
    @Test
    public void testValuesThatAreAlikeAreThoseOfTheObject() throws IOException {
        // separators, spaces, and parts of well-formed and invalid sequences
        byte[] pieces =
                "a,, \t\0\u007f\u0080\u00bf\u00c0\u00c3\u00a9\u00e0\u00e2\u0082\u00ac\u00ed\u00a0\u00ef\u00bd\u00bb\u00f0\u009f\u0098\u008f\u00f4\u0090\u00f5\u00ff"
                        .getBytes(ISO_8859_1);
        List<Column> columns =
                List.of(new Column("a", VARCHAR, 0), new Column("b", VARCHAR, 1), new Column("c", VARCHAR, 2));
        LineDeserializer stock = new CsvDeserializerFactory().create(columns, Map.of());
        LineBuffer buffer = new LineBuffer(1, 1000);
        Random random = new Random(24);
        int[] alike = new int[2];
        for (int number = 0; number < 20_000; number++) {
            byte[] line = new byte[1 + random.nextInt(12)];
            for (int i = 0; i < line.length; i++) {
                line[i] = pieces[random.nextInt(pieces.length)];
            }
            buffer.reset();
            buffer.write(line, 0, line.length);
            PageBuilder page = new PageBuilder(stock.getTypes());
            stock.deserialize(buffer, page);
            String[] fields = new String(line, ISO_8859_1).split(",", -1);
            for (int column = 0; column < columns.size(); column++) {
                Block read = page.build().getBlock(column);
                assertThat(read.isNull(0)).isEqualTo(column >= fields.length);
                if (read.isNull(0)) {
                    continue;
                }
                Slice written = Slices.wrappedBuffer(fields[column].getBytes(ISO_8859_1));
                boolean isAlike = CsvText.isReadAlike(block(written));
                assertThat(CsvText.isReadAlike(read)).isEqualTo(isAlike);
                alike[isAlike ? 1 : 0]++;
                if (isAlike) {
                    assertThat(VARCHAR.getSlice(read, 0)).isEqualTo(written);
                }
            }
        }
        assertThat(alike[0]).isGreaterThan(1000);
        assertThat(alike[1]).isGreaterThan(1000);
    }

    @Test
    public void testTwoValuesThatTogetherAreACharacterAreWrong() {
        assertThat(CsvText.isReadAlike(block(Slices.wrappedBuffer((byte) 0xC3), Slices.wrappedBuffer((byte) 0xA9))))
                .isFalse();
    }

    @Test
    public void testABlockWithoutValuesIsAlike() {
        assertThat(CsvText.isReadAlike(block())).isTrue();
        assertThat(CsvText.isReadAlike(block((Slice) null))).isTrue();
    }

    @Test
    public void testValuesOfOtherTypesAreUnknown() {
        BlockBuilder builder = BigintType.BIGINT.createFixedSizeBlockBuilder(1);
        BigintType.BIGINT.writeLong(builder, 1);
        assertThat(CsvText.isReadAlike(builder.build())).isFalse();
    }

    private static String utf8(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    private static Block block(Slice... values) {
        BlockBuilder builder = VARCHAR.createBlockBuilder(null, values.length);
        for (Slice value : values) {
            if (value == null) {
                builder.appendNull();
            } else {
                VARCHAR.writeSlice(builder, value);
            }
        }
        return builder.build();
    }
}
