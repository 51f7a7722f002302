// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.hive.formats.HiveFormatUtils;
import io.trino.hive.formats.encodings.text.TextColumnEncoding;
import io.trino.hive.formats.encodings.text.TextColumnEncodingFactory;
import io.trino.hive.formats.encodings.text.TextEncodingOptions;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Compares the numbers that this release of Trino reads in text with those of the JDK, which Trino 476 uses for all of them.
 * Summaries of text are shared by all releases, so that all must read the same numbers.
 */
public class TestTextNumbers {
    private static final int TEXTS = 100_000;

    /** Texts near the limits of types, of exact values and of the syntax. */
    private static final List<String> LIMITS = List.of(
            "",
            " ",
            "+",
            "-",
            ".",
            "-.",
            "-0",
            "+0.0",
            "00",
            "007",
            "--7",
            " 7",
            "7 ",
            "\t7",
            "7.",
            ".7",
            "1e",
            "e1",
            "1e+",
            "1e5",
            "1E+5",
            "1e-5",
            "1e308",
            "1e309",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1e-400",
            "2.2250738585072011e-308",
            "2.2250738585072012e-308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "3.4028235e38",
            "3.4028235677973366e38",
            "1.4e-45",
            "7e-46",
            "7.1e-46",
            "9007199254740991",
            "9007199254740992",
            "9007199254740993",
            "9007199254740992.5",
            "16777217",
            "16777217.0000001",
            "0.1",
            "0.30000000000000004",
            "1.00000005960464477539062500000001",
            "123456789012345678",
            "1234567890123456789",
            "12345678901234567890",
            "0.000000000000000001",
            "0.0000000000000000001",
            "999.99",
            "999.994",
            "999.995",
            "-999.995",
            "999.9949999999999999999",
            "0.005",
            "0.0049999",
            "-0.005",
            "1.005",
            "0.015",
            "0.025",
            "100000",
            "99999.999",
            "999999999999.9999994",
            "999999999999.9999995",
            "00000000000000000000000000.5",
            "0.00000000000000000000000000000000005",
            "9223372036854775807",
            "9223372036854775808",
            "NaN",
            "-NaN",
            "nan",
            "Infinity",
            "-Infinity",
            "+Infinity",
            "infinity",
            "0x10",
            "0x1p3",
            "1f",
            "1d",
            "1.5F",
            "1L",
            "1_000",
            "1,000",
            "1\0",
            "\u00b2",
            "\u00e91");

    @DataProvider
    public Object[][] types() {
        return new Object[][] {
            {DOUBLE},
            {REAL},
            {createDecimalType(1, 0)},
            {createDecimalType(5, 2)},
            {createDecimalType(9, 9)},
            {createDecimalType(18, 0)},
            {createDecimalType(18, 6)},
            {createDecimalType(18, 18)},
            {createDecimalType(30, 4)}
        };
    }

    @Test(dataProvider = "types")
    public void testNumbersAreThoseOfAllReleases(Type type) throws Exception {
        TextColumnEncoding encoding =
                new TextColumnEncodingFactory(TextEncodingOptions.builder().build()).getEncoding(type);
        for (String text : LIMITS) {
            assertRead(encoding, type, text);
        }
        Random random = new Random(483);
        int numbers = 0;
        for (int i = 0; i < TEXTS; i++) {
            numbers += assertRead(encoding, type, text(random)) ? 1 : 0;
        }
        assertThat(numbers).isBetween(TEXTS / 100, TEXTS * 9 / 10);
    }

    private static boolean assertRead(TextColumnEncoding encoding, Type type, String text) throws Exception {
        // in the middle of other bytes, which must not matter
        Slice line = Slices.wrappedBuffer(("1" + text + "7").getBytes(ISO_8859_1));
        BlockBuilder read = type.createBlockBuilder(null, 1);
        encoding.decodeValueInto(read, line, 1, text.length());
        Block expected = expected(type, line.toStringAscii(1, text.length()));
        Block found = read.build();
        assertThat(found.isNull(0)).as("'%s' as %s", text, type).isEqualTo(expected.isNull(0));
        if (found.isNull(0)) {
            return false;
        }
        assertThat(value(type, found)).as("'%s' as %s", text, type).isEqualTo(value(type, expected));
        return true;
    }

    private static Block expected(Type type, String text) {
        BlockBuilder builder = type.createBlockBuilder(null, 1);
        try {
            if (type instanceof DecimalType decimal) {
                HiveFormatUtils.writeDecimal(text, decimal, builder);
            } else if (type == DOUBLE) {
                DOUBLE.writeDouble(builder, Double.parseDouble(text));
            } else {
                REAL.writeLong(builder, Float.floatToIntBits(Float.parseFloat(text)));
            }
        } catch (NumberFormatException _) {
            builder.appendNull();
        }
        return builder.build();
    }

    /** Returns a value that tells apart what compares as equal, such as zeros of both signs. */
    private static Object value(Type type, Block block) {
        if (type == DOUBLE) {
            return Double.doubleToRawLongBits(DOUBLE.getDouble(block, 0));
        }
        if (type == REAL) {
            return REAL.getLong(block, 0);
        }
        return ((DecimalType) type).isShort() ? type.getLong(block, 0) : type.getObject(block, 0);
    }

    /** Returns text that is a number, or nearly so. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        append(text, random, 3, "+", "-", " ");
        digits(text, random, 1 + random.nextInt(random.nextBoolean() ? 4 : 24));
        if (random.nextInt(3) > 0) {
            text.append('.');
            digits(text, random, random.nextInt(random.nextBoolean() ? 4 : 24));
        }
        if (random.nextInt(5) == 0) {
            text.append(random.nextBoolean() ? 'e' : 'E');
            append(text, random, 3, "+", "-");
            digits(text, random, random.nextInt(4));
        }
        append(text, random, 12, " ", "f", "D", "\0", "x", "\u00b2");
        if (random.nextInt(12) == 0) {
            text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(256));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Random random, int oneOf, String... choices) {
        if (random.nextInt(oneOf) == 0) {
            text.append(choices[random.nextInt(choices.length)]);
        }
    }

    private static void digits(StringBuilder text, Random random, int count) {
        boolean zeros = random.nextInt(4) == 0;
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + (zeros && random.nextInt(5) > 0 ? 0 : random.nextInt(10))));
        }
    }
}
