// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.Arrays;
import java.util.List;

/** Summarises values in tests. */
public final class Summaries {
    private Summaries() {}

    /**
     * One range's summary: a block of one position for each field.
     *
     * @param batches for each batch of rows, a block for each column of the definition
     */
    public static List<Block> summarize(
            IndexDefinition definition, IndexTypes types, List<List<Block>> batches, long rangeBytes) {
        return finish(
                summarizer(definition, types, batches, new IndexType.RangeContext(rangeBytes)),
                types.get(definition.type()).fields(IndexTypes.columnTypes(definition)));
    }

    /** One that has taken in values. */
    public static Summarizer summarizer(
            IndexDefinition definition, IndexTypes types, List<List<Block>> batches, IndexType.RangeContext range) {
        IndexType type = types.get(definition.type());
        List<Type> columns = IndexTypes.columnTypes(definition);
        type.check(columns, definition.options());
        Summarizer summarizer = type.summarizer(columns, definition.options(), range);
        batches.forEach(summarizer::add);
        return summarizer;
    }

    public static List<Block> finish(Summarizer summarizer, List<SummaryField> fields) {
        List<BlockBuilder> builders = fields.stream()
                .map(field -> field.type().createBlockBuilder(null, 1))
                .collect(ImmutableList.toImmutableList());
        summarizer.finish(builders);
        return builders.stream().map(BlockBuilder::build).collect(ImmutableList.toImmutableList());
    }

    /** A block of values in Trino's native representation; null is NULL. */
    public static Block block(Type type, List<?> values) {
        BlockBuilder builder = type.createBlockBuilder(null, values.size());
        values.forEach(value -> TypeUtils.writeNativeValue(type, builder, value));
        return builder.build();
    }

    public static Block block(Type type, Object... values) {
        return block(type, Arrays.asList(values));
    }
}
