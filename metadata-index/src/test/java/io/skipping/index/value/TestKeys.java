// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static io.trino.spi.function.InvocationConvention.InvocationArgumentConvention.NEVER_NULL;
import static io.trino.spi.function.InvocationConvention.InvocationReturnConvention.FAIL_ON_NULL;
import static io.trino.spi.function.InvocationConvention.InvocationReturnConvention.NULLABLE_RETURN;
import static io.trino.spi.function.InvocationConvention.simpleConvention;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.RandomValues;
import io.skipping.index.value.Keys.NullOrder;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.TypeUtils;
import java.lang.invoke.MethodHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Keys, with Trino as the judge: they have the order and the equality of values, and are shown as values are. */
public class TestKeys {
    private static final TypeOperators OPERATORS = new TypeOperators();

    @DataProvider
    public Object[][] types() {
        return RandomValues.TYPES.stream().map(type -> new Object[] {type}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "types")
    public void testOrderAndEquality(ScalarType type) throws Throwable {
        Type trino = TrinoValues.type(type);
        MethodHandle compare = OPERATORS.getComparisonUnorderedLastOperator(
                trino, simpleConvention(FAIL_ON_NULL, NEVER_NULL, NEVER_NULL));
        MethodHandle equal =
                OPERATORS.getEqualOperator(trino, simpleConvention(NULLABLE_RETURN, NEVER_NULL, NEVER_NULL));
        Random random = new Random(7);
        for (int turn = 0; turn < 5000; turn++) {
            RandomValues values = new RandomValues(type, random);
            Object left = values.next();
            Object right = values.next();
            Key leftKey = PlainValues.key(type, left);
            Key rightKey = PlainValues.key(type, right);
            Object leftNative = TrinoValues.nativeValue(type, left);
            Object rightNative = TrinoValues.nativeValue(type, right);
            if (PlainValues.isNan(left) || PlainValues.isNan(right)) {
                LongCodec codec = LongCodec.of(type);
                assertThat(codec.isNan(leftKey.asLong())).isEqualTo(PlainValues.isNan(left));
                assertThat(codec.isNan(rightKey.asLong())).isEqualTo(PlainValues.isNan(right));
                continue;
            }
            assertThat(leftKey.equals(rightKey)).as("%s = %s", left, right).isEqualTo((Boolean)
                    equal.invoke(leftNative, rightNative));
            if (isOrdered(type, leftKey) && isOrdered(type, rightKey)) {
                int expected = Long.signum((long) compare.invoke(leftNative, rightNative));
                assertThat(Integer.signum(leftKey.compareTo(rightKey)))
                        .as("%s and %s", left, right)
                        .isEqualTo(expected);
                checkColumn(type, leftKey, rightKey, expected);
            }
        }
    }

    /** As verdicts compare: by the bounds of a set. */
    private static void checkColumn(ScalarType type, Key left, Key right, int expected) {
        KeySet atMost = KeySet.of(type, List.of(KeyRange.atMost(right))).orElseThrow();
        KeySet less = KeySet.of(type, List.of(KeyRange.lessThan(right))).orElseThrow();
        Keys keys = Keys.of(type, PlainValues.column(type, left), NullOrder.LOWEST);
        assertThat(atMost.relate(keys, 0, 1) == KeySet.Relation.INSIDE).isEqualTo(expected <= 0);
        assertThat(less.relate(keys, 0, 1) == KeySet.Relation.INSIDE).isEqualTo(expected < 0);
    }

    private static boolean isOrdered(ScalarType type, Key key) {
        return !(key instanceof Key.OfBytes bytes)
                || TextKeys.isOrderedByBytes(
                        type, bytes.value(), 0, bytes.value().length());
    }

    @Test(dataProvider = "types")
    public void testKeysKeepTheirValues(ScalarType type) {
        RandomValues values = new RandomValues(type, new Random(9));
        for (int turn = 0; turn < 3000; turn++) {
            Object value = values.next();
            Key key = PlainValues.key(type, value);
            if (!PlainValues.isNegativeZero(value)) {
                assertThat(PlainValues.value(type, key)).isEqualTo(value);
            }
            assertThat(PlainValues.key(type, PlainValues.value(type, key))).isEqualTo(key);
            Object nativeValue = TrinoValues.nativeValue(type, value);
            assertThat(TrinoValues.plainValue(type, nativeValue)).isEqualTo(value);
        }
    }

    /** As Trino's client shows them, but for the spaces at the end of char. */
    @Test(dataProvider = "types")
    public void testValuesAreShownAsTrinoShowsThem(ScalarType type) {
        RandomValues values = new RandomValues(type, new Random(5));
        for (int turn = 0; turn < 3000; turn++) {
            Object value = values.near(turn - 1500);
            if (!PlainValues.isNegativeZero(value)) {
                checkShown(type, value);
            }
        }
    }

    @Test
    public void testOddValuesAreShownAsTrinoShowsThem() {
        for (String day :
                List.of("2026-01-31", "1969-12-31", "0001-01-01", "0000-12-31", "-0044-03-15", "+12345-06-07")) {
            checkShown(DATE, LocalDate.parse(day).toEpochDay());
        }
        for (int precision = 0; precision <= 12; precision++) {
            for (String day : List.of("2026-01-31", "1969-12-31", "0001-01-01", "-0044-03-15", "+12345-06-07")) {
                long second = LocalDate.parse(day).toEpochDay() * 86_400 + 3661;
                for (long micro : new long[] {0, 123_456, 999_999, 100_000, 1}) {
                    long unit = (long) Math.pow(10, Math.max(0, 6 - precision));
                    long micros = second * 1_000_000 + micro / unit * unit;
                    if (precision <= 6) {
                        checkShown(ScalarType.timestamp(precision), micros);
                        continue;
                    }
                    int picosUnit = (int) Math.pow(10, 12 - precision);
                    for (int picos : new int[] {0, 987_654, 999_999, 1, 100_000}) {
                        checkShown(
                                ScalarType.timestamp(precision),
                                new PlainValues.Picos(micros, picos / picosUnit * picosUnit));
                    }
                }
            }
        }
        for (String number :
                List.of("0", "-1", "1", "-99999999999999999999999999999999999999", "12345678901234567890")) {
            for (int scale : new int[] {0, 1, 2, 20, 38}) {
                checkShown(ScalarType.decimal(38, scale), new BigInteger(number));
            }
        }
        for (long number : new long[] {0, -1, 7, 123_456_789_012_345_678L, -999_999_999_999_999_999L}) {
            for (int scale : new int[] {0, 3, 18}) {
                checkShown(ScalarType.decimal(18, scale), number);
            }
        }
        for (double number : new double[] {
            0, 1, -1.5, 1e7, 1e-3, 1e300, -1e-300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, 0.1 + 0.2
        }) {
            checkShown(DOUBLE, number);
            if (!PlainValues.isNegativeZero((float) number)) {
                checkShown(REAL, (float) number);
            }
        }
        for (int length = 0; length < 70; length++) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (37 * i - 5);
            }
            checkShown(VARBINARY, Slices.wrappedBuffer(bytes));
        }
    }

    private static void checkShown(ScalarType type, Object value) {
        Type trino = TrinoValues.type(type);
        BlockBuilder builder = trino.createBlockBuilder(null, 1);
        TypeUtils.writeNativeValue(trino, builder, TrinoValues.nativeValue(type, value));
        String shown = String.valueOf(trino.getObjectValue(null, builder.build(), 0));
        assertThat(type.describe(PlainValues.key(type, value)))
                .isEqualTo(type.kind() == ScalarType.Kind.CHAR ? shown.replaceAll(" +$", "") : shown);
    }

    @Test
    public void testNumbers() {
        assertThat(Key.ofDouble(-0.0)).isEqualTo(Key.ofDouble(0.0)).isEqualTo(Key.of(0));
        assertThat(Key.ofReal(-0.0f)).isEqualTo(Key.ofReal(0.0f)).isEqualTo(Key.of(0));
        assertThat(Key.ofDouble(-2.5).asDouble()).isEqualTo(-2.5);
        assertThat(Key.ofReal(-2.5f).asReal()).isEqualTo(-2.5f);
        assertThat(Key.ofDouble(Double.MIN_VALUE)).isEqualTo(Key.of(1));
        assertThat(Key.ofDouble(-Double.MIN_VALUE))
                .as("-1 would be that of -0.0")
                .isEqualTo(Key.of(-2));
        assertThat(PlainValues.key(ScalarType.decimal(20, 2), new BigDecimal("-0.01")))
                .isEqualTo(Key.of(-1, WideCodec.flipLow(-1)));
        assertThat(WideCodec.unscaled(new Key.OfWide(-1, WideCodec.flipLow(-1))))
                .isEqualTo(BigInteger.valueOf(-1));
        assertThat(LongCodec.DOUBLE.distance(
                        Key.ofDouble(-1).asLong(), Key.ofDouble(2.5).asLong()))
                .isEqualTo(3.5);
        assertThat(LongCodec.INTEGRAL.distance(Long.MIN_VALUE, Long.MAX_VALUE))
                .isEqualTo(0x1p64, Offset.offset(0x1p12));
        long[] kept = new long[3];
        assertThat(LongCodec.DOUBLE.withoutNans(
                        new long[] {
                            Key.ofDouble(1).asLong(), Key.ofDouble(Double.NaN).asLong(), 0
                        },
                        3,
                        kept))
                .isEqualTo(2);
        assertThat(kept).startsWith(Key.ofDouble(1).asLong(), 0);
    }

    /** They are in filters that were kept long ago. */
    @Test
    public void testHashesNeverChange() {
        assertThat(KeyHash.hash(0L)).isEqualTo(0x34c9_6acd_cadb_1bbbL);
        assertThat(KeyHash.hash(Key.ofDouble(1.5).asLong())).isEqualTo(0x49f7_b96b_6b5c_caf9L);
        assertThat(KeyHash.hash(Key.ofReal(-1.5f).asLong())).isEqualTo(0x87da_6d26_ce4c_7b70L);
        Key.OfWide decimal =
                (Key.OfWide) PlainValues.key(ScalarType.decimal(38, 0), new BigInteger("-12345678901234567890"));
        assertThat(KeyHash.hash(decimal.high(), decimal.low())).isEqualTo(0xaf7e_f94b_78ca_425fL);
        Key.OfWide timestamp = (Key.OfWide) PlainValues.key(ScalarType.timestamp(9), new PlainValues.Picos(7, 5000));
        assertThat(KeyHash.hash(timestamp.high(), timestamp.low())).isEqualTo(0x7a8a_ea11_3018_9e89L);
        Slice text = Slices.utf8Slice("-日本-");
        assertThat(KeyHash.hash(text, 1, text.length() - 2)).isEqualTo(0x80c2_e40b_8486_afabL);
    }

    @Test(dataProvider = "types")
    public void testColumns(ScalarType type) {
        Random random = new Random(3);
        RandomValues values = new RandomValues(type, random);
        List<Object> all = new ArrayList<>();
        List<Object> lists = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(random.nextInt(4) == 0 ? null : PlainValues.key(type, values.next()));
        }
        for (int i = 0; i < 30; i++) {
            int start = random.nextInt(90);
            lists.add(
                    random.nextInt(4) == 0
                            ? null
                            : all.subList(start, start + random.nextInt(8)).stream()
                                    .filter(element -> element != null)
                                    .toList());
        }
        checkColumn(PlainValues.column(type, false, all), all, random);
        checkColumn(PlainValues.column(type, true, lists), lists, random);
        ColumnBuilder copy = ColumnBuilder.of(type, true);
        KeyColumn column = PlainValues.column(type, true, lists);
        for (int i = column.size() - 1; i >= 0; i--) {
            copy.append(column, i);
        }
        checkColumn(copy.build(), new ArrayList<>(lists).reversed(), random);
        assertThat(PlainValues.column(type, false, List.of()).size()).isZero();
        assertThat(PlainValues.column(type, true, List.of()).hasNull()).isFalse();
    }

    private static void checkColumn(KeyColumn column, List<Object> expected, Random random) {
        assertThat(column.size()).isEqualTo(expected.size());
        assertThat(column.hasNull()).isEqualTo(expected.contains(null));
        assertThat(column.retainedBytes()).isPositive();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(PlainValues.read(column, i)).isEqualTo(expected.get(i));
        }
        int[] positions = random.ints(50, 0, expected.size()).toArray();
        KeyColumn selected = column.select(positions);
        assertThat(IntStream.range(0, positions.length).mapToObj(i -> PlainValues.read(selected, i)))
                .containsExactlyElementsOf(
                        Arrays.stream(positions).mapToObj(expected::get).toList());
    }

    @Test
    public void testNullsAreLowestOrHighest() {
        KeySet four = KeySet.ofValues(BIGINT, List.of(Key.of(4))).orElseThrow();
        KeyColumn unknown = PlainValues.column(BIGINT, (Object) null);
        assertThat(four.relate(
                        Keys.of(BIGINT, unknown, NullOrder.LOWEST), Keys.of(BIGINT, unknown, NullOrder.HIGHEST), 0))
                .isEqualTo(KeySet.Relation.CROSSES);
        KeySet text = KeySet.ofValues(VARCHAR, List.of(Key.of("\udbff\udfff"))).orElseThrow();
        KeyColumn unknownText = PlainValues.column(VARCHAR, (Object) null);
        assertThat(text.relate(
                        Keys.of(VARCHAR, unknownText, NullOrder.LOWEST),
                        Keys.of(VARCHAR, unknownText, NullOrder.HIGHEST),
                        0))
                .isEqualTo(KeySet.Relation.CROSSES);
    }

    @Test
    public void testPaddingThatOthersWrote() {
        ScalarType type = ScalarType.character(5);
        ColumnBuilder builder = ColumnBuilder.of(type, false);
        builder.append(Slices.utf8Slice("ab   "));
        Keys keys = Keys.of(type, builder.build(), NullOrder.LOWEST);
        assertThat(keys.key(0)).isEqualTo(Key.of("ab"));
    }
}
