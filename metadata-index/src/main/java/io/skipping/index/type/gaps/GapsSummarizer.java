// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.gaps;

import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.List;

/** Finds the widest gaps in a range. */
final class GapsSummarizer implements Summarizer {
    private final int gaps;
    private final LongCodec codec;
    private final Intervals intervals;
    private long nulls;
    private boolean hasNan;

    GapsSummarizer(ScalarType type, int gaps) {
        this.gaps = gaps;
        this.codec = LongCodec.of(type);
        this.intervals = new Intervals(codec);
    }

    @Override
    public void add(List<ValueVector> columns) {
        LongVector values = (LongVector) columns.get(0);
        nulls += values.nullCount();
        long[] keys = values.keys();
        int count = values.valueCount();
        for (int i = 0; i < count; i++) {
            if (codec.isNan(keys[i])) {
                hasNan = true;
            } else {
                intervals.add(keys[i]);
            }
        }
    }

    @Override
    public void finish(SummaryWriter to) {
        intervals.joinTo(gaps + 1);
        write(to.field(GapsIndexType.FROM), intervals.starts());
        write(to.field(GapsIndexType.TO), intervals.ends());
        to.field(GapsIndexType.NULLS).append(nulls);
        if (codec.hasNan()) {
            to.field(GapsIndexType.HAS_NAN).append(hasNan);
        }
    }

    private static void write(ColumnBuilder field, long[] bounds) {
        field.appendList(elements -> {
            for (long bound : bounds) {
                elements.append(bound);
            }
        });
    }

    @Override
    public long retainedBytes() {
        return intervals.retainedBytes();
    }
}
