// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.value.ScalarType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.WKBWriter;

/**
 * Geometries as text or binary: points, lines, polygons, with holes, of several parts, crossing themselves; and what is none,
 * is empty or has no proper coordinates. It knows of each value that it has given where the geometry is, from its parts and
 * not from the value.
 */
public final class RandomShapes implements ValueSource {
    private static final GeometryFactory FACTORY = new GeometryFactory();
    private static final List<String> NO_GEOMETRIES =
            List.of("", "POINT (1", "CIRCLE (1 2)", "POINT", "POLYGON ((1 2, 3 4)", "1 2");
    private static final List<String> EMPTY = List.of(
            "POINT EMPTY",
            "LINESTRING EMPTY",
            "POLYGON EMPTY",
            "MULTIPOINT EMPTY",
            "MULTIPOLYGON EMPTY",
            "GEOMETRYCOLLECTION EMPTY");
    private static final double[] NO_COORDINATES = {
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
    };
    /** What bounds a box that has no bound there: beyond all coordinates. */
    private static final double FAR = 1e9;

    private final Random random;
    private final boolean isText;
    private final long centre;
    private final Map<Slice, Geometry> proper = new HashMap<>();

    public RandomShapes(ScalarType type, Random random) {
        this.random = random;
        this.isText = type.kind() == ScalarType.Kind.VARCHAR;
        this.centre = random.nextInt(200) - 100;
    }

    @Override
    public Object next() {
        return near(centre + random.nextInt(60) - 30);
    }

    @Override
    public Object near(long position) {
        // one such value is enough for a range of which nothing is known
        if (random.nextInt(80) == 0) {
            return improper(position);
        }
        Geometry geometry = geometry(position);
        Slice value =
                isText ? Slices.utf8Slice(geometry.toText()) : Slices.wrappedBuffer(new WKBWriter().write(geometry));
        proper.put(value, geometry);
        return value;
    }

    /**
     * Whether a value's geometry has a point in one of some boxes, or is not proper: then functions may fail on it, or find
     * it anywhere, so that it must be read.
     */
    boolean mustBeRead(Object value, List<InBoxes.Box> boxes) {
        Geometry geometry = proper.get((Slice) value);
        return geometry == null || boxes.stream().anyMatch(box -> meets(geometry, box));
    }

    private static boolean meets(Geometry geometry, InBoxes.Box box) {
        Geometry area = FACTORY.toGeometry(new Envelope(
                Math.max(box.minX(), -FAR),
                Math.min(box.maxX(), FAR),
                Math.max(box.minY(), -FAR),
                Math.min(box.maxY(), FAR)));
        return IntStream.range(0, geometry.getNumGeometries())
                .mapToObj(geometry::getGeometryN)
                .anyMatch(part -> hasCorner(part, box) || part.isValid() && part.intersects(area));
    }

    private static boolean hasCorner(Geometry part, InBoxes.Box box) {
        for (Coordinate corner : part.getCoordinates()) {
            if (box.minX() <= corner.x && corner.x <= box.maxX() && box.minY() <= corner.y && corner.y <= box.maxY()) {
                return true;
            }
        }
        return false;
    }

    private Slice improper(long position) {
        if (random.nextInt(3) == 0) {
            return isText ? Slices.utf8Slice(pick(NO_GEOMETRIES)) : Slices.wrappedBuffer(new byte[random.nextInt(12)]);
        }
        if (random.nextInt(2) == 0) {
            return isText
                    ? Slices.utf8Slice(pick(EMPTY))
                    : Slices.wrappedBuffer(new WKBWriter().write(emptyGeometry()));
        }
        double none = NO_COORDINATES[random.nextInt(NO_COORDINATES.length)];
        Coordinate odd =
                random.nextBoolean() ? new Coordinate(position / 4.0, none) : new Coordinate(none, position / 4.0);
        Coordinate[] line = {corner(position), odd, corner(position)};
        return isText
                ? Slices.utf8Slice("LINESTRING (%s %s, %s %s, 1 2)"
                        .formatted(line[0].x, line[0].y, text(line[1].x), text(line[1].y)))
                : Slices.wrappedBuffer(new WKBWriter().write(FACTORY.createLineString(line)));
    }

    /** A number too large is how a text says infinity. */
    private static String text(double coordinate) {
        return Double.isInfinite(coordinate) ? (coordinate > 0 ? "1e400" : "-1e400") : String.valueOf(coordinate);
    }

    private Geometry emptyGeometry() {
        return pick(List.<Supplier<Geometry>>of(
                        FACTORY::createPoint,
                        FACTORY::createLineString,
                        FACTORY::createPolygon,
                        FACTORY::createMultiPoint,
                        FACTORY::createMultiPolygon,
                        FACTORY::createGeometryCollection))
                .get();
    }

    private Geometry geometry(long position) {
        return switch (random.nextInt(9)) {
            case 0 -> FACTORY.createMultiPoint(array(position, this::point, Point[]::new));
            case 1 -> line(position);
            case 2 -> FACTORY.createMultiLineString(array(position, this::line, LineString[]::new));
            case 3 -> polygon(position);
            case 4 -> withHole(position);
            case 5 -> FACTORY.createMultiPolygon(array(position, this::withHole, Polygon[]::new));
            case 6 -> crossingItself(position);
            case 7 -> FACTORY.createGeometryCollection(new Geometry[] {point(position), line(position)});
            default -> point(position);
        };
    }

    private interface Part<T> {
        T near(long position);
    }

    private <T> T[] array(long position, Part<T> part, java.util.function.IntFunction<T[]> array) {
        return IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> part.near(position + 8L * i))
                .toArray(array);
    }

    private Point point(long position) {
        return FACTORY.createPoint(corner(position));
    }

    private LineString line(long position) {
        return FACTORY.createLineString(new Coordinate[] {corner(position), corner(position), corner(position)});
    }

    private Polygon polygon(long position) {
        Coordinate first = corner(position);
        double width = (1 + random.nextInt(8)) / 4.0;
        return FACTORY.createPolygon(new Coordinate[] {
            first, new Coordinate(first.x + width, first.y), new Coordinate(first.x, first.y + width), first
        });
    }

    /** A square of side 4 with a square of side 2 left out, in which boxes without a point in common can be. */
    private Polygon withHole(long position) {
        Coordinate corner = corner(position);
        return FACTORY.createPolygon(
                square(corner.x, corner.y, 4), new LinearRing[] {square(corner.x + 1, corner.y + 1, 2)});
    }

    private static LinearRing square(double x, double y, double side) {
        return FACTORY.createLinearRing(new Coordinate[] {
            new Coordinate(x, y),
            new Coordinate(x, y + side),
            new Coordinate(x + side, y + side),
            new Coordinate(x + side, y),
            new Coordinate(x, y)
        });
    }

    /** Not valid, and yet read by Trino's functions. */
    private Polygon crossingItself(long position) {
        Coordinate first = corner(position);
        return FACTORY.createPolygon(new Coordinate[] {
            first,
            new Coordinate(first.x + 2, first.y + 2),
            new Coordinate(first.x + 2, first.y),
            new Coordinate(first.x, first.y + 2),
            first
        });
    }

    /** On a grid, so that borders of shapes and boxes meet. */
    private Coordinate corner(long position) {
        return new Coordinate((position + random.nextInt(5)) / 4.0, (position * 3 + random.nextInt(5)) / 4.0);
    }

    private <T> T pick(List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }

    /** A box near where shapes of that position are. */
    public InBoxes.Box box(long position) {
        double[] x = side(position);
        double[] y = side(position * 3);
        return new InBoxes.Box(x[0], x[1], y[0], y[1]);
    }

    private double[] side(long position) {
        double low = (position + random.nextInt(9) - 4) / 4.0;
        double high = low + random.nextInt(8) / 4.0;
        return new double[] {
            random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : low,
            random.nextInt(8) == 0 ? Double.POSITIVE_INFINITY : high
        };
    }

    @Override
    public String toString() {
        return isText ? "text" : "binary";
    }
}
