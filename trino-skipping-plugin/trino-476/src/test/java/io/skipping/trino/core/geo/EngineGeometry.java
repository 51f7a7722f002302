// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import com.esri.core.geometry.GeometryException;
import com.esri.core.geometry.Point;
import com.esri.core.geometry.ogc.OGCGeometry;
import com.esri.core.geometry.ogc.OGCPoint;
import io.airlift.slice.Slice;
import io.trino.geospatial.serde.GeometrySerde;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.type.AbstractVariableWidthType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeSignature;
import org.locationtech.jts.geom.Envelope;

/** A geometry of the library that the engine's functions call: Esri's. */
record EngineGeometry(OGCGeometry geometry) {
    static EngineGeometry fromText(String text) {
        return new EngineGeometry(OGCGeometry.fromText(text));
    }

    static EngineGeometry point(double x, double y) {
        return new EngineGeometry(new OGCPoint(new Point(x, y), null));
    }

    /** The engine has a form of its own for what ST_Envelope gives. */
    static Slice serialize(Envelope envelope) {
        return GeometrySerde.serialize(new com.esri.core.geometry.Envelope(
                envelope.getMinX(), envelope.getMinY(), envelope.getMaxX(), envelope.getMaxY()));
    }

    /** The types are in a plugin of Trino's; a connector sees their names, and slices. */
    static Type type(String name) {
        return new AbstractVariableWidthType(new TypeSignature(name), Slice.class) {
            @Override
            public Object getObjectValue(ConnectorSession session, Block block, int position) {
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
        return GeometrySerde.serialize(geometry);
    }

    boolean isEmpty() {
        return geometry.isEmpty();
    }

    Envelope envelope() {
        com.esri.core.geometry.Envelope envelope = engineEnvelope();
        return new Envelope(envelope.getXMin(), envelope.getXMax(), envelope.getYMin(), envelope.getYMax());
    }

    private com.esri.core.geometry.Envelope engineEnvelope() {
        return GeometrySerde.deserializeEnvelope(serialize());
    }

    /** Infinite where the function gives NULL; 0 where it fails. */
    double distance(EngineGeometry other) {
        try {
            return isEmpty() || other.isEmpty() ? Double.POSITIVE_INFINITY : geometry.distance(other.geometry);
        } catch (GeometryException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /** As Trino's functions, which look at envelopes before they ask the library. */
    boolean isTrueOrFails(String relation, EngineGeometry other) {
        com.esri.core.geometry.Envelope left = engineEnvelope();
        com.esri.core.geometry.Envelope right = other.engineEnvelope();
        boolean mayBeTrue = switch (relation) {
            case "st_contains" -> left.contains(right);
            case "st_within" -> right.contains(left);
            case "st_equals" -> true;
            default -> left.isIntersecting(right);
        };
        if (!mayBeTrue || !relation.equals("st_equals") && (left.isEmpty() || right.isEmpty())) {
            return false;
        }
        try {
            return switch (relation) {
                case "st_contains" -> geometry.contains(other.geometry);
                case "st_within" -> geometry.within(other.geometry);
                case "st_intersects" -> geometry.intersects(other.geometry);
                case "st_overlaps" -> geometry.overlaps(other.geometry);
                case "st_crosses" -> geometry.crosses(other.geometry);
                case "st_touches" -> geometry.touches(other.geometry);
                case "st_equals" -> geometry.Equals(other.geometry);
                default -> throw new IllegalArgumentException(relation);
            };
        } catch (GeometryException | UnsupportedOperationException e) {
            return true;
        }
    }
}
