// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.airlift.slice.Slices.utf8Slice;
import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarbinaryType.VARBINARY;
import static io.trino.spi.type.VarcharType.VARCHAR;
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
import io.trino.spi.block.Block;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
        List<Block> summary = points(Map.of("boxes", "2"), 1.0, 1.0, 2.0, 3.0, 101.0, 50.0, 100.0, 51.0);
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
        List<Block> summary = points(Map.of(), 1.0, 1.0);
        assertThat(verdict(List.of(DOUBLE, DOUBLE), List.of(X, Y), summary, new InBoxes(List.of(Y, X), List.of())))
                .isEqualTo(MAY_MATCH);
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
        List<Block> summary = points(Map.of("boxes", "3"), 0.0, 7.0, 1.0, 7.0, 50.0, 7.0, 51.0, 7.0, 99.0, 7.0);
        assertThat(verdict(summary, new Box(2, 49, 0, 10))).isEqualTo(CANNOT_MATCH);
        assertThat(verdict(summary, new Box(52, 98, 0, 10))).isEqualTo(CANNOT_MATCH);
    }

    @Test
    public void testSmallRangesHaveFewBoxes() {
        Double[] places = new Double[20];
        Arrays.setAll(places, i -> i * 10.0);
        // a box takes 32 bytes: of a range of 1 MB there is room for 3 boxes, and there is always one
        for (Object[] expected : new Object[][] {{"0.01", 3}, {"0.001", 1}, {"0", 1}, {"50", 8}}) {
            List<Block> summary = points(Map.of("budget_percent", (String) expected[0]), places);
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
        Object[] slices = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            slices[i] = values[i] == null ? null : utf8Slice(values[i]);
        }
        return places(VARCHAR, slices);
    }

    private List<Verdict> places(Type type, Object... values) {
        IndexedColumn column = new IndexedColumn("g", type, "0");
        List<Block> summary = Summaries.summarize(
                new IndexDefinition("bbox", List.of(column), Map.of()),
                indexTypes,
                List.of(List.of(Summaries.block(type, values))),
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
        Predicate x = in(X, ValueSet.ofRanges(Range.range(DOUBLE, 1.0, true, 2.0, false), Range.equal(DOUBLE, 5.0)));
        Predicate y = in(Y, ValueSet.ofRanges(Range.greaterThan(DOUBLE, 3.0)));
        assertThat(InBoxes.ofBounds(List.of(x, Predicate.UNKNOWN, y), X, Y)
                        .orElseThrow()
                        .boxes())
                .containsExactly(
                        new Box(1, 2, 3, Double.POSITIVE_INFINITY), new Box(5, 5, 3, Double.POSITIVE_INFINITY));
        assertThat(InBoxes.ofBounds(List.of(x), X, Y)).isEmpty();
        // a NaN may satisfy these
        assertThat(InBoxes.ofBounds(List.of(x, in(Y, ValueSet.all(DOUBLE))), X, Y))
                .isEmpty();
        assertThat(InBoxes.ofBounds(
                        List.of(
                                x,
                                in(Y, ValueSet.ofRanges(Range.lessThan(DOUBLE, 3.0), Range.greaterThan(DOUBLE, 3.0)))),
                        X,
                        Y))
                .isEmpty();
    }

    private static Predicate in(IndexedColumn column, ValueSet values) {
        return new Predicate.InSet(column, values);
    }

    @Test
    public void testTypes() {
        BboxIndexType type = new BboxIndexType();
        type.check(List.of(DOUBLE, DOUBLE), Map.of("boxes", "64"));
        type.check(List.of(VARBINARY), Map.of());
        assertThatThrownBy(() -> type.check(List.of(DOUBLE, DOUBLE), Map.of("boxes", "65")))
                .hasMessageContaining("Option boxes of an index of type bbox");
        for (List<Type> refused : List.of(
                List.<Type>of(),
                List.<Type>of(DOUBLE),
                List.<Type>of(DOUBLE, BIGINT),
                List.<Type>of(DOUBLE, DOUBLE, DOUBLE))) {
            assertThatThrownBy(() -> type.check(refused, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("An index of type bbox");
        }
    }

    /** A range of points, X and Y in turn. */
    private List<Block> points(Map<String, String> options, Double... coordinates) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (int i = 0; i < coordinates.length; i += 2) {
            xs.add(coordinates[i]);
            ys.add(coordinates[i + 1]);
        }
        return Summaries.summarize(
                new IndexDefinition("bbox", List.of(X, Y), options),
                indexTypes,
                List.of(List.of(Summaries.block(DOUBLE, xs), Summaries.block(DOUBLE, ys))),
                1 << 20);
    }

    private Verdict verdict(List<Block> summary, Box... boxes) {
        return verdict(List.of(DOUBLE, DOUBLE), List.of(X, Y), summary, new InBoxes(List.of(X, Y), List.of(boxes)));
    }

    private SummaryReader open(List<Type> types, List<Block> summary) {
        return indexTypes.get("bbox").open(types, new SummaryBlocks(1, new long[] {5}, summary));
    }

    private Verdict verdict(List<Type> types, List<IndexedColumn> columns, List<Block> summary, Predicate.Leaf leaf) {
        return RecordedVerdicts.of(open(types, summary), columns, 1, leaf)[0];
    }
}
