// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RecordedVerdicts;
import io.skipping.index.type.SummaryBlocks;
import io.skipping.index.type.SummaryReader;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What goes in as pages comes out as summaries that every built-in index type reads back and draws true conclusions from. */
public class TestRangeSummarizerWithIndexTypes {
    private static final IndexTypes TYPES = IndexTypes.load(IndexTypes.class.getClassLoader());
    private static final List<Type> COLUMN_TYPES = List.of(BIGINT, DOUBLE, VARCHAR);
    private static final int RANGES = 30;

    @DataProvider
    public Object[][] indexes() {
        List<Object[]> indexes = new ArrayList<>();
        for (IndexType type : TYPES.all()) {
            for (Type column : COLUMN_TYPES) {
                try {
                    type.check(List.of(column), Map.of());
                } catch (IllegalArgumentException _) {
                    // not for such a column alone
                    continue;
                }
                indexes.add(new Object[] {type, column});
            }
        }
        assertThat(indexes).isNotEmpty();
        return indexes.toArray(Object[][]::new);
    }

    @Test(dataProvider = "indexes")
    public void testSummariesNeverDenyARowThatIsThere(IndexType type, Type columnType) {
        IndexedColumn column = new IndexedColumn("c", columnType, "0");
        IndexDefinition definition = new IndexDefinition(type.name(), List.of(column), Map.of());
        Random random = new Random(7);
        for (int round = 0; round < RANGES; round++) {
            RangeSummarizer summarizer = new RangeSummarizer(List.of(definition), TYPES::get, List.of(column), 1 << 20);
            int pages = random.nextInt(4);
            List<Object> values = new ArrayList<>();
            boolean anyNull = false;
            for (int page = 0; page < pages; page++) {
                Block block = block(columnType, random);
                add(summarizer, new Page(block));
                for (int position = 0; position < block.getPositionCount(); position++) {
                    if (block.isNull(position)) {
                        anyNull = true;
                    } else {
                        values.add(TypeUtils.readNativeValue(columnType, block, position));
                    }
                }
            }
            long rows = summarizer.rowCount();
            List<Block> summary = summarizer.finish().getFirst();
            assertThat(summary).hasSize(type.fields(List.of(columnType)).size());
            for (Object value : values) {
                Predicate.Leaf equals = new Predicate.InSet(column, ValueSet.of(columnType, value));
                assertThat(isDenied(type, columnType, rows, summary, equals))
                        .as("%s has %s", definition.name(), value)
                        .isFalse();
            }
            if (anyNull) {
                assertThat(isDenied(type, columnType, rows, summary, new Predicate.IsNull(column)))
                        .as("%s has NULL", definition.name())
                        .isFalse();
            }
        }
    }

    @Test
    public void testMinMaxSkips() {
        IndexedColumn column = new IndexedColumn("c", BIGINT, "0");
        RangeSummarizer summarizer = new RangeSummarizer(
                List.of(new IndexDefinition("minmax", List.of(column), Map.of())),
                TYPES::get,
                List.of(column),
                1 << 20);
        BlockBuilder block = BIGINT.createBlockBuilder(null, 2);
        BIGINT.writeLong(block, 10);
        BIGINT.writeLong(block, 20);
        add(summarizer, new Page(block.build()));
        List<Block> summary = summarizer.finish().getFirst();
        assertThat(isDenied(
                        TYPES.get("minmax"), BIGINT, 2, summary, new Predicate.InSet(column, ValueSet.of(BIGINT, 21L))))
                .isTrue();
    }

    private static boolean isDenied(
            IndexType type, Type columnType, long rows, List<Block> summary, Predicate.Leaf leaf) {
        SummaryReader reader = type.open(List.of(columnType), new SummaryBlocks(1, new long[] {rows}, summary));
        return RecordedVerdicts.of(reader, List.copyOf(leaf.columns()), 1, leaf)[0] == Verdict.CANNOT_MATCH;
    }

    private static Block block(Type type, Random random) {
        int size = random.nextInt(20);
        BlockBuilder builder = type.createBlockBuilder(null, size + 1);
        for (int position = 0; position < size; position++) {
            if (random.nextInt(8) == 0) {
                builder.appendNull();
            } else if (type == BIGINT) {
                BIGINT.writeLong(builder, random.nextLong() >> random.nextInt(64));
            } else if (type == DOUBLE) {
                DOUBLE.writeDouble(builder, random.nextInt(6) == 0 ? -0.0 : random.nextGaussian());
            } else {
                VARCHAR.writeSlice(
                        builder,
                        Slices.utf8Slice("é%s".formatted(random.nextInt(50)).repeat(random.nextInt(40))));
            }
        }
        builder.appendNull();
        Block values = builder.build();
        int[] ids = random.ints(size, 0, size + 1).toArray();
        return random.nextBoolean() || size == 0 ? values : DictionaryBlock.create(size, values, ids);
    }

    private static void add(RangeSummarizer summarizer, Page page) {
        summarizer.add(
                page.getPositionCount(),
                IntStream.range(0, page.getChannelCount())
                        .mapToObj(channel -> Optional.of(page.getBlock(channel)))
                        .toList());
    }
}
