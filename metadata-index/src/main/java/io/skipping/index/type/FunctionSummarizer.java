// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Collects what a function gives for the values of a range until that is too much. */
final class FunctionSummarizer implements Summarizer {
    private final Type column;
    private final Function<Object, Optional<Object>> function;
    private final Type result;
    private final int limit;
    private final long maxBytes;
    private final Set<Object> results = new LinkedHashSet<>();
    private long bytes;
    private boolean tooMuch;

    FunctionSummarizer(
            Type column, Function<Object, Optional<Object>> function, Type result, int limit, long maxBytes) {
        this.column = requireNonNull(column, "column is null");
        this.function = requireNonNull(function, "function is null");
        this.result = requireNonNull(result, "result is null");
        this.limit = limit;
        this.maxBytes = maxBytes;
    }

    @Override
    public void add(List<Block> columns) {
        Block values = columns.getFirst();
        for (int position = 0; position < values.getPositionCount() && !tooMuch; position++) {
            if (!values.isNull(position)) {
                function.apply(TypeUtils.readNativeValue(column, values, position))
                        .ifPresent(this::add);
            }
        }
    }

    private void add(Object value) {
        // a slice may hold on to the page that it is of
        Object kept = value instanceof Slice text ? text.copy() : value;
        if (results.add(kept)) {
            bytes += kept instanceof Slice text ? text.length() : Long.BYTES;
            tooMuch = results.size() > limit || bytes > maxBytes;
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        if (tooMuch) {
            fields.getFirst().appendNull();
            return;
        }
        ((ArrayBlockBuilder) fields.getFirst())
                .buildEntry(elements -> results.forEach(value -> TypeUtils.writeNativeValue(result, elements, value)));
    }

    @Override
    public long retainedBytes() {
        return bytes + 64L * results.size();
    }
}
