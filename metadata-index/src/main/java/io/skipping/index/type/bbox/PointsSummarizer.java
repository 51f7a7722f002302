// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ValueVector;
import java.util.List;

/** Collects the boxes around the points of a range. */
final class PointsSummarizer implements Summarizer {
    private final BoxCover cover;
    private boolean isKnown = true;

    PointsSummarizer(BoxCover cover) {
        this.cover = cover;
    }

    @Override
    public void add(List<ValueVector> columns) {
        LongVector xs = (LongVector) columns.get(0);
        LongVector ys = (LongVector) columns.get(1);
        long[] xKeys = xs.keys();
        long[] yKeys = ys.keys();
        int count = xs.rowCount();
        for (int row = 0; row < count && isKnown; row++) {
            int xValue = xs.value(row);
            int yValue = ys.value(row);
            if (xValue < 0 || yValue < 0) {
                continue;
            }
            double x = LongCodec.toDouble(xKeys[xValue]);
            double y = LongCodec.toDouble(yKeys[yValue]);
            if (Double.isNaN(x) || Double.isNaN(y)) {
                continue;
            }
            isKnown = Double.isFinite(x) && Double.isFinite(y);
            cover.add(x, x, y, y);
        }
    }

    @Override
    public void finish(SummaryWriter to) {
        if (isKnown) {
            cover.write(to);
        } else {
            to.appendNothing();
        }
    }

    @Override
    public long retainedBytes() {
        return cover.retainedBytes();
    }
}
