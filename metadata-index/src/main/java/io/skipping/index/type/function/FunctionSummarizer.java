// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.function;

import static java.util.Objects.requireNonNull;

import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.Key;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ValueVector;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Collects the results of a function for the values of a range until they exceed the limits. */
final class FunctionSummarizer implements Summarizer {
    private final Function<Key, Optional<Key>> function;
    private final int limit;
    private final long maxBytes;
    private final Set<Key> results = new LinkedHashSet<>();
    private long bytes;
    private boolean isUnknown;

    FunctionSummarizer(Function<Key, Optional<Key>> function, int limit, long maxBytes) {
        this.function = requireNonNull(function, "function is null");
        this.limit = limit;
        this.maxBytes = maxBytes;
    }

    @Override
    public void add(List<ValueVector> columns) {
        ValueVector values = columns.get(0);
        // a function may distinguish zeros of both signs, which keys do not
        isUnknown |= values instanceof LongVector longs && longs.mayHaveNegativeZero();
        for (int value = 0; value < values.valueCount() && !isUnknown; value++) {
            function.apply(values.key(value)).ifPresent(this::add);
        }
    }

    private void add(Key result) {
        if (results.contains(result)) {
            return;
        }
        // bytes may be a view of the vector, which is reused
        Key kept = result instanceof Key.OfBytes text ? Key.of(text.value().copy()) : result;
        results.add(kept);
        bytes += kept instanceof Key.OfBytes text ? text.value().length() : Long.BYTES;
        isUnknown = results.size() > limit || bytes > maxBytes;
    }

    @Override
    public void finish(SummaryWriter to) {
        if (isUnknown) {
            to.appendNothing();
        } else {
            to.field(0).appendList(elements -> results.forEach(elements::append));
        }
    }

    @Override
    public long retainedBytes() {
        return bytes + 64L * results.size();
    }
}
