// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.ValueVector;
import java.util.List;

/** Finds the bounds and counts the NULLs of a range. */
final class MinMaxSummarizer implements Summarizer {
    private final Extremes extremes;
    private final boolean footersSuffice;
    private long nulls;
    private boolean exact = true;

    /** @param footersSuffice whether the statistics of footers suffice for bounds */
    MinMaxSummarizer(Extremes extremes, boolean footersSuffice) {
        this.extremes = extremes;
        this.footersSuffice = footersSuffice;
    }

    @Override
    public void add(List<ValueVector> columns) {
        ValueVector values = columns.get(0);
        nulls += values.nullCount();
        extremes.add(values);
    }

    @Override
    public boolean addStatistics(List<FooterStatistics> columns) {
        FooterStatistics statistics = columns.get(0);
        if (statistics.nulls() < statistics.rows()) {
            if (!footersSuffice
                    || statistics.minimum().isEmpty()
                    || statistics.maximum().isEmpty()) {
                return false;
            }
            if (!extremes.addBounds(
                    statistics.minimum().get(), statistics.maximum().get())) {
                return false;
            }
        }
        nulls += statistics.nulls();
        // formats may have cut or rounded the bounds, whatever the type
        exact = false;
        return true;
    }

    @Override
    public void finish(SummaryWriter to) {
        to.field(MinMaxIndexType.NULLS).append(nulls);
        extremes.finish(to, exact);
    }

    @Override
    public long retainedBytes() {
        return extremes.retainedBytes();
    }
}
