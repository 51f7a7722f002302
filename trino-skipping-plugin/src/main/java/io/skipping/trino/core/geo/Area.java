// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;

/**
 * Describes a part of the plane, or of the globe in degrees, by boxes that cover it and possibly more. The boxes must
 * contain every point of the shape that they stand for. Every bound is therefore moved outwards by more than the
 * rounding errors of Trino's functions and of the arithmetic here.
 */
record Area(List<Box> boxes) {
    /** The relative amount by which a box is widened. Trino's geometry library has a tolerance of 2e-14. */
    private static final double TOLERANCE = 1e-9;

    /** Bounds the number of boxes; if a geometry has more parts, some of them share a box. */
    private static final int MOST_BOXES = 32;

    /** The Earth's radius as Trino defines it. */
    private static final double EARTH_RADIUS_KM = 6371.01;

    /** Holds inclusive bounds, which are infinite on sides without a bound. */
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
     * Returns an area that contains everything that intersects a part of a geometry, or is at most {@code distance}
     * away from it in the plane. The parts are points, lines and rings.
     *
     * @return empty if the geometry is empty or has coordinates that are not finite, or if {@code distance} is negative
     *     or not finite
     */
    static Optional<Area> near(Geometry geometry, double distance) {
        // not all functions split collections into their parts
        return isCollection(geometry) ? around(geometry, distance) : covering(parts(geometry), distance);
    }

    /**
     * Returns an area that contains everything that intersects the envelope of a geometry, or is at most {@code
     * distance} away from it; empty in the same cases as {@link #near}.
     */
    static Optional<Area> around(Geometry geometry, double distance) {
        return covering(geometry.isEmpty() ? List.of() : List.of(envelope(geometry)), distance);
    }

    static boolean isCollection(Geometry geometry) {
        return geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION);
    }

    private static List<Envelope> parts(Geometry geometry) {
        List<Envelope> parts = new ArrayList<>();
        for (int number = 0; number < geometry.getNumGeometries(); number++) {
            Geometry part = geometry.getGeometryN(number);
            if (part.isEmpty()) {
                continue;
            }
            if (part instanceof Polygon polygon) {
                parts.add(envelope(polygon.getExteriorRing()));
                // of a polygon that is not valid, these can reach beyond the first
                for (int ring = 0; ring < polygon.getNumInteriorRing(); ring++) {
                    parts.add(envelope(polygon.getInteriorRingN(ring)));
                }
            } else {
                parts.add(envelope(part));
            }
        }
        return parts;
    }

    /** Returns the envelope of all coordinates, or one that is not finite if one of them is not. */
    private static Envelope envelope(Geometry geometry) {
        Coordinate[] coordinates = geometry.getCoordinates();
        if (Arrays.stream(coordinates).anyMatch(point -> !Double.isFinite(point.x) || !Double.isFinite(point.y))) {
            return new Envelope(new Coordinate(Double.NaN, Double.NaN));
        }
        Envelope envelope = new Envelope();
        for (Coordinate point : coordinates) {
            envelope.expandToInclude(point);
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
                // the part is a hole, for example
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

    /** Returns this area together with all points that have an infinite coordinate. */
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
     * Returns an area that contains everything at most some distance away from a point of the globe, across poles and
     * the antimeridian. X is the longitude and Y the latitude, both in degrees. The area contains all coordinates that
     * are not on the globe: Trino's functions fail on them, and must still do so. NaN is in no box, so the caller must
     * handle it.
     *
     * @return empty if the point is not on the globe, the distance is not finite, or the circle covers the globe
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
            // the circle contains a pole, and therefore all longitudes
            boxes.add(new Box(-180, 180, Math.max(-90, south), Math.min(90, north)));
            return Optional.of(new Area(boxes.build()));
        }
        // a circle is not widest at the latitude of its centre
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
