// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.DoubleType.DOUBLE;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import java.util.List;

/** Finds the boxes around the points of a range. */
final class PointsSummarizer implements Summarizer {
    private final BoxCover cover;
    private boolean isKnown = true;

    PointsSummarizer(BoxCover cover) {
        this.cover = cover;
    }

    @Override
    public void add(List<Block> columns) {
        Block xs = columns.get(0);
        Block ys = columns.get(1);
        for (int row = 0; row < xs.getPositionCount() && isKnown; row++) {
            if (xs.isNull(row) || ys.isNull(row)) {
                continue;
            }
            double x = DOUBLE.getDouble(xs, row);
            double y = DOUBLE.getDouble(ys, row);
            if (Double.isNaN(x) || Double.isNaN(y)) {
                continue;
            }
            isKnown = Double.isFinite(x) && Double.isFinite(y);
            cover.add(x, x, y, y);
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        if (isKnown) {
            cover.write(fields);
        } else {
            fields.forEach(BlockBuilder::appendNull);
        }
    }

    @Override
    public long retainedBytes() {
        return cover.retainedBytes();
    }
}
