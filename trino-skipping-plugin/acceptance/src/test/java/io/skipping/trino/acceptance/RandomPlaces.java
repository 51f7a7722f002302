// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random points of the globe, geometries around them, and conditions on both in all of the ways in which Trino's functions
 * say them. Places are few, and some of them are awkward: the poles, and both sides of the antimeridian.
 */
final class RandomPlaces {
    private static final double[][] CENTRES = {
        {2.35, 48.85}, {179.95, -17}, {-179.95, -17}, {0, 89.9}, {120, -89.95}, {-0.02, 0.01}, {-70, 66.5}, {179.99, 80}
    };
    static final List<String> RELATIONS = List.of(
            "ST_Contains",
            "ST_Within",
            "ST_Intersects",
            "ST_Overlaps",
            "ST_Crosses",
            "ST_Touches",
            "ST_Equals",
            "ST_Disjoint");

    private final Random random;

    RandomPlaces(long seed) {
        this.random = new Random(seed);
    }

    /** Rows of one object, around one or two of the places: id, longitude, latitude, geometry as text. */
    String rows(int object, int count) {
        double[] one = CENTRES[object % CENTRES.length];
        double[] other = CENTRES[random.nextInt(CENTRES.length)];
        return IntStream.range(0, count)
                .mapToObj(i -> row(object * count + i, random.nextInt(4) == 0 ? other : one))
                .collect(joining(", "));
    }

    private String row(int id, double[] centre) {
        double longitude = longitude(centre[0] + offset());
        double latitude = Math.clamp(centre[1] + offset(), -90, 90);
        return format(
                "(%d, %s, %s, %s)",
                id,
                random.nextInt(25) == 0 ? "CAST(NULL AS double)" : number(longitude),
                random.nextInt(25) == 0 ? "CAST(NULL AS double)" : random.nextInt(40) == 0 ? "90e0" : number(latitude),
                random.nextInt(12) == 0 ? "NULL" : "'" + shape(longitude, latitude) + "'");
    }

    /** On a grid, so that points are on borders and on each other. */
    private double offset() {
        return (random.nextInt(17) - 8) / 16.0;
    }

    private static double longitude(double degrees) {
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
    }

    /** A condition over columns {@code id}, {@code lng}, {@code lat}, {@code wkt} and {@code wkb}, or the NOT of one. */
    String condition() {
        String condition = random.nextInt(6) == 0
                ? "(%s OR %s)".formatted(leaf(), leaf())
                : random.nextInt(6) == 0 ? "(%s AND %s)".formatted(leaf(), leaf()) : leaf();
        return random.nextInt(4) == 0 ? "NOT " + condition : condition;
    }

    private String leaf() {
        double[] centre = CENTRES[random.nextInt(CENTRES.length)];
        double longitude = longitude(centre[0] + offset());
        double latitude = Math.clamp(centre[1] + offset(), -90, 90);
        return switch (random.nextInt(8)) {
            case 0, 1 -> {
                String area = area(longitude, latitude);
                String operand = operand();
                yield call(RELATIONS.get(random.nextInt(RELATIONS.size())), operand, area);
            }
            case 2 -> within(call("ST_Distance", operand(), area(longitude, latitude)), random.nextInt(4) / 8.0);
            case 3, 4 -> {
                String centrePoint =
                        "to_spherical_geography(ST_Point(%s, %s))".formatted(number(longitude), number(latitude));
                yield within(call("ST_Distance", "to_spherical_geography(ST_Point(lng, lat))", centrePoint), metres());
            }
            case 5, 6 -> {
                String columns = "lat, lng";
                String constants = "%s, %s".formatted(number(latitude), number(longitude));
                yield within(call("great_circle_distance", columns, constants), metres() / 1000);
            }
            default ->
                format(
                        "(lat BETWEEN %s AND %s AND lng BETWEEN %s AND %s)",
                        number(latitude - 0.25),
                        number(latitude + 0.25),
                        number(longitude - 0.25),
                        number(longitude + 0.25));
        };
    }

    private double metres() {
        return random.nextInt(8) == 0 ? 2e7 : random.nextInt(6) == 0 ? 0 : random.nextInt(60_000);
    }

    private String operand() {
        return switch (random.nextInt(4)) {
            case 0 -> "ST_GeometryFromText(wkt)";
            case 1 -> "ST_GeomFromBinary(wkb)";
            default -> "ST_Point(lng, lat)";
        };
    }

    /** In either order. */
    private String call(String function, String left, String right) {
        return random.nextBoolean()
                ? "%s(%s, %s)".formatted(function, left, right)
                : "%s(%s, %s)".formatted(function, right, left);
    }

    private String within(String distance, double most) {
        return switch (random.nextInt(5)) {
            case 0 -> "%s <= %s".formatted(distance, number(most));
            case 1 -> "%s > %s".formatted(number(most), distance);
            case 2 -> "%s >= %s".formatted(number(most), distance);
            case 3 -> "%s > %s".formatted(distance, number(most));
            default -> "%s < %s".formatted(distance, number(most));
        };
    }

    private String area(double x, double y) {
        return switch (random.nextInt(4)) {
            case 0 -> "ST_Buffer(ST_Point(%s, %s), 0.2)".formatted(number(x), number(y));
            case 1 ->
                // what a polygon that crosses the antimeridian is in the plane
                "ST_GeometryFromText('MULTIPOLYGON (%s, %s)')"
                        .formatted(square(179.5, y, 0.5, 0), square(-180, y, 0.5, 0));
            default -> "ST_GeometryFromText('%s')".formatted(shape(x, y));
        };
    }

    private String shape(double x, double y) {
        return switch (random.nextInt(8)) {
            case 0 -> format("POINT (%s %s)", x, y);
            case 1 -> format("LINESTRING (%s %s, %s %s)", x, y, x + 0.25, y - 0.25);
            case 2 -> format("MULTIPOINT (%s %s, %s %s)", x, y, x - 0.5, y);
            case 3 -> "MULTIPOLYGON (%s, %s)".formatted(square(x, y, 0.125, 0), square(x + 1, y, 0.25, 0.0625));
            case 4 -> "POLYGON EMPTY";
            case 5 -> "POLYGON " + square(x - 0.5, y - 0.5, 1, 0.25);
            default -> "POLYGON " + square(x, y, (1 + random.nextInt(4)) / 8.0, 0);
        };
    }

    /** @param margin between a square and the hole in it, 0 for none */
    private static String square(double x, double y, double side, double margin) {
        String outer = ring(x, y, side);
        return margin == 0
                ? "(" + outer + ")"
                : "(%s, %s)".formatted(outer, ring(x + margin, y + margin, side - 2 * margin));
    }

    private static String ring(double x, double y, double side) {
        return format("(%1$s %2$s, %3$s %2$s, %3$s %4$s, %1$s %4$s, %1$s %2$s)", x, y, x + side, y + side);
    }

    private static String number(double value) {
        return value + (String.valueOf(value).contains("E") ? "" : "e0");
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
