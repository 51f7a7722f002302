// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import static com.google.common.base.Preconditions.checkArgument;
import static io.airlift.slice.SizeOf.instanceSize;

import com.google.common.collect.ImmutableList;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.type.TypeUtils;
import java.util.List;

/**
 * Carries the single row of a scan whose aggregates are answered from the index.
 *
 * @param values one for each column of {@link Answer#column}
 */
public record AnswerSplit(List<NullableValue> values) implements ConnectorSplit {
    private static final int INSTANCE_SIZE = instanceSize(AnswerSplit.class);

    public AnswerSplit {
        values = ImmutableList.copyOf(values);
    }

    /** Returns a page with the single row, restricted to the given columns. */
    public Page page(List<String> columns) {
        return new Page(1, columns.stream().map(this::block).toArray(Block[]::new));
    }

    private Block block(String column) {
        checkArgument(column.startsWith(Answer.PREFIX), "a scan of an answer has no column %s", column);
        NullableValue value = values.get(Integer.parseInt(column.substring(Answer.PREFIX.length())));
        return TypeUtils.writeNativeValue(value.getType(), value.getValue());
    }

    @Override
    public long getRetainedSizeInBytes() {
        return INSTANCE_SIZE + 64L * values.size();
    }
}
