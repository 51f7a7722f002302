// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.geo;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Describes a part of the plane, or of the globe in degrees, by boxes that cover it and possibly more. The boxes must
 * contain every point of the shape that they stand for. Every bound is therefore moved outwards by more than the
 * rounding errors of engines' functions and of the arithmetic here.
 */
public record Area(List<Box> boxes) {
    /** The relative amount by which a box is widened. The library of Trino 476 has a tolerance of 2e-14. */
    private static final double TOLERANCE = 1e-9;

    /** Bounds the number of boxes; if a geometry has more parts, some of them share a box. */
    private static final int MOST_BOXES = 32;

    public Area {
        boxes = ImmutableList.copyOf(boxes);
        checkArgument(!boxes.isEmpty(), "an area without any box");
    }

    /**
     * Returns an area that contains everything that intersects a part of a geometry, or is at most {@code distance}
     * away from it in the plane.
     *
     * @param parts boxes around the points, lines and rings of the geometry
     * @return empty if there are no parts or one is not finite, or if {@code distance} is negative or not finite
     */
    public static Optional<Area> near(List<Box> parts, double distance) {
        if (!Double.isFinite(distance) || distance < 0) {
            return Optional.empty();
        }
        List<Box> kept = new ArrayList<>();
        for (Box part : parts) {
            if (!Double.isFinite(part.minX() + part.maxX() + part.minY() + part.maxY())) {
                return Optional.empty();
            }
            if (kept.stream().anyMatch(other -> holds(other, part))) {
                // the part is a hole, for example
                continue;
            }
            if (kept.size() < MOST_BOXES) {
                kept.add(part);
            } else {
                kept.set(MOST_BOXES - 1, span(kept.get(MOST_BOXES - 1), part));
            }
        }
        return kept.isEmpty()
                ? Optional.empty()
                : Optional.of(new Area(kept.stream()
                        .map(part -> tolerant(grown(part, distance * (1 + TOLERANCE))))
                        .toList()));
    }

    /**
     * Returns an area that contains everything that intersects the box around a geometry, or is at most {@code
     * distance} away from it; empty in the same cases as {@link #near}.
     */
    public static Optional<Area> around(List<Box> parts, double distance) {
        return parts.stream().reduce(Area::span).flatMap(whole -> near(List.of(whole), distance));
    }

    private static boolean holds(Box box, Box other) {
        return box.minX() <= other.minX()
                && other.maxX() <= box.maxX()
                && box.minY() <= other.minY()
                && other.maxY() <= box.maxY();
    }

    private static Box span(Box one, Box other) {
        return new Box(
                Math.min(one.minX(), other.minX()),
                Math.max(one.maxX(), other.maxX()),
                Math.min(one.minY(), other.minY()),
                Math.max(one.maxY(), other.maxY()));
    }

    private static Box grown(Box box, double distance) {
        return new Box(box.minX() - distance, box.maxX() + distance, box.minY() - distance, box.maxY() + distance);
    }

    private static Box tolerant(Box box) {
        double largest = Math.max(
                Math.max(Math.abs(box.minX()), Math.abs(box.maxX())),
                Math.max(Math.abs(box.minY()), Math.abs(box.maxY())));
        return grown(box, TOLERANCE * Math.max(1, largest));
    }

    /** Returns this area together with all points that have an infinite coordinate. */
    public Area withInfinity() {
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
     * are not on the globe: functions fail on them, and must still do so, or take them for others that are. NaN is in
     * no box, so the caller must handle it.
     *
     * @param angle the distance as an angle at the centre of the globe, in radians
     * @return empty if the point is not on the globe, the distance is not finite, or the circle covers the globe
     */
    public static Optional<Area> onGlobe(double latitude, double longitude, double angle) {
        if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || !Double.isFinite(angle)) {
            return Optional.empty();
        }
        double widened = Math.max(0, angle) * (1 + TOLERANCE) + TOLERANCE;
        if (widened >= Math.PI) {
            return Optional.empty();
        }
        double degrees = Math.toDegrees(widened) + TOLERANCE;
        double south = latitude - degrees;
        double north = latitude + degrees;
        ImmutableList.Builder<Box> boxes = ImmutableList.builder();
        boxes.addAll(beyondTheGlobe());
        double ratio = Math.sin(widened) / Math.cos(Math.toRadians(latitude));
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

    /**
     * Returns a predicate that is satisfied by points in this area. It is one on each column, which bounds can decide;
     * indexes of boxes around points recognise its form.
     *
     * @param x of type double, as {@code y}
     */
    public Predicate ofPoints(IndexedColumn x, IndexedColumn y) {
        return Predicate.or(boxes.stream()
                .map(box ->
                        Predicate.and(List.of(between(x, box.minX(), box.maxX()), between(y, box.minY(), box.maxY()))))
                .collect(toImmutableList()));
    }

    private static Predicate between(IndexedColumn column, double low, double high) {
        List<KeyRange> range = List.of(KeyRange.between(Key.ofDouble(low), Key.ofDouble(high)));
        return new Predicate.InSet(column, KeySet.of(ScalarType.DOUBLE, range).orElseThrow());
    }

    /** Returns a predicate that is satisfied by geometries with a point in this area. */
    public Predicate ofGeometries(IndexedColumn column) {
        return new InBoxes(List.of(column), boxes);
    }
}
