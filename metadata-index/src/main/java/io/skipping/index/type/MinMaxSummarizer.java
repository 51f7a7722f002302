// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.TypeUtils.writeNativeValue;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Type;
import java.util.List;

/** Finds the bounds of a range. */
final class MinMaxSummarizer implements Summarizer {
    private final Type type;
    private final Extremes extremes;
    private final boolean footersSuffice;
    private final BlockValues blockValues = new BlockValues();
    private long nulls;
    private boolean exact = true;

    /** @param footersSuffice whether bounds of values need no more than what footers say */
    MinMaxSummarizer(Type type, Extremes extremes, boolean footersSuffice) {
        this.type = type;
        this.extremes = extremes;
        this.footersSuffice = footersSuffice;
    }

    @Override
    public void add(List<Block> columns) {
        blockValues.read(columns.getFirst());
        nulls += blockValues.nulls();
        if (blockValues.count() > 0) {
            extremes.add(blockValues.values(), blockValues.positions(), blockValues.count());
        }
    }

    @Override
    public boolean addStatistics(List<FooterStatistics> columns) {
        FooterStatistics statistics = columns.getFirst();
        if (statistics.nulls() < statistics.rows()) {
            if (!footersSuffice
                    || statistics.minimum().isEmpty()
                    || statistics.maximum().isEmpty()) {
                return false;
            }
            BlockBuilder bounds = type.createBlockBuilder(null, 2);
            writeNativeValue(type, bounds, statistics.minimum().get());
            writeNativeValue(type, bounds, statistics.maximum().get());
            ValueBlock block = bounds.buildValueBlock();
            if (!extremes.addBounds(block)) {
                return false;
            }
        }
        nulls += statistics.nulls();
        // formats may have cut or rounded them, whatever the type
        exact = false;
        return true;
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        BIGINT.writeLong(fields.get(MinMaxIndexType.NULLS), nulls);
        extremes.finish(fields, exact);
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes() + extremes.retainedBytes();
    }
}
