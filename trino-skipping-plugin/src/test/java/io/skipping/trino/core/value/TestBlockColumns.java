// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.value;

import static io.trino.spi.type.TypeUtils.readNativeValue;
import static io.trino.spi.type.TypeUtils.writeNativeValue;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.store.SampleValues;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestBlockColumns {
    @DataProvider
    public Object[][] fields() {
        List<SummaryField> fields = SampleValues.fields();
        List<KeyColumn> columns = SampleValues.concatenated(fields, SampleValues.rows());
        Object[][] cases = new Object[fields.size()][];
        for (int field = 0; field < cases.length; field++) {
            cases[field] = new Object[] {fields.get(field), columns.get(field)};
        }
        return cases;
    }

    @Test(dataProvider = "fields")
    public void testThereAndBack(SummaryField field, KeyColumn column) {
        Block block = BlockColumns.block(field.type(), field.isList(), column);
        assertSame(BlockColumns.column(field.type(), field.isList(), block), column);
    }

    /** What Trino itself makes of each value, and of its key. */
    @Test(dataProvider = "fields")
    public void testAsTrinoReadsThem(SummaryField field, KeyColumn column) {
        Type type = type(field);
        Block block = BlockColumns.block(field.type(), field.isList(), column);
        BlockBuilder builder = type.createBlockBuilder(null, column.size());
        for (int position = 0; position < column.size(); position++) {
            Object value = readNativeValue(type, block, position);
            writeNativeValue(type, builder, value);
            if (value != null && !field.isList()) {
                ColumnBuilder key = ColumnBuilder.of(field.type(), false);
                key.append(TrinoKeys.key(field.type(), value));
                assertThat(SampleValues.value(key.build(), 0)).isEqualTo(SampleValues.value(column, position));
            }
        }
        assertSame(BlockColumns.column(field.type(), field.isList(), builder.build()), column);
    }

    @Test(dataProvider = "fields")
    public void testBlocksOfEveryKind(SummaryField field, KeyColumn column) {
        Random random = new Random(3);
        Block values = BlockColumns.block(field.type(), field.isList(), column);
        for (int run = 0; run < 50; run++) {
            List<String> expected = new ArrayList<>();
            BlockColumns.Collector collector = BlockColumns.collector(field.type(), field.isList(), random.nextInt(50));
            for (int part = random.nextInt(6); part >= 0; part--) {
                Block block = switch (random.nextInt(4)) {
                    case 0 -> values;
                    case 1 -> {
                        int start = random.nextInt(column.size() + 1);
                        yield values.getRegion(start, random.nextInt(column.size() - start + 1));
                    }
                    case 2 -> {
                        int[] ids = random.ints(random.nextInt(30), 0, column.size())
                                .toArray();
                        yield DictionaryBlock.create(ids.length, values, ids);
                    }
                    default ->
                        RunLengthEncodedBlock.create(
                                values.getSingleValueBlock(random.nextInt(column.size())), random.nextInt(30));
                };
                collector.add(block);
                Type type = type(field);
                BlockBuilder copied = type.createBlockBuilder(null, block.getPositionCount());
                for (int position = 0; position < block.getPositionCount(); position++) {
                    writeNativeValue(type, copied, readNativeValue(type, block, position));
                }
                expected.addAll(SampleValues.values(BlockColumns.column(field.type(), field.isList(), copied.build())));
            }
            assertThat(SampleValues.values(collector.build())).isEqualTo(expected);
        }
    }

    private static Type type(SummaryField field) {
        ScalarType scalar = field.type();
        return field.isList() ? new ArrayType(TrinoTypes.trino(scalar)) : TrinoTypes.trino(scalar);
    }

    private static void assertSame(KeyColumn found, KeyColumn expected) {
        assertThat(SampleValues.values(found)).isEqualTo(SampleValues.values(expected));
    }
}
