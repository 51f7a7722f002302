// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.document;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.TimestampType.TIMESTAMP_PICOS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.RandomValues;
import io.skipping.index.type.SummaryField;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSummaryCodec {
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
            {REAL, (long) Float.floatToRawIntBits(-0.0f)},
            {VARCHAR, Slices.EMPTY_SLICE},
            {VARCHAR, utf8Slice("é".repeat(10_000))},
            {DecimalType.createDecimalType(38), Int128.MIN_VALUE},
            {DecimalType.createDecimalType(38), Int128.MAX_VALUE},
            {TIMESTAMP_PICOS, new LongTimestamp(-1, 999_999)},
            {BIGINT, null},
        };
    }

    @Test(dataProvider = "values")
    public void testComesBack(Type type, Object value) {
        assertComesBack(type, block(type, value));
        Type array = new ArrayType(type);
        assertComesBack(array, array(type, value, value));
        assertComesBack(array, array(type));
    }

    @Test
    public void testRandomValuesComeBack() {
        Random random = new Random(5);
        for (Type type : RandomValues.TYPES) {
            RandomValues values = new RandomValues(type, random);
            for (int i = 0; i < 500; i++) {
                assertComesBack(type, block(type, values.next()));
            }
        }
    }

    @Test
    public void testBoundsTakeFewBytes() {
        List<SummaryField> types = List.of(
                new SummaryField("min", BIGINT), new SummaryField("max", BIGINT), new SummaryField("nulls", BIGINT));
        assertThat(SummaryCodec.encode(types, List.of(block(BIGINT, 5L), block(BIGINT, -5L), block(BIGINT, 0L)), 0)
                        .length())
                .isEqualTo(1 + 2 + 2 + 1);
    }

    /** Whatever stands there, what comes back is a value or an exception that says what is wrong. */
    @Test
    public void testOfDamagedBytesNothingElseComes() {
        List<SummaryField> types =
                List.of(new SummaryField("texts", new ArrayType(VARCHAR)), new SummaryField("max", DOUBLE));
        Slice whole = SummaryCodec.encode(
                types, List.of(array(VARCHAR, utf8Slice("one"), utf8Slice("another")), block(DOUBLE, 0.1)), 0);
        for (int length = 0; length < whole.length(); length++) {
            Slice cut = whole.slice(0, length);
            assertThatThrownBy(() -> decode(types, cut)).isInstanceOf(RuntimeException.class);
        }
        Slice longer = Slices.allocate(whole.length() + 1);
        longer.setBytes(0, whole);
        assertThatThrownBy(() -> decode(types, longer)).hasMessage("a summary with 1 bytes too many");
        Slice older = whole.copy();
        older.setByte(0, 1);
        assertThatThrownBy(() -> decode(types, older))
                .hasMessage("a summary of version 1, which this release does not know");
    }

    private static void assertComesBack(Type type, Block block) {
        List<SummaryField> types = List.of(new SummaryField("before", BIGINT), new SummaryField("field", type));
        List<Block> decoded = decode(types, SummaryCodec.encode(types, List.of(block(BIGINT, 7L), block), 0));
        assertThat(decoded.get(0))
                .satisfies(before -> assertThat(BIGINT.getLong(before, 0)).isEqualTo(7));
        assertThat(bytes(type, decoded.get(1))).isEqualTo(bytes(type, block));
    }

    /** Bits and all: also zeros of both signs are told apart. */
    private static String bytes(Type type, Block block) {
        if (block.isNull(0)) {
            return "NULL";
        }
        if (type instanceof ArrayType array) {
            Block elements = array.getObject(block, 0);
            StringBuilder text = new StringBuilder("[");
            for (int i = 0; i < elements.getPositionCount(); i++) {
                text.append(bytes(array.getElementType(), elements.getSingleValueBlock(i)))
                        .append(' ');
            }
            return text + "]";
        }
        return switch (TypeUtils.readNativeValue(type, block, 0)) {
            case Double value -> Long.toHexString(Double.doubleToRawLongBits(value));
            case Slice value -> Arrays.toString(value.getBytes());
            case Object value -> value.toString();
        };
    }

    private static List<Block> decode(List<SummaryField> types, Slice bytes) {
        List<BlockBuilder> builders = types.stream()
                .map(field -> field.type().createBlockBuilder(null, 1))
                .toList();
        SummaryCodec.decode(types, bytes, builders);
        return builders.stream().map(BlockBuilder::build).toList();
    }

    private static Block block(Type type, Object value) {
        BlockBuilder builder = type.createBlockBuilder(null, 1);
        TypeUtils.writeNativeValue(type, builder, value);
        return builder.build();
    }

    private static Block array(Type type, Object... values) {
        BlockBuilder elements = type.createBlockBuilder(null, values.length);
        for (Object value : values) {
            TypeUtils.writeNativeValue(type, elements, value);
        }
        ArrayType array = new ArrayType(type);
        BlockBuilder builder = array.createBlockBuilder(null, 1);
        array.writeObject(builder, elements.build());
        return builder.build();
    }
}
