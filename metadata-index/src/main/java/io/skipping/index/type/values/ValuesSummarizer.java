// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.values;

import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.type.distinct.DistinctValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.List;
import java.util.Optional;

/** Collects the distinct values of a range until they exceed the limits. */
final class ValuesSummarizer implements Summarizer {
    private final ScalarType type;
    private final int limit;
    private final SizeBudget budget;
    /** empty once they exceed the limits */
    private Optional<DistinctValues> values;

    private long nulls;

    ValuesSummarizer(ScalarType type, int limit, SizeBudget budget) {
        this.type = type;
        this.limit = limit;
        this.budget = budget;
        this.values = Optional.of(DistinctValues.of(type));
    }

    @Override
    public void add(List<ValueVector> columns) {
        if (values.isEmpty()) {
            return;
        }
        ValueVector added = columns.get(0);
        nulls += added.nullCount();
        if (!values.get().add(added, limit, budget.bytes())) {
            values = Optional.empty();
        }
    }

    @Override
    public void finish(SummaryWriter to) {
        if (values.isEmpty() || values.get().bytes() > budget.left()) {
            to.appendNothing();
            return;
        }
        DistinctValues kept = values.get();
        budget.take(kept.bytes());
        to.field(ValuesIndexType.VALUES).appendList(kept::write);
        to.field(ValuesIndexType.NULLS).append(nulls);
        if (type.isFloatingPoint()) {
            to.field(ValuesIndexType.HAS_NAN).append(kept.hasNan());
        }
    }

    @Override
    public long sharedBytes() {
        return values.map(DistinctValues::bytes).map(budget::wanted).orElse(0L);
    }

    @Override
    public long retainedBytes() {
        return values.map(DistinctValues::retainedBytes).orElse(0L);
    }
}
