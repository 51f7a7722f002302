// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import io.airlift.slice.Slice;
import io.trino.geospatial.serde.JtsGeometrySerde;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.AbstractVariableWidthType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeDescriptor;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.IntersectionMatrix;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import org.locationtech.jts.operation.relateng.RelateNG;

/**
 * A geometry of the library that the engine's functions call: JTS's. The functions themselves are not published for this
 * release.
 */
record EngineGeometry(Geometry geometry) {
    private static final GeometryFactory GEOMETRIES = new GeometryFactory();

    static EngineGeometry fromText(String text) {
        try {
            return new EngineGeometry(new WKTReader(GEOMETRIES).read(text));
        } catch (ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** As ST_Point gives it to the next function: stored. */
    static EngineGeometry point(double x, double y) {
        return new EngineGeometry(
                JtsGeometrySerde.deserialize(JtsGeometrySerde.serialize(GEOMETRIES.createPoint(new Coordinate(x, y)))));
    }

    static Slice serialize(Envelope envelope) {
        return JtsGeometrySerde.serialize(envelope);
    }

    /** The types are in a plugin of Trino's; a connector sees their names, and slices. */
    static Type type(String name) {
        return new AbstractVariableWidthType(new TypeDescriptor(name), Slice.class) {
            @Override
            public String getDisplayName() {
                return name;
            }

            @Override
            public Object getObjectValue(Block block, int position) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void writeSlice(BlockBuilder builder, Slice value) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void writeSlice(BlockBuilder builder, Slice value, int offset, int length) {
                throw new UnsupportedOperationException();
            }
        };
    }

    Slice serialize() {
        return JtsGeometrySerde.serialize(geometry);
    }

    boolean isEmpty() {
        return geometry.isEmpty();
    }

    Envelope envelope() {
        return geometry.getEnvelopeInternal();
    }

    /** Infinite where the function gives NULL; 0 where it fails. */
    double distance(EngineGeometry other) {
        try {
            return isEmpty() || other.isEmpty() ? Double.POSITIVE_INFINITY : geometry.distance(other.geometry);
        } catch (RuntimeException e) {
            return 0;
        }
    }

    /** As Trino's functions, which look at envelopes before they ask the library. */
    boolean isTrueOrFails(String relation, EngineGeometry other) {
        Envelope left = envelope();
        Envelope right = other.envelope();
        boolean mayBeTrue = switch (relation) {
            case "st_contains" -> left.contains(right);
            case "st_within" -> right.contains(left);
            case "st_equals" -> true;
            default -> left.intersects(right);
        };
        if (!mayBeTrue) {
            return false;
        }
        try {
            IntersectionMatrix related = RelateNG.relate(geometry, other.geometry);
            int dimension = geometry.getDimension();
            int otherDimension = other.geometry.getDimension();
            return switch (relation) {
                case "st_contains" -> related.isContains();
                case "st_within" -> related.isWithin();
                case "st_intersects" -> related.isIntersects();
                case "st_overlaps" -> related.isOverlaps(dimension, otherDimension);
                case "st_crosses" -> related.isCrosses(dimension, otherDimension);
                case "st_touches" -> related.isTouches(dimension, otherDimension);
                case "st_equals" -> related.isEquals(dimension, otherDimension);
                default -> throw new IllegalStateException(relation);
            };
        } catch (RuntimeException e) {
            return true;
        }
    }
}
