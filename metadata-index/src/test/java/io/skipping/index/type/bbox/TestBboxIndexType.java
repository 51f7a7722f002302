// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RecordedVerdicts;
import io.skipping.index.type.Summaries;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;
import org.testng.annotations.Test;

public class TestBboxIndexType {
    private static final double NAN = Double.NaN;
    private static final IndexedColumn X = new IndexedColumn("x", DOUBLE, "0");
    private static final IndexedColumn Y = new IndexedColumn("y", DOUBLE, "1");

    private final IndexTypes indexTypes = IndexTypes.load(getClass().getClassLoader());

    @Test
    public void testTwoPlacesAreTwoBoxes() {
        List<KeyColumn> summary = points(Map.of("boxes", "2"), 1.0, 1.0, 2.0, 3.0, 101.0, 50.0, 100.0, 51.0);
        assertThat(open(List.of(DOUBLE, DOUBLE), summary).describe(0))
                .contains("[1.0, 2.0] × [1.0, 3.0]", "[100.0, 101.0] × [50.0, 51.0]");
        assertThat(verdict(summary, new Box(10, 90, 0, 60))).isEqualTo(CANNOT_MATCH);
        assertThat(verdict(summary, new Box(1, 2, 50, 51))).isEqualTo(CANNOT_MATCH);
        assertThat(verdict(summary, new Box(2, 90, 3, 60))).as("a corner").isEqualTo(MAY_MATCH);
        assertThat(verdict(summary, new Box(10, 11, 10, 11), new Box(100, 100, 50, 50)))
                .isEqualTo(MAY_MATCH);
        assertThat(verdict(summary)).isEqualTo(CANNOT_MATCH);
    }

    @Test
    public void testPointsWithoutProperCoordinates() {
        assertThat(verdict(points(Map.of(), 1.0, 1.0, NAN, 5.0, 5.0, NAN), new Box(4, 6, 4, 6)))
                .isEqualTo(CANNOT_MATCH);
        assertThat(verdict(points(Map.of(), 1.0, 1.0, null, 5.0, 5.0, null), new Box(4, 6, 4, 6)))
                .isEqualTo(CANNOT_MATCH);
        assertThat(verdict(points(Map.of(), 1.0, Double.POSITIVE_INFINITY), new Box(4, 6, 4, 6)))
                .isEqualTo(MAY_MATCH);
        assertThat(verdict(points(Map.of(), -0.0, 0.0), new Box(0.0, 1, -1, -0.0)))
                .isEqualTo(MAY_MATCH);
        assertThat(verdict(points(Map.of()), new Box(4, 6, 4, 6))).isEqualTo(CANNOT_MATCH);
    }

    @Test
    public void testAPointOfTheSameColumnsInAnotherOrderIsAnotherPoint() {
        List<KeyColumn> summary = points(Map.of(), 1.0, 1.0);
        assertThat(verdict(List.of(DOUBLE, DOUBLE), List.of(X, Y), summary, new InBoxes(List.of(Y, X), List.of())))
                .isEqualTo(MAY_MATCH);
    }

    /** Rows have the coordinates that the vectors say, which may list them in any order, each for itself. */
    @Test
    public void testShapesOfVectors() {
        List<Double> xs = Arrays.asList(5.0, 1.0, null, 5.0, -0.0, 1.0);
        List<Double> ys = Arrays.asList(7.0, 7.0, 3.0, NAN, 9.0, null);
        List<Double> same = Arrays.asList(4.0, 4.0, 4.0, 4.0, 4.0, 4.0);
        Map<List<Double>, String> expected = Map.of(
                ys,
                "{[0.0, 5.0] × [7.0, 9.0]}",
                same,
                "{[0.0, 5.0] × [4.0, 4.0]}",
                Arrays.asList(null, null, null, null, null, null),
                "{}");
        expected.forEach((others, description) -> {
            for (ValueVector x : Vectors.inAllShapes(DOUBLE, xs)) {
                for (ValueVector y : Vectors.inAllShapes(DOUBLE, others)) {
                    assertThat(open(List.of(DOUBLE, DOUBLE), points(Map.of("boxes", "1"), x, y))
                                    .describe(0))
                            .isEqualTo(description);
                }
            }
        });
        List<Object> texts = Arrays.asList("POINT (1 2)", null, "POINT (3 1)", "POINT (1 2)");
        IndexedColumn column = new IndexedColumn("g", VARCHAR, "0");
        for (ValueVector vector : Vectors.inAllShapes(VARCHAR, texts)) {
            List<KeyColumn> summary = Summaries.summarize(
                    new IndexDefinition("bbox", List.of(column), Map.of("boxes", "1")),
                    indexTypes,
                    List.of(List.of(vector), List.of(vector)),
                    1 << 20);
            assertThat(open(List.of(VARCHAR), summary).describe(0)).isEqualTo("{[1.0, 3.0] × [1.0, 2.0]}");
        }
    }

    /** However the points come, each is in a box, and the boxes are found where there are places. */
    @Test
    public void testEveryPointOfManyIsInABox() {
        Random random = new Random(5);
        for (int most : new int[] {1, 8, 64}) {
            BoxCover cover = new BoxCover(most);
            List<double[]> points = new ArrayList<>();
            for (int i = 0; i < 30_000; i++) {
                int place = random.nextInt(8);
                points.add(
                        new double[] {place * 100 + random.nextGaussian(), place * place * 50 + random.nextGaussian()});
                cover.add(points.getLast()[0], points.getLast()[0], points.getLast()[1], points.getLast()[1]);
                assertThat(cover.retainedBytes()).isLessThan(200_000);
            }
            List<Box> boxes = cover.boxes();
            assertThat(boxes).hasSizeLessThanOrEqualTo(most);
            assertThat(points)
                    .allMatch(point -> boxes.stream()
                            .anyMatch(box -> box.minX() <= point[0]
                                    && point[0] <= box.maxX()
                                    && box.minY() <= point[1]
                                    && point[1] <= box.maxY()));
            double area = boxes.stream()
                    .mapToDouble(box -> (box.maxX() - box.minX()) * (box.maxY() - box.minY()))
                    .sum();
            assertThat(area).isLessThan(most == 1 ? 2_000_000 : 8 * 12 * 12);
        }
    }

    @Test
    public void testPointsOnALineAreParted() {
        List<KeyColumn> summary = points(Map.of("boxes", "3"), 0.0, 7.0, 1.0, 7.0, 50.0, 7.0, 51.0, 7.0, 99.0, 7.0);
        assertThat(verdict(summary, new Box(2, 49, 0, 10))).isEqualTo(CANNOT_MATCH);
        assertThat(verdict(summary, new Box(52, 98, 0, 10))).isEqualTo(CANNOT_MATCH);
    }

    @Test
    public void testSmallRangesHaveFewBoxes() {
        Double[] places = new Double[20];
        Arrays.setAll(places, i -> i * 10.0);
        // a box takes 32 bytes: of a range of 1 MB there is room for 3 boxes, and there is always one
        for (Object[] expected : new Object[][] {{"0.01", 3}, {"0.001", 1}, {"0", 1}, {"50", 8}}) {
            List<KeyColumn> summary = points(Map.of("budget_percent", (String) expected[0]), places);
            assertThat(open(List.of(DOUBLE, DOUBLE), summary).describe(0).split("×"))
                    .as("%s %% of a range", expected[0])
                    .hasSize((int) expected[1] + 1);
        }
    }

    @Test
    public void testText() {
        assertThat(text("POINT (1 2)", "POLYGON ((10 10, 12 10, 12 15, 10 10))", null))
                .isEqualTo(List.of(MAY_MATCH, MAY_MATCH, CANNOT_MATCH));
        for (String doubtful : List.of(
                "POINT EMPTY",
                "POLYGON EMPTY",
                "POINT (1",
                "",
                "CIRCLE (1 2)",
                "MULTIPOINT (1 2, NaN 3)",
                "POINT Z (1 2 3)",
                "LINESTRING (0 0, 1e400 1)")) {
            assertThat(text("POINT (1 2)", doubtful)).as(doubtful).containsOnly(MAY_MATCH);
        }
    }

    /** Whether one range of these may be around (1, 2), around (12, 15), and elsewhere. */
    private List<Verdict> text(String... values) {
        return places(VARCHAR, (Object[]) values);
    }

    private List<Verdict> places(ScalarType type, Object... values) {
        IndexedColumn column = new IndexedColumn("g", type, "0");
        List<KeyColumn> summary = Summaries.summarize(
                new IndexDefinition("bbox", List.of(column), Map.of()),
                indexTypes,
                List.of(List.of(Vectors.of(type, values))),
                1 << 20);
        return List.of(new Box(0, 1, 0, 2), new Box(12, 20, 15, 20), new Box(5, 6, 5, 6)).stream()
                .map(box ->
                        verdict(List.of(type), List.of(column), summary, new InBoxes(List.of(column), List.of(box))))
                .toList();
    }

    @Test
    public void testBinary() {
        GeometryFactory factory = new GeometryFactory();
        Slice point = wkb(factory.createPoint(new Coordinate(1, 2)));
        Slice line = wkb(factory.createLineString(new Coordinate[] {new Coordinate(12, 15), new Coordinate(13, 16)}));
        assertThat(places(VARBINARY, point, null, line)).isEqualTo(List.of(MAY_MATCH, MAY_MATCH, CANNOT_MATCH));
        for (Slice doubtful : List.of(
                wkb(factory.createPoint()),
                wkb(factory.createPolygon()),
                wkb(factory.createLineString(new Coordinate[] {new Coordinate(1, 2), new Coordinate(NAN, 3)})),
                point.slice(0, 12),
                Slices.EMPTY_SLICE)) {
            assertThat(places(VARBINARY, point, doubtful)).as("%s", doubtful).containsOnly(MAY_MATCH);
        }
    }

    private static Slice wkb(org.locationtech.jts.geom.Geometry geometry) {
        return Slices.wrappedBuffer(new WKBWriter().write(geometry));
    }

    @Test
    public void testBoundsOfBothCoordinatesAreBoxes() {
        Predicate x = in(
                X,
                new KeyRange(Optional.of(Key.ofDouble(1)), true, Optional.of(Key.ofDouble(2)), false),
                KeyRange.of(Key.ofDouble(5)));
        Predicate y = in(Y, KeyRange.greaterThan(Key.ofDouble(3)));
        assertThat(InBoxes.ofBounds(List.of(x, Predicate.UNKNOWN, y), X, Y)
                        .orElseThrow()
                        .boxes())
                .as("of an end that does not belong to the values, the next number")
                .containsExactly(
                        new Box(1, Math.nextDown(2.0), Math.nextUp(3.0), Double.POSITIVE_INFINITY),
                        new Box(5, 5, Math.nextUp(3.0), Double.POSITIVE_INFINITY));
        assertThat(InBoxes.ofBounds(List.of(x), X, Y)).isEmpty();
        // a NaN may satisfy these
        assertThat(InBoxes.ofBounds(List.of(x, in(Y, KeyRange.ALL)), X, Y)).isEmpty();
        assertThat(InBoxes.ofBounds(
                        List.of(x, in(Y, KeyRange.lessThan(Key.ofDouble(3)), KeyRange.greaterThan(Key.ofDouble(3)))),
                        X,
                        Y))
                .isEmpty();
    }

    private static Predicate in(IndexedColumn column, KeyRange... ranges) {
        return new Predicate.InSet(
                column, KeySet.of(DOUBLE, Arrays.asList(ranges)).orElseThrow());
    }

    @Test
    public void testTypes() {
        BboxIndexType type = new BboxIndexType();
        type.check(List.of(DOUBLE, DOUBLE), Map.of("boxes", "64"));
        type.check(List.of(VARBINARY), Map.of());
        assertThatThrownBy(() -> type.check(List.of(DOUBLE, DOUBLE), Map.of("boxes", "65")))
                .hasMessageContaining("Option boxes of an index of type bbox");
        for (List<ScalarType> refused : List.of(
                List.<ScalarType>of(),
                List.<ScalarType>of(DOUBLE),
                List.<ScalarType>of(DOUBLE, BIGINT),
                List.<ScalarType>of(DOUBLE, DOUBLE, DOUBLE))) {
            assertThatThrownBy(() -> type.check(refused, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("An index of type bbox");
        }
    }

    /** A range of points, X and Y in turn. */
    private List<KeyColumn> points(Map<String, String> options, Double... coordinates) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (int i = 0; i < coordinates.length; i += 2) {
            xs.add(coordinates[i]);
            ys.add(coordinates[i + 1]);
        }
        return points(options, Vectors.of(DOUBLE, xs), Vectors.of(DOUBLE, ys));
    }

    private List<KeyColumn> points(Map<String, String> options, ValueVector xs, ValueVector ys) {
        return Summaries.summarize(
                new IndexDefinition("bbox", List.of(X, Y), options), indexTypes, List.of(List.of(xs, ys)), 1 << 20);
    }

    private Verdict verdict(List<KeyColumn> summary, Box... boxes) {
        return verdict(List.of(DOUBLE, DOUBLE), List.of(X, Y), summary, new InBoxes(List.of(X, Y), List.of(boxes)));
    }

    private SummaryReader open(List<ScalarType> types, List<KeyColumn> summary) {
        return indexTypes.get("bbox").open(types, 1, new SummaryVectors(1, new long[] {5}, summary));
    }

    private Verdict verdict(
            List<ScalarType> types, List<IndexedColumn> columns, List<KeyColumn> summary, Predicate.Leaf leaf) {
        return RecordedVerdicts.of(open(types, summary), columns, 1, leaf)[0];
    }
}
