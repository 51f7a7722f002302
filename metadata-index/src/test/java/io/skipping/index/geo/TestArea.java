// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.geo;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.type.bbox.GeometryBounds;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;
import org.testng.annotations.Test;

public class TestArea {
    private static final int CASES = 200_000;
    private static final double RADIUS = 6371.01;

    @Test
    public void testWhatIsNearOnTheGlobeIsInTheArea() {
        Random random = new Random(1);
        int near = 0;
        for (int i = 0; i < CASES; i++) {
            double latitude = latitude(random);
            double longitude = longitude(random);
            double kilometres = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextDouble() * 10;
                case 2 -> random.nextDouble() * 20_100;
                default -> Math.pow(10, random.nextDouble() * 6 - 2);
            };
            Area area = Area.onGlobe(latitude, longitude, kilometres / RADIUS).orElse(null);
            for (int j = 0; j < 4; j++) {
                // near the circle, where it would be missed
                double otherLatitude = latitude(random);
                double otherLongitude = longitude(random);
                if (random.nextBoolean()) {
                    double degrees = Math.toDegrees(kilometres / RADIUS);
                    double bearing = random.nextDouble() * 2 * Math.PI;
                    otherLatitude = Math.clamp(latitude + degrees * Math.cos(bearing), -90.0, 90.0);
                    otherLongitude = wrapped(longitude
                            + degrees * Math.sin(bearing) / Math.max(1e-3, Math.cos(Math.toRadians(otherLatitude))));
                }
                if (greatCircleKilometres(latitude, longitude, otherLatitude, otherLongitude) <= kilometres) {
                    near++;
                    assertThat(area == null || contains(area, otherLongitude, otherLatitude))
                            .as(
                                    "(%s, %s) is at most %s km away from (%s, %s)",
                                    otherLatitude, otherLongitude, kilometres, latitude, longitude)
                            .isTrue();
                }
            }
        }
        assertThat(near).as("points that are near").isGreaterThan(CASES / 4);
    }

    @Test
    public void testAreasOnTheGlobeAreTight() {
        Area area = Area.onGlobe(48.9, 2.25, 2.5 / RADIUS).orElseThrow();
        assertThat(contains(area, 2.25, 48.9)).isTrue();
        assertThat(contains(area, 2.25, 48.9 + 0.0225))
                .as("2.502 km to the north")
                .isFalse();
        assertThat(contains(area, 2.25 + 0.0343, 48.9))
                .as("2.507 km to the east")
                .isFalse();
        assertThat(contains(Area.onGlobe(0, 179.9, 100 / RADIUS).orElseThrow(), -179.5, 0))
                .as("beyond the antimeridian")
                .isTrue();
        assertThat(contains(Area.onGlobe(0, 179.9, 100 / RADIUS).orElseThrow(), 0, 0))
                .as("on the other side of the globe")
                .isFalse();
        assertThat(contains(Area.onGlobe(89.9, 10, 50 / RADIUS).orElseThrow(), -170, 89.8))
                .as("beyond the pole")
                .isTrue();
        assertThat(contains(Area.onGlobe(10, 10, 50 / RADIUS).orElseThrow(), 200, 95))
                .as("where no place is, and Trino's function fails")
                .isTrue();
        assertThat(Area.onGlobe(91, 10, 50 / RADIUS))
                .as("a centre that is no place")
                .isEmpty();
        assertThat(Area.onGlobe(10, 10, 30_000 / RADIUS)).as("the whole globe").isEmpty();
    }

    @Test
    public void testPartsOfAGeometryHaveTheirOwnBoxes() {
        List<Box> islands =
                parts("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((100 50, 101 50, 101 51, 100 51, 100 50)))");
        Area area = Area.near(islands, 0).orElseThrow();
        assertThat(contains(area, 0.5, 0.5)).isTrue();
        assertThat(contains(area, 101, 51)).as("on the border").isTrue();
        assertThat(contains(area, 50, 25)).as("between them").isFalse();
        assertThat(contains(Area.near(islands, 2).orElseThrow(), 2.5, 0.5))
                .as("near by")
                .isTrue();
        assertThat(contains(Area.around(islands, 0).orElseThrow(), 50, 25))
                .as("in the box around all")
                .isTrue();
        List<Box> collection = parts("GEOMETRYCOLLECTION (POINT (0 0), POINT (100 50))");
        assertThat(contains(Area.near(collection, 0).orElseThrow(), 50, 25))
                .as("a collection is not taken apart")
                .isTrue();
        List<Box> flat = parts("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((50 20, 50 40, 50 20, 50 20)))");
        assertThat(contains(Area.near(flat, 0).orElseThrow(), 50, 30))
                .as("on a ring without area")
                .isTrue();
        assertThat(Area.near(List.of(), 0)).isEmpty();
        for (double distance : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
            assertThat(Area.near(parts("POINT (1 2)"), distance)).isEmpty();
        }
    }

    @Test
    public void testManyPartsShareBoxes() {
        int count = 100;
        List<Box> points = parts(
                IntStream.range(0, count).mapToObj(i -> i + " " + -i).collect(joining(", ", "MULTIPOINT (", ")")));
        Area area = Area.near(points, 0).orElseThrow();
        assertThat(area.boxes()).hasSizeLessThanOrEqualTo(32);
        for (int i = 0; i < count; i++) {
            assertThat(contains(area, i, -i)).isTrue();
        }
    }

    private static List<Box> parts(String text) {
        try {
            byte[] binary = new WKBWriter().write(new WKTReader().read(text));
            return GeometryBounds.partsOfBinary(Slices.wrappedBuffer(binary)).orElseThrow();
        } catch (ParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static boolean contains(Area area, double x, double y) {
        return area.boxes().stream()
                .anyMatch(box -> box.minX() <= x && x <= box.maxX() && box.minY() <= y && y <= box.maxY());
    }

    private static double latitude(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 90;
            case 1 -> -90;
            case 2 -> 0;
            case 3 -> 89 + random.nextDouble();
            default -> random.nextDouble() * 180 - 90;
        };
    }

    private static double longitude(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 180;
            case 1 -> -180;
            case 2 -> 179 + random.nextDouble();
            default -> random.nextDouble() * 360 - 180;
        };
    }

    private static double wrapped(double longitude) {
        double wrapped = (longitude + 180) % 360;
        return (wrapped < 0 ? wrapped + 360 : wrapped) - 180;
    }

    /** The formula of Vincenty for a sphere, which Trino's great_circle_distance uses, of the same radius. */
    private static double greatCircleKilometres(
            double latitude, double longitude, double otherLatitude, double otherLongitude) {
        double from = Math.toRadians(latitude);
        double to = Math.toRadians(otherLatitude);
        double turn = Math.toRadians(longitude) - Math.toRadians(otherLongitude);
        double across = Math.cos(to) * Math.sin(turn);
        double along = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn);
        double ahead = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(turn);
        return Math.atan2(Math.sqrt(across * across + along * along), ahead) * RADIUS;
    }
}
