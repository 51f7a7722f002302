// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static io.trino.spi.StandardErrorCode.INVALID_FUNCTION_ARGUMENT;
import static io.trino.spi.type.TypeUtils.readNativeValue;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import io.airlift.slice.Slice;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.trino.spi.TrinoException;
import io.trino.spi.block.SqlRow;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Caches the models with which {@link LayoutPartitionFunction} was called, so that each is parsed once. Thread-safe.
 */
final class LayoutFunctions {
    /** Only a few queries, and so only a few models, are in use at a time. */
    private static final Cache<Call, LayoutModel> READ =
            CacheBuilder.newBuilder().maximumSize(100).build();

    private LayoutFunctions() {}

    private record Call(Slice model, Type columns) {}

    /**
     * Returns the partition of a row whose fields are the model's columns, in their order.
     *
     * @param columns the type of the row
     * @param row null for a row whose fields are all NULL
     * @throws TrinoException if the text is not a model, or the columns do not match
     */
    static long partition(Slice model, Type columns, SqlRow row) {
        List<Type> types = columns.getTypeParameters();
        Object[] values = new Object[types.size()];
        for (int field = 0; field < values.length && row != null; field++) {
            values[field] = readNativeValue(types.get(field), row.getRawFieldBlock(field), row.getRawIndex());
        }
        return partition(model, columns, values);
    }

    /**
     * Returns the partition of a row.
     *
     * @param columns a row type whose fields are the model's columns, in their order
     * @throws TrinoException if the text is not a model, or the columns do not match
     */
    static long partition(Slice model, Type columns, Object... values) {
        return model(model, columns).partition(new NativeRow(values));
    }

    private static LayoutModel model(Slice model, Type columns) {
        try {
            return READ.get(new Call(model, columns), () -> read(model, columns));
        } catch (UncheckedExecutionException | ExecutionException e) {
            throw new TrinoException(
                    INVALID_FUNCTION_ARGUMENT,
                    "layout_partition: " + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    private static LayoutModel read(Slice text, Type columns) {
        LayoutModel model = ModelJson.read(text.toStringUtf8());
        LayoutColumns.check(model, columns.getTypeParameters());
        return model;
    }
}
