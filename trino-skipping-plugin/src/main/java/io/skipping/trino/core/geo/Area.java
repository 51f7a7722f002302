// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import static com.google.common.base.Preconditions.checkArgument;

import com.esri.core.geometry.MultiPath;
import com.esri.core.geometry.MultiVertexGeometry;
import com.esri.core.geometry.Point;
import com.esri.core.geometry.Point2D;
import com.esri.core.geometry.ogc.OGCConcreteGeometryCollection;
import com.esri.core.geometry.ogc.OGCGeometry;
import com.google.common.collect.ImmutableList;
import io.trino.geospatial.serde.GeometrySerde;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;

/**
 * A part of the plane, or of the globe in degrees, as boxes that cover it; they may cover more. All that is asked of an area
 * is that no point of what it stands for is outside, so every bound is moved outwards by more than what Trino's functions,
 * and the arithmetic here, may err.
 */
record Area(List<Box> boxes) {
    /** Share of its coordinates by which a box is widened; Trino's geometry library tolerates 2e-14. */
    private static final double TOLERANCE = 1e-9;

    /** Boxes of an area; of a geometry of more parts, some share a box. */
    private static final int MOST_BOXES = 32;

    /** As Trino has it. */
    private static final double EARTH_RADIUS_KM = 6371.01;

    /** Bounds, inclusive; infinite where there is none. */
    record Box(double minX, double maxX, double minY, double maxY) {
        Box {
            checkArgument(minX <= maxX && minY <= maxY, "not a box: %s to %s, %s to %s", minX, maxX, minY, maxY);
        }

        private Box grown(double distance) {
            return new Box(minX - distance, maxX + distance, minY - distance, maxY + distance);
        }

        private Box tolerant() {
            double largest =
                    Math.max(Math.max(Math.abs(minX), Math.abs(maxX)), Math.max(Math.abs(minY), Math.abs(maxY)));
            return grown(TOLERANCE * Math.max(1, largest));
        }
    }

    Area {
        boxes = ImmutableList.copyOf(boxes);
        checkArgument(!boxes.isEmpty(), "an area without any box");
    }

    /**
     * Returns the area of what has a point in common with some part of a geometry, or is at most {@code distance} away from it in the plane. The
     * parts are those that Trino's geometry library computes with: points, lines and rings.
     *
     * @return empty if nothing can be said: the geometry is empty or has no proper coordinates
     */
    static Optional<Area> near(OGCGeometry geometry, double distance) {
        // not all functions take collections apart
        return isCollection(geometry)
                ? around(geometry, distance)
                : covering(parts(geometry.getEsriGeometry()), distance);
    }

    /** Returns the area of what meets the envelope of a geometry, or is at most {@code distance} away from it; empty as of {@link #near}. */
    static Optional<Area> around(OGCGeometry geometry, double distance) {
        com.esri.core.geometry.Envelope envelope = GeometrySerde.deserializeEnvelope(GeometrySerde.serialize(geometry));
        return envelope.isEmpty()
                ? Optional.empty()
                : covering(
                        List.of(new Envelope(
                                envelope.getXMin(), envelope.getXMax(), envelope.getYMin(), envelope.getYMax())),
                        distance);
    }

    static boolean isCollection(OGCGeometry geometry) {
        return geometry instanceof OGCConcreteGeometryCollection;
    }

    private static List<Envelope> parts(com.esri.core.geometry.Geometry geometry) {
        List<Envelope> parts = new ArrayList<>();
        switch (geometry) {
            case Point point
            when !point.isEmpty() -> parts.add(new Envelope(new Coordinate(point.getX(), point.getY())));
            case MultiPath lines -> {
                for (int path = 0; path < lines.getPathCount(); path++) {
                    parts.add(envelope(lines, lines.getPathStart(path), lines.getPathEnd(path)));
                }
            }
            case MultiVertexGeometry points -> {
                for (int point = 0; point < points.getPointCount(); point++) {
                    parts.add(envelope(points, point, point + 1));
                }
            }
            default -> {}
        }
        return parts;
    }

    private static Envelope envelope(MultiVertexGeometry points, int from, int to) {
        Envelope envelope = new Envelope();
        for (int i = from; i < to; i++) {
            Point2D point = points.getXY(i);
            if (!Double.isFinite(point.x) || !Double.isFinite(point.y)) {
                return new Envelope(new Coordinate(Double.NaN, Double.NaN));
            }
            envelope.expandToInclude(point.x, point.y);
        }
        return envelope;
    }

    private static Optional<Area> covering(List<Envelope> parts, double distance) {
        if (!Double.isFinite(distance) || distance < 0) {
            return Optional.empty();
        }
        List<Envelope> envelopes = new ArrayList<>();
        for (Envelope part : parts) {
            if (!Double.isFinite(part.getMinX() + part.getMaxX() + part.getMinY() + part.getMaxY())) {
                return Optional.empty();
            }
            if (envelopes.stream().anyMatch(other -> other.contains(part))) {
                // a hole, for example
                continue;
            }
            if (envelopes.size() < MOST_BOXES) {
                envelopes.add(part);
            } else {
                envelopes.getLast().expandToInclude(part);
            }
        }
        ImmutableList.Builder<Box> boxes = ImmutableList.builder();
        for (Envelope envelope : envelopes) {
            boxes.add(new Box(envelope.getMinX(), envelope.getMaxX(), envelope.getMinY(), envelope.getMaxY())
                    .grown(distance * (1 + TOLERANCE))
                    .tolerant());
        }
        return envelopes.isEmpty() ? Optional.empty() : Optional.of(new Area(boxes.build()));
    }

    /** This area, and points with a coordinate that is infinite. */
    Area withInfinity() {
        double infinity = Double.POSITIVE_INFINITY;
        return new Area(ImmutableList.<Box>builder()
                .addAll(boxes)
                .add(
                        new Box(infinity, infinity, -infinity, infinity),
                        new Box(-infinity, -infinity, -infinity, infinity),
                        new Box(-infinity, infinity, infinity, infinity),
                        new Box(-infinity, infinity, -infinity, -infinity))
                .build());
    }

    /**
     * What is at most some distance away from a point of the globe, over poles and the antimeridian. X is the longitude, Y
     * the latitude, both in degrees. Longitudes and latitudes beyond those of the globe are all in the area: Trino's
     * functions fail on them, and must go on to do so. That is left to the caller for NaN, which is in no box.
     */
    static Optional<Area> onGlobe(double latitude, double longitude, double kilometres) {
        if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || !Double.isFinite(kilometres)) {
            return Optional.empty();
        }
        double angle = Math.max(0, kilometres) / EARTH_RADIUS_KM * (1 + TOLERANCE) + TOLERANCE;
        if (angle >= Math.PI) {
            return Optional.empty();
        }
        double degrees = Math.toDegrees(angle) + TOLERANCE;
        double south = latitude - degrees;
        double north = latitude + degrees;
        ImmutableList.Builder<Box> boxes = ImmutableList.builder();
        boxes.addAll(beyondTheGlobe());
        double ratio = Math.sin(angle) / Math.cos(Math.toRadians(latitude));
        if (south <= -90 || north >= 90 || !(ratio < 1)) {
            // a pole is in it, and with it all longitudes
            boxes.add(new Box(-180, 180, Math.max(-90, south), Math.min(90, north)));
            return Optional.of(new Area(boxes.build()));
        }
        // the widest part of a circle is not at its centre's latitude
        double width = Math.toDegrees(Math.asin(ratio)) * (1 + TOLERANCE) + 1e-6;
        double west = longitude - width;
        double east = longitude + width;
        boxes.add(new Box(Math.max(-180, west), Math.min(180, east), south, north));
        if (west < -180) {
            boxes.add(new Box(west + 360, 180, south, north));
        }
        if (east > 180) {
            boxes.add(new Box(-180, east - 360, south, north));
        }
        return Optional.of(new Area(boxes.build()));
    }

    private static List<Box> beyondTheGlobe() {
        double infinity = Double.POSITIVE_INFINITY;
        return ImmutableList.of(
                new Box(-infinity, infinity, Math.nextUp(90.0), infinity),
                new Box(-infinity, infinity, -infinity, Math.nextDown(-90.0)),
                new Box(Math.nextUp(180.0), infinity, -infinity, infinity),
                new Box(-infinity, Math.nextDown(-180.0), -infinity, infinity));
    }
}
