// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static io.airlift.slice.Slices.utf8Slice;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.SMALLINT;
import static io.skipping.index.value.ScalarType.TINYINT;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.RandomValues;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.PlainValues.Picos;
import io.skipping.index.value.ScalarType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSummaryCodec {
    private static final ScalarType SHORT_DECIMAL = ScalarType.decimal(10, 2);
    private static final ScalarType LONG_DECIMAL = ScalarType.decimal(38, 3);
    private static final BigInteger LOWEST_INT128 =
            BigInteger.ONE.shiftLeft(127).negate();
    private static final BigInteger HIGHEST_INT128 = LOWEST_INT128.not();

    @DataProvider
    public Object[][] values() {
        return new Object[][] {
            {BOOLEAN, true},
            {BOOLEAN, false},
            {BIGINT, 0L},
            {BIGINT, -1L},
            {BIGINT, 127L},
            {BIGINT, Long.MIN_VALUE},
            {BIGINT, Long.MAX_VALUE},
            {DOUBLE, 0.0},
            {DOUBLE, -0.0},
            {DOUBLE, Double.NaN},
            {DOUBLE, Double.longBitsToDouble(0x7FF8_0000_0000_0001L)},
            {DOUBLE, Double.MIN_VALUE},
            {DOUBLE, Double.NEGATIVE_INFINITY},
            {REAL, -0.0f},
            {REAL, Float.intBitsToFloat(0xFFC0_0001)},
            {VARCHAR, Slices.EMPTY_SLICE},
            {VARCHAR, utf8Slice("é".repeat(10_000))},
            {ScalarType.decimal(38, 0), LOWEST_INT128},
            {ScalarType.decimal(38, 0), HIGHEST_INT128},
            {ScalarType.timestamp(12), new Picos(-1, 999_999)},
            {BIGINT, null},
        };
    }

    @Test(dataProvider = "values")
    public void testComesBack(ScalarType type, Object value) {
        assertComesBack(new SummaryField("field", type), value);
        SummaryField list = SummaryField.list("field", type);
        assertComesBack(list, asList(value, value));
        assertComesBack(list, List.of());
        assertComesBack(list, null);
    }

    @Test
    public void testRandomValuesComeBack() {
        Random random = new Random(5);
        for (ScalarType type : RandomValues.TYPES) {
            RandomValues values = new RandomValues(type, random);
            for (int i = 0; i < 500; i++) {
                assertComesBack(new SummaryField("field", type), values.next());
            }
        }
    }

    /**
     * Returns values, and the bytes of a summary of one field that releases wrote which kept summaries as values of
     * Trino.
     */
    @DataProvider
    public Object[][] bytes() {
        return new Object[][] {
            {BOOLEAN, true, "0202"},
            {BOOLEAN, false, "0201"},
            {TINYINT, -128L, "0202ff"},
            {SMALLINT, 32767L, "0203feff"},
            {INTEGER, -2147483648L, "0205ffffffff"},
            {BIGINT, 0L, "0201"},
            {BIGINT, -1L, "020201"},
            {BIGINT, 127L, "0202fe"},
            {BIGINT, Long.MIN_VALUE, "0209ffffffffffffffff"},
            {BIGINT, Long.MAX_VALUE, "0209feffffffffffffff"},
            {BIGINT, null, "0200"},
            {DATE, 20_000L, "0203409c"},
            {DATE, -1L, "020201"},
            {SHORT_DECIMAL, -12345L, "02037160"},
            {REAL, 1.5f, "02050000807f"},
            {REAL, -1.5f, "0205ffff7f80"},
            {REAL, 0.0f, "0201"},
            {REAL, Float.NEGATIVE_INFINITY, "0204ffffff"},
            {REAL, Float.NaN, "0205000080ff"},
            {REAL, Float.intBitsToFloat(0xFFC0_0001), "0204fdff7f"},
            {DOUBLE, 0.0, "0201"},
            {DOUBLE, 0.1, "02093fb999999999999a"},
            {DOUBLE, -0.1, "0209bfb999999999999a"},
            {DOUBLE, 3.0, "02034008"},
            {DOUBLE, Double.MIN_VALUE, "02090000000000000001"},
            {DOUBLE, Double.NEGATIVE_INFINITY, "0203fff0"},
            {DOUBLE, Double.POSITIVE_INFINITY, "02037ff0"},
            {DOUBLE, Double.NaN, "02037ff8"},
            {LONG_DECIMAL, BigInteger.ZERO, "020101"},
            {LONG_DECIMAL, BigInteger.valueOf(5), "0201020a"},
            {LONG_DECIMAL, BigInteger.valueOf(-5), "0202010209"},
            {LONG_DECIMAL, BigInteger.ONE.shiftLeft(64), "02020201"},
            {LONG_DECIMAL, LOWEST_INT128, "0209ffffffffffffffff01"},
            {LONG_DECIMAL, HIGHEST_INT128, "0209feffffffffffffff0201"},
            {ScalarType.timestamp(3), 1_700_000_000_123_000L, "0208f040403048140c"},
            {ScalarType.timestamp(6), -1L, "020201"},
            {ScalarType.timestamp(9), new Picos(1_700_000_000_123_456L, 789_000), "02088044403048140c04101418"},
            {ScalarType.timestamp(12), new Picos(-1, 999_999), "020201047e841e"},
            {VARCHAR, "", "0201"},
            {VARCHAR, "Zürich", "02085ac3bc72696368"},
            {ScalarType.varchar(3), "abc", "0204616263"},
            {ScalarType.character(5), "ab", "02036162"},
            {VARBINARY, Slices.wrappedBuffer(new byte[] {0, -1, 127}), "020400ff7f"},
        };
    }

    @Test(dataProvider = "bytes")
    public void testBytes(ScalarType type, Object value, String hex) {
        List<SummaryField> fields = List.of(new SummaryField("field", type));
        assertThat(hex(SummaryCodec.encode(fields, List.of(PlainValues.column(type, value)), 0)))
                .isEqualTo(hex);
        assertThat(value(decode(fields, bytes(hex)).get(0))).isEqualTo(value(PlainValues.column(type, value)));
    }

    /** A key does not have the sign of a zero, which nothing of an index depends on; releases wrote it that kept values. */
    @Test
    public void testNegativeZeros() {
        assertThat(value(decode(List.of(new SummaryField("field", REAL)), bytes("0205ffffffff"))
                        .get(0)))
                .isEqualTo(PlainValues.key(REAL, 0.0f));
        assertThat(value(decode(List.of(new SummaryField("field", DOUBLE)), bytes("020280"))
                        .get(0)))
                .isEqualTo(PlainValues.key(DOUBLE, 0.0));
    }

    @Test
    public void testBytesOfSeveralFields() {
        List<SummaryField> fields = List.of(
                SummaryField.list("values", DOUBLE),
                SummaryField.list("texts", VARCHAR),
                SummaryField.list("none", BIGINT),
                new SummaryField("has_nan", BOOLEAN),
                new SummaryField("null_count", BIGINT),
                SummaryField.list("missing", LONG_DECIMAL),
                SummaryField.list("wide", LONG_DECIMAL));
        List<Object> values = asList(
                List.of(-1.5, 2.25),
                asList("a", "", null),
                List.of(),
                false,
                300L,
                null,
                List.of(BigInteger.valueOf(-5), BigInteger.valueOf(7)));
        List<KeyColumn> columns = columns(fields, values);
        String hex = "020303bff80340020402610100010103580200030201020901020e";
        assertThat(hex(SummaryCodec.encode(fields, columns, 0))).isEqualTo(hex);
        assertThat(decode(fields, bytes(hex)).stream()
                        .map(TestSummaryCodec::value)
                        .toList())
                .isEqualTo(columns.stream().map(TestSummaryCodec::value).toList());
    }

    /** Of columns of several positions, one is written, and what is read is added behind what there is. */
    @Test
    public void testPositions() {
        List<SummaryField> fields = List.of(new SummaryField("text", VARCHAR), SummaryField.list("numbers", BIGINT));
        List<KeyColumn> columns = List.of(
                PlainValues.column(VARCHAR, "a", null, "c"),
                PlainValues.column(BIGINT, true, asList(List.of(1L, 2L), null, List.of(3L))));
        List<ColumnBuilder> builders = builders(fields);
        for (int position : new int[] {2, 0, 1}) {
            SummaryCodec.decode(fields, SummaryCodec.encode(fields, columns, position), builders);
        }
        assertThat(values(builders.get(0).build())).isEqualTo(values(PlainValues.column(VARCHAR, "c", "a", null)));
        assertThat(values(builders.get(1).build()))
                .isEqualTo(values(PlainValues.column(BIGINT, true, asList(List.of(3L), List.of(1L, 2L), null))));
    }

    @Test
    public void testBoundsTakeFewBytes() {
        List<SummaryField> fields = List.of(
                new SummaryField("min", BIGINT), new SummaryField("max", BIGINT), new SummaryField("nulls", BIGINT));
        assertThat(SummaryCodec.encode(fields, columns(fields, List.of(5L, -5L, 0L)), 0)
                        .length())
                .isEqualTo(1 + 2 + 2 + 1);
    }

    /** Whatever stands there, what comes back is a value or an exception that says what is wrong. */
    @Test
    public void testOfDamagedBytesNothingElseComes() {
        List<SummaryField> fields = List.of(SummaryField.list("texts", VARCHAR), new SummaryField("max", DOUBLE));
        Slice whole = SummaryCodec.encode(fields, columns(fields, List.of(List.of("one", "another"), 0.1)), 0);
        for (int length = 0; length < whole.length(); length++) {
            Slice cut = whole.slice(0, length);
            assertThatThrownBy(() -> decode(fields, cut)).isInstanceOf(RuntimeException.class);
        }
        Slice longer = Slices.allocate(whole.length() + 1);
        longer.setBytes(0, whole);
        assertThatThrownBy(() -> decode(fields, longer)).hasMessage("a summary with 1 bytes too many");
        Slice older = whole.copy();
        older.setByte(0, 1);
        assertThatThrownBy(() -> decode(fields, older))
                .hasMessage("a summary of version 1, which this release does not know");
    }

    private static void assertComesBack(SummaryField field, Object value) {
        List<SummaryField> fields = List.of(new SummaryField("before", BIGINT), field);
        List<KeyColumn> columns = columns(fields, asList(7L, value));
        List<KeyColumn> decoded = decode(fields, SummaryCodec.encode(fields, columns, 0));
        assertThat(decoded.stream().map(TestSummaryCodec::value).toList())
                .isEqualTo(columns.stream().map(TestSummaryCodec::value).toList());
    }

    private static List<KeyColumn> columns(List<SummaryField> fields, List<?> values) {
        return IntStream.range(0, fields.size())
                .mapToObj(number -> PlainValues.column(
                        fields.get(number).type(), fields.get(number).isList(), asList(values.get(number))))
                .toList();
    }

    /** Keys tell all values apart, NaNs of other bits, too. */
    private static Object value(KeyColumn column) {
        assertThat(column.size()).isEqualTo(1);
        return values(column).get(0);
    }

    private static List<Object> values(KeyColumn column) {
        List<Object> values = new ArrayList<>();
        for (int position = 0; position < column.size(); position++) {
            values.add(value(column, position));
        }
        return values;
    }

    private static Object value(KeyColumn column, int position) {
        if (!(column instanceof ListColumn lists) || column.isNull(position)) {
            return PlainValues.read(column, position);
        }
        // in which there may be NULLs
        return values(lists.elements()).subList(lists.offset(position), lists.offset(position + 1));
    }

    private static List<KeyColumn> decode(List<SummaryField> fields, Slice bytes) {
        List<ColumnBuilder> builders = builders(fields);
        SummaryCodec.decode(fields, bytes, builders);
        return builders.stream().map(ColumnBuilder::build).toList();
    }

    private static List<ColumnBuilder> builders(List<SummaryField> fields) {
        return fields.stream()
                .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                .toList();
    }

    private static String hex(Slice bytes) {
        return HexFormat.of().formatHex(bytes.getBytes());
    }

    private static Slice bytes(String hex) {
        return Slices.wrappedBuffer(HexFormat.of().parseHex(hex));
    }
}
