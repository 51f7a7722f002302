// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import io.airlift.slice.Slice;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.ValueVector;
import java.util.List;
import java.util.Optional;

/**
 * Collects the boxes around the geometries of a range, until it finds one that {@link GeometryBounds} does not accept.
 */
final class GeometriesSummarizer implements Summarizer {
    private final BoxCover cover;
    private final boolean isText;
    private boolean isKnown = true;

    GeometriesSummarizer(BoxCover cover, boolean isText) {
        this.cover = cover;
        this.isText = isText;
    }

    @Override
    public void add(List<ValueVector> columns) {
        BytesVector geometries = (BytesVector) columns.get(0);
        int count = geometries.valueCount();
        for (int i = 0; i < count && isKnown; i++) {
            Slice geometry = geometries.slice(i);
            Optional<Box> bounds = isText ? GeometryBounds.ofText(geometry) : GeometryBounds.ofBinary(geometry);
            isKnown = bounds.isPresent();
            bounds.ifPresent(box -> cover.add(box.minX(), box.maxX(), box.minY(), box.maxY()));
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
