// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import io.skipping.index.predicate.InBoxes.Box;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;

/** Divides geometries into parts. */
final class GeometryParts {
    private GeometryParts() {}

    /**
     * Returns the boxes around the points, lines and rings of a geometry; of a collection of any kind of geometries,
     * which not all functions divide, a single one around all. There is none if the geometry is empty, or has a
     * coordinate that is not finite.
     */
    static List<Box> of(Geometry geometry) {
        Coordinate[] coordinates = geometry.getCoordinates();
        if (Arrays.stream(coordinates).anyMatch(point -> !Double.isFinite(point.x) || !Double.isFinite(point.y))) {
            return List.of();
        }
        List<Geometry> parts = new ArrayList<>();
        if (isCollection(geometry)) {
            parts.add(geometry);
        } else {
            for (int number = 0; number < geometry.getNumGeometries(); number++) {
                add(geometry.getGeometryN(number), parts);
            }
        }
        return parts.stream()
                .filter(part -> !part.isEmpty())
                .map(GeometryParts::box)
                .toList();
    }

    private static void add(Geometry part, List<Geometry> to) {
        if (part instanceof Polygon polygon) {
            to.add(polygon.getExteriorRing());
            // of a polygon that is not valid, these can reach beyond the first
            for (int ring = 0; ring < polygon.getNumInteriorRing(); ring++) {
                to.add(polygon.getInteriorRingN(ring));
            }
        } else {
            to.add(part);
        }
    }

    static boolean isCollection(Geometry geometry) {
        return geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION);
    }

    /** Returns the box around all coordinates, those of holes included. */
    private static Box box(Geometry geometry) {
        Envelope envelope = new Envelope();
        for (Coordinate point : geometry.getCoordinates()) {
            envelope.expandToInclude(point);
        }
        return new Box(envelope.getMinX(), envelope.getMaxX(), envelope.getMinY(), envelope.getMaxY());
    }
}
