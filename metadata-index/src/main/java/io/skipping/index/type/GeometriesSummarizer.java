// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.esri.core.geometry.Envelope;
import com.esri.core.geometry.ogc.OGCGeometry;
import io.airlift.slice.Slice;
import io.trino.geospatial.serde.GeometrySerde;
import io.trino.geospatial.serde.JtsGeometrySerde;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.VariableWidthBlock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/**
 * Finds the boxes around the geometries of a range. They are read by the libraries that Trino's functions call, text by one
 * and binary by the other, so that what a function fails on is not taken here.
 */
final class GeometriesSummarizer implements Summarizer {
    private final BoxCover cover;
    private final boolean isText;
    private final BlockValues blockValues = new BlockValues();
    private boolean isKnown = true;

    GeometriesSummarizer(BoxCover cover, boolean isText) {
        this.cover = cover;
        this.isText = isText;
    }

    @Override
    public void add(List<Block> columns) {
        blockValues.read(columns.getFirst());
        VariableWidthBlock block = (VariableWidthBlock) blockValues.values();
        for (int i = 0; i < blockValues.count() && isKnown; i++) {
            Slice geometry = block.getSlice(blockValues.positions()[i]);
            Optional<Envelope> envelope = envelope(geometry);
            isKnown = envelope.isPresent();
            envelope.ifPresent(box -> cover.add(box.getXMin(), box.getXMax(), box.getYMin(), box.getYMax()));
        }
    }

    /** Empty if there is none, or some function might see another geometry. */
    private Optional<Envelope> envelope(Slice value) {
        try {
            Optional<Slice> shape = isText ? ofText(value.toStringUtf8()) : ofBinary(value.getBytes());
            return shape.map(GeometrySerde::deserializeEnvelope)
                    .filter(box -> !box.isEmpty()
                            && Double.isFinite(box.getXMin())
                            && Double.isFinite(box.getXMax())
                            && Double.isFinite(box.getYMin())
                            && Double.isFinite(box.getYMax()));
        } catch (ParseException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Single coordinates that are NaN would be left out of an envelope. */
    private static Optional<Slice> ofText(String text) {
        return text.toLowerCase(Locale.ROOT).contains("nan")
                ? Optional.empty()
                : Optional.of(GeometrySerde.serialize(OGCGeometry.fromText(text)));
    }

    private static Optional<Slice> ofBinary(byte[] bytes) throws ParseException {
        Geometry geometry = new WKBReader().read(bytes);
        boolean isProper = Arrays.stream(geometry.getCoordinates())
                .allMatch(coordinate -> Double.isFinite(coordinate.x) && Double.isFinite(coordinate.y));
        return isProper ? Optional.of(JtsGeometrySerde.serialize(geometry)) : Optional.empty();
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
        return blockValues.retainedBytes() + cover.retainedBytes();
    }
}
