// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalType.createDecimalType;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TimestampType.createTimestampType;
import static io.trino.spi.type.TinyintType.TINYINT;
import static io.trino.testing.TestingSession.testSessionBuilder;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.release.ObjectValues;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner;
import io.trino.testing.StandaloneQueryRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a text is read as must be what the engine's CAST makes of it. */
@Test(groups = "servers")
public class TestTextValues {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "0",
            "-0",
            "+1",
            "1",
            "-1",
            " 7 ",
            "\t7",
            "007",
            "127",
            "128",
            "-128",
            "-129",
            "32767",
            "32768",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "1.",
            ".5",
            "1.5",
            "-1.50",
            "1.005",
            "1e3",
            "1E-3",
            "1e400",
            "-1e400",
            "1e-400",
            "4.9e-324",
            "16777217",
            "0.1",
            "3.4e38",
            "3.5e38",
            "1f",
            "1d",
            "0x10",
            "NaN",
            "Infinity",
            "-Infinity",
            "1_000",
            "1,5",
            "١٢",
            "१",
            "x",
            "-",
            "1-",
            "--1",
            "12345678.99",
            "123456789.99",
            "99999999.994",
            "99999999.995",
            "0.0000000000000000000000000001",
            "12345678901234567890123456.78",
            "2020-01-31",
            "2020-02-30",
            "2020-2-3",
            "20200203",
            "2020-02-29",
            "2021-02-29",
            "0000-01-01",
            "0001-01-01",
            "1582-10-10",
            "9999-12-31",
            "10000-01-01",
            "-0001-01-01",
            " 2020-01-31 ",
            "2020-01-31x",
            "2020/01/31",
            "2020-01-31 ",
            "2020-13-01",
            "2020-01-31 00:00:00",
            "2020-01-31 23:59:59",
            "2020-01-31 24:00:00",
            "2020-01-31 23:59:60",
            "2020-01-31 23:59",
            "2020-01-31T23:59:59",
            "2020-01-31 23:59:59.",
            "2020-01-31 23:59:59.1",
            "2020-01-31 23:59:59.123",
            "2020-01-31 23:59:59.1234",
            "2020-01-31 23:59:59.9999",
            "2020-01-31 23:59:59.123456",
            "2020-01-31 23:59:59.1234567",
            "1969-12-31 23:59:59.999",
            "0001-01-01 00:00:00.5",
            "2020-01-31 23:59:59 UTC",
            "2020-01-31 23:59:59 Europe/Paris",
            "2020-01-31 23:59:59+02:00",
            " 2020-01-31 23:59:59 ",
            "  ",
            "\t",
            "\u2003 1 ",
            "N/A",
            "n/a",
            "NULL",
            "unknown",
            "-",
            "+",
            "+1.5",
            "--1.5",
            "Inf",
            "nan",
            "+Infinity",
            "1e",
            "1.5e+3",
            "1e999999999",
            "1e-999999999",
            "123456789012345678901234567890123456789",
            "12.34.56",
            "0x1p3",
            "1580515199",
            "1580515199000",
            "0000-00-00",
            "0000-00-00 00:00:00",
            "31/12/2020",
            "31-12-2020",
            "20-01-01",
            "1-1-1",
            "2020-1-1 1:2:3",
            "2020-01-31-",
            "2020--01-31",
            "2020-001-31",
            "+2020-01-31",
            "12345-01-31",
            "12345-01-31 00:00:00",
            "2020-01-31 12",
            "2020-01-31 12:",
            "2020-01-31 noon",
            "2020-01-31 25:00:00",
            "2020-01-31 23:60:00",
            "2020-01-31T23:59:59Z",
            "2020-01-31 23:59:59Z",
            "2020-01-31 23:59:59.5 UTC",
            "2020-01-31 23:59:59 +02:00",
            "2020-01-31 23:59:59 +99:00",
            "2020-01-31 23:59:59 +2:00",
            "2020-03-29 02:30:00 Europe/Paris",
            "2020-01-31 23:59:59.49",
            "2020-01-31 23:59:59.5",
            "2020-01-31 23:59:59.4999999",
            "2020-01-31 23:59:59.49999999999",
            "2020-01-31 23:59:59.999999499999",
            "2020-01-31 23:59:59.9999995",
            "2020-01-31 23:59:59.123456789012",
            "2020-01-31 23:59:59.1234567890123",
            "2020-01-31 23:59:59.1234567890123456789",
            "1969-12-31 23:59:59.9999995",
            "0001-01-01 00:00:00.0000005");

    private QueryRunner runner;

    @BeforeClass
    public void setUp() {
        runner = new StandaloneQueryRunner(testSessionBuilder().build());
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    /** Types, and how many of the texts must be read at least. */
    @DataProvider
    public Object[][] types() {
        return new Object[][] {
            {BIGINT, 15},
            {INTEGER, 12},
            {SMALLINT, 8},
            {TINYINT, 6},
            {DOUBLE, 30},
            {REAL, 30},
            {DATE, 6},
            {createDecimalType(10, 2), 15},
            {createDecimalType(10, 0), 12},
            {createDecimalType(38, 10), 15},
            {createTimestampType(0), 6},
            {createTimestampType(3), 9},
            {createTimestampType(6), 10},
        };
    }

    @Test(dataProvider = "types")
    public void testATextIsReadAsTheEngineReadsIt(Type type, int least) {
        assertThat(compare(type, TEXTS)).isGreaterThanOrEqualTo(least);
    }

    @Test(dataProvider = "types")
    public void testRandomTexts(Type type, int ignored) {
        Random random = new Random(42);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder(TEXTS.get(random.nextInt(TEXTS.size())));
            for (int change = random.nextInt(4); change > 0 && !text.isEmpty(); change--) {
                text.setCharAt(random.nextInt(text.length()), "0123456789-.e :+/NTZ ".charAt(random.nextInt(21)));
            }
            texts.add(text.toString());
        }
        assertThat(compare(type, texts)).isPositive();
    }

    /** What stands in place of a missing value must not be in doubt: nothing would be known of its range. */
    @Test(dataProvider = "types")
    public void testWhatIsNoValueIsKnownToFail(Type type, int ignored) {
        for (String text : List.of(
                "",
                " ",
                "   ",
                "N/A",
                "n/a",
                "NULL",
                "null",
                "unknown",
                "-",
                "?",
                "x",
                "\\N",
                "none",
                "31/12/2020",
                "Nope")) {
            assertThat(TextValues.of(type).read(utf8Slice(text)))
                    .as("'%s'", text)
                    .isEqualTo(TextValues.NoValue.FAILS);
        }
    }

    /** Compares what is read, and what is said to fail; returns how many are read. */
    private int compare(Type type, List<String> texts) {
        // one literal, which is planned in no time: rows of VALUES are not
        List<MaterializedRow> rows = runner.execute(
                        "SELECT text, TRY_CAST(text AS %s) FROM UNNEST(split(%s, chr(1))) AS t(text)"
                                .formatted(type.getDisplayName(), Quoting.text(String.join("\u0001", texts))))
                .getMaterializedRows();
        assertThat(rows).hasSameSizeAs(texts);
        TextValues reader = TextValues.of(type);
        int read = 0;
        for (MaterializedRow row : rows) {
            String text = (String) row.getField(0);
            switch (reader.read(utf8Slice(text))) {
                case TextValues.NoValue.UNKNOWN -> {}
                case TextValues.NoValue.FAILS ->
                    assertThat(row.getField(1)).as("'%s'", text).isNull();
                case Object value -> {
                    read++;
                    assertThat(sqlValue(type, value)).as("'%s'", text).isEqualTo(row.getField(1));
                }
            }
        }
        return read;
    }

    private Object sqlValue(Type type, Object value) {
        BlockBuilder block = type.createBlockBuilder(null, 1);
        TypeUtils.writeNativeValue(type, block, value);
        return ObjectValues.of(type, runner.getDefaultSession().toConnectorSession(), block.build(), 0);
    }
}
