// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import static java.util.Objects.requireNonNull;

import io.skipping.index.type.RangeBounds;
import io.skipping.index.value.Key;
import io.skipping.trino.core.value.TrinoKeys;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.type.Type;
import java.util.Optional;

/** Accumulates one aggregate over the ranges seen so far. Not thread-safe. */
final class RunningAggregate {
    private final Aggregate aggregate;
    private long count;
    private Optional<Key> extreme = Optional.empty();

    RunningAggregate(Aggregate aggregate) {
        this.aggregate = requireNonNull(aggregate, "aggregate is null");
    }

    /**
     * Adds a range.
     *
     * @param bounds the bounds of the aggregated column; empty if the aggregate has no column or the bounds are not
     *     known
     * @return false if the index does not know enough about the range to compute the aggregate
     */
    boolean add(long rowCount, Optional<RangeBounds> bounds) {
        if (aggregate.column().isEmpty()) {
            count += rowCount;
            return true;
        }
        if (bounds.isEmpty()) {
            return false;
        }
        long values = rowCount - bounds.get().nulls();
        count += values;
        return aggregate.kind() == Aggregate.Kind.COUNT || values == 0 || addExtreme(bounds.get());
    }

    private boolean addExtreme(RangeBounds bounds) {
        boolean minimum = aggregate.kind() == Aggregate.Kind.MIN;
        boolean exact = minimum ? bounds.minimumExact() : bounds.maximumExact();
        Optional<Key> bound = minimum ? bounds.minimum() : bounds.maximum();
        if (!exact || bound.isEmpty() || bounds.mayHoldNan()) {
            return false;
        }
        if (extreme.isEmpty() || (bound.get().compareTo(extreme.get()) < 0) == minimum) {
            extreme = bound;
        }
        return true;
    }

    NullableValue result() {
        Type type = aggregate.type();
        return aggregate.kind() == Aggregate.Kind.COUNT
                ? NullableValue.of(type, count)
                : new NullableValue(
                        type,
                        extreme.map(key -> TrinoKeys.nativeValue(type, key)).orElse(null));
    }
}
