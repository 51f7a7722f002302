// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static io.airlift.slice.SizeOf.instanceSize;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.predicate.NullableValue;
import java.util.List;

/**
 * The one row that a scan gives whose aggregates the index knows.
 *
 * @param values one for each column of {@link Answer#columns}
 */
public record AnswerSplit(List<NullableValue> values) implements ConnectorSplit {
    private static final int INSTANCE_SIZE = instanceSize(AnswerSplit.class);

    public AnswerSplit {
        values = ImmutableList.copyOf(values);
    }

    @Override
    public long getRetainedSizeInBytes() {
        return INSTANCE_SIZE + 64L * values.size();
    }
}
