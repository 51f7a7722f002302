// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.base.Preconditions.checkElementIndex;
import static java.util.Objects.requireNonNull;

import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;

/** Hides the last columns of a page. */
final class FirstColumns implements SourcePage {
    private final SourcePage page;
    private final int columns;

    FirstColumns(SourcePage page, int columns) {
        this.page = requireNonNull(page, "page is null");
        this.columns = columns;
    }

    @Override
    public int getPositionCount() {
        return page.getPositionCount();
    }

    @Override
    public long getSizeInBytes() {
        return page.getSizeInBytes();
    }

    @Override
    public long getRetainedSizeInBytes() {
        return page.getRetainedSizeInBytes();
    }

    @Override
    public void retainedBytesForEachPart(ObjLongConsumer<Object> consumer) {
        page.retainedBytesForEachPart(consumer);
    }

    @Override
    public int getChannelCount() {
        return columns;
    }

    @Override
    public Block getBlock(int channel) {
        return page.getBlock(checkElementIndex(channel, columns));
    }

    @Override
    public Page getPage() {
        return page.getColumns(IntStream.range(0, columns).toArray());
    }

    @Override
    public Page getColumns(int[] channels) {
        for (int channel : channels) {
            checkElementIndex(channel, columns);
        }
        return page.getColumns(channels);
    }

    @Override
    public void selectPositions(int[] positions, int offset, int size) {
        page.selectPositions(positions, offset, size);
    }
}
