// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarbinaryType.VARBINARY;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.trino.spi.connector.CatalogSchemaName;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.MapType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Envelope;
import org.testng.annotations.Test;

/** Against the library that Trino's functions call. */
public class TestGeoTranslator {
    private static final int SHAPES = 4000;
    private static final int POINTS_PER_SHAPE = 20;

    private static final Type GEOMETRY = EngineGeometry.type("Geometry");
    private static final Type SPHERICAL_GEOGRAPHY = EngineGeometry.type("SphericalGeography");

    private static final IndexedColumn X = new IndexedColumn("x", ScalarType.DOUBLE, "0");
    private static final IndexedColumn Y = new IndexedColumn("y", ScalarType.DOUBLE, "1");

    private static final IndexedColumn TEXT = new IndexedColumn("text", ScalarType.VARCHAR, "2");
    private static final IndexedColumn BINARY = new IndexedColumn("binary", ScalarType.VARBINARY, "3");

    private static final List<String> RELATIONS = List.of(
            "st_contains", "st_within", "st_intersects", "st_overlaps", "st_crosses", "st_touches", "st_equals");

    private static final List<String> EMPTY = List.of(
            "POINT EMPTY",
            "MULTIPOINT EMPTY",
            "LINESTRING EMPTY",
            "MULTILINESTRING EMPTY",
            "POLYGON EMPTY",
            "MULTIPOLYGON EMPTY",
            "GEOMETRYCOLLECTION EMPTY",
            "GEOMETRYCOLLECTION (POINT EMPTY)");

    private final GeoTranslator translator = new GeoTranslator(expression -> expression instanceof Variable variable
            ? Stream.of(X, Y, TEXT, BINARY)
                    .filter(column -> column.name().equals(variable.getName()))
                    .findFirst()
            : Optional.empty());

    @Test
    public void testWhatIsTrueOfAPointIsInItsBoxes() {
        Random random = new Random(7);
        int matching = 0;
        int outside = 0;
        for (int i = 0; i < SHAPES; i++) {
            String text = wkt(random);
            EngineGeometry shape = EngineGeometry.fromText(text);
            String relation = RELATIONS.get(random.nextInt(RELATIONS.size()));
            boolean pointFirst = random.nextBoolean();
            Predicate predicate = relation(relation, pointFirst, shape).orElse(Predicate.UNKNOWN);
            double distance = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 3;
            Predicate nearby = distance(shape, distance).orElse(Predicate.UNKNOWN);
            for (int j = 0; j < POINTS_PER_SHAPE; j++) {
                double x = anyCoordinate(random);
                double y = anyCoordinate(random);
                EngineGeometry point = EngineGeometry.point(x, y);
                if ((pointFirst ? point : shape).isTrueOrFails(relation, pointFirst ? shape : point)) {
                    matching++;
                    assertThat(maySatisfy(predicate, x, y))
                            .as("%s of (%s, %s) and %s, point first: %s", relation, x, y, text, pointFirst)
                            .isTrue();
                } else {
                    outside += maySatisfy(predicate, x, y) ? 0 : 1;
                }
                if (shape.distance(point) <= distance) {
                    assertThat(maySatisfy(nearby, x, y))
                            .as("(%s, %s) is at most %s away from %s", x, y, distance, text)
                            .isTrue();
                }
            }
        }
        assertThat(matching).isGreaterThan(SHAPES / 4);
        assertThat(outside).as("points that are ruled out").isGreaterThan(SHAPES * POINTS_PER_SHAPE / 2);
    }

    /** A row whose map lacks the key fails, and must not be skipped because of its other coordinate. */
    @Test
    public void testAPointWithAKeyOfAMapIsNotRuledOut() {
        ConnectorExpression key = new Call(
                DOUBLE,
                new FunctionName("$operator$subscript"),
                List.of(
                        new Variable("map", new MapType(VARCHAR, DOUBLE, new TypeOperators())),
                        new Constant(utf8Slice("lat"), VARCHAR)));
        GeoTranslator ofKeys = new GeoTranslator(
                expression -> Optional.of(expression.equals(key) ? Y : X).filter(_ -> expression.getType() == DOUBLE));
        ConnectorExpression shape = constant(EngineGeometry.fromText("POLYGON ((0 0,1 0,1 1,0 1,0 0))"), GEOMETRY);
        Variable x = new Variable("x", DOUBLE);
        assertThat(ofKeys.translate(call("st_contains", BOOLEAN, shape, call("st_point", GEOMETRY, x, x)), false))
                .isPresent();
        assertThat(ofKeys.translate(call("st_contains", BOOLEAN, shape, call("st_point", GEOMETRY, x, key)), false))
                .isEmpty();
    }

    @Test
    public void testWhatIsTrueOfAGeometryMeetsItsBoxes() {
        Random random = new Random(11);
        int matching = 0;
        int outside = 0;
        for (int i = 0; i < SHAPES; i++) {
            String text = wkt(random);
            EngineGeometry shape = EngineGeometry.fromText(text);
            String relation = RELATIONS.get(random.nextInt(RELATIONS.size()));
            boolean columnFirst = random.nextBoolean();
            boolean isText = random.nextBoolean();
            ConnectorExpression column = isText
                    ? call("st_geometryfromtext", GEOMETRY, new Variable("text", VARCHAR))
                    : call("st_geomfrombinary", GEOMETRY, new Variable("binary", VARBINARY));
            ConnectorExpression constant = constant(shape, GEOMETRY);
            double distance = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 3;
            Predicate related = translator
                    .translate(
                            call(relation, BOOLEAN, columnFirst ? column : constant, columnFirst ? constant : column),
                            false)
                    .orElse(Predicate.UNKNOWN);
            Predicate nearby = translator
                    .translate(
                            new Call(
                                    BOOLEAN,
                                    LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
                                    List.of(call("st_distance", DOUBLE, column, constant), number(distance))),
                            false)
                    .orElse(Predicate.UNKNOWN);
            assertThat(related.columns())
                    .isEqualTo(related == Predicate.UNKNOWN ? Set.of() : Set.of(isText ? TEXT : BINARY));
            for (int j = 0; j < 5; j++) {
                String otherText = wkt(random);
                EngineGeometry other = EngineGeometry.fromText(otherText);
                if (other.isEmpty()) {
                    // its range has no summary
                    continue;
                }
                if ((columnFirst ? other : shape).isTrueOrFails(relation, columnFirst ? shape : other)) {
                    matching++;
                    assertThat(mayMeet(related, other))
                            .as("%s of %s and %s, column first: %s", relation, otherText, text, columnFirst)
                            .isTrue();
                } else {
                    outside += mayMeet(related, other) ? 0 : 1;
                }
                if (shape.distance(other) <= distance) {
                    assertThat(mayMeet(nearby, other))
                            .as("%s is at most %s away from %s", otherText, distance, text)
                            .isTrue();
                }
            }
        }
        assertThat(matching).isGreaterThan(SHAPES / 4);
        assertThat(outside).as("geometries that are ruled out").isGreaterThan(SHAPES);
    }

    private static boolean mayMeet(Predicate predicate, EngineGeometry geometry) {
        if (!(predicate instanceof InBoxes inBoxes)) {
            return true;
        }
        Envelope envelope = geometry.envelope();
        return inBoxes.boxes().stream()
                .anyMatch(box -> box.minX() <= envelope.getMaxX()
                        && envelope.getMinX() <= box.maxX()
                        && box.minY() <= envelope.getMaxY()
                        && envelope.getMinY() <= box.maxY());
    }

    @Test
    public void testFalsehoodIsNotPutIntoWords() {
        EngineGeometry square = EngineGeometry.fromText("POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))");
        for (String relation : RELATIONS) {
            Call call = call(relation, BOOLEAN, constant(square, GEOMETRY), point());
            assertThat(translator.translate(call, true)).as("NOT %s", relation).isEmpty();
        }
        Call disjoint = call("st_disjoint", BOOLEAN, constant(square, GEOMETRY), point());
        assertThat(translator.translate(disjoint, false)).isEmpty();
        assertThat(maySatisfy(translator.translate(disjoint, true).orElseThrow(), 5, 5))
                .as("NOT ST_Disjoint")
                .isFalse();
        Call near = new Call(
                BOOLEAN,
                GREATER_THAN_OPERATOR_FUNCTION_NAME,
                List.of(call("st_distance", DOUBLE, point(), constant(square, GEOMETRY)), number(3)));
        assertThat(translator.translate(near, false)).as("far away").isEmpty();
    }

    /** The engine has a form of its own for what ST_Envelope gives. */
    @Test
    public void testEnvelopesAreTaken() {
        for (Envelope envelope :
                List.of(new Envelope(1, 3, 2, 4), new Envelope(1, 1, 2, 4), new Envelope(1, 1, 2, 2))) {
            Predicate predicate = translator
                    .translate(
                            call(
                                    "st_intersects",
                                    BOOLEAN,
                                    new Constant(EngineGeometry.serialize(envelope), GEOMETRY),
                                    point()),
                            false)
                    .orElseThrow();
            assertThat(maySatisfy(predicate, envelope.getMaxX(), envelope.getMinY()))
                    .as("a corner of %s", envelope)
                    .isTrue();
            assertThat(maySatisfy(predicate, envelope.getMaxX() + 0.1, envelope.getMinY()))
                    .as("beside %s", envelope)
                    .isFalse();
        }
    }

    @Test
    public void testAFunctionOfAUserIsNotTaken() {
        Call call = new Call(
                BOOLEAN,
                new FunctionName(Optional.of(new CatalogSchemaName("lake", "functions")), "st_contains"),
                List.of(constant(EngineGeometry.fromText("POINT (1 1)"), GEOMETRY), point()));
        assertThat(translator.translate(call, false)).isEmpty();
    }

    @Test
    public void testGreatCircles() {
        Call distance = call("great_circle_distance", DOUBLE, number(48.9), number(2.25), variable("y"), variable("x"));
        Predicate predicate = translator
                .translate(
                        new Call(BOOLEAN, GREATER_THAN_OPERATOR_FUNCTION_NAME, List.of(number(2.5), distance)), false)
                .orElseThrow();
        assertThat(maySatisfy(predicate, 2.25, 48.92)).isTrue();
        assertThat(maySatisfy(predicate, 2.25, 48.93)).isFalse();
        assertThat(maySatisfy(predicate, 2.30, 48.9)).isFalse();
        for (double improper :
                new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 180.5, -180.5}) {
            assertThat(maySatisfy(predicate, improper, 10))
                    .as("the function fails")
                    .isTrue();
            assertThat(maySatisfy(predicate, 10, improper))
                    .as("the function fails")
                    .isTrue();
        }
    }

    @Test
    public void testSphericalGeography() {
        Call distance = call(
                "st_distance",
                DOUBLE,
                call("to_spherical_geography", SPHERICAL_GEOGRAPHY, point()),
                constant(EngineGeometry.fromText("POINT (2.25 48.9)"), SPHERICAL_GEOGRAPHY));
        Predicate predicate = translator
                .translate(new Call(BOOLEAN, LESS_THAN_OPERATOR_FUNCTION_NAME, List.of(distance, number(2500))), false)
                .orElseThrow();
        assertThat(maySatisfy(predicate, 2.25, 48.92)).isTrue();
        assertThat(maySatisfy(predicate, 2.25, 48.93)).isFalse();
    }

    /** A branch of a condition may have nothing else: TRY, COALESCE and CASE are translated branch by branch. */
    @Test
    public void testDistancesOfConstantsAreLeftAlone() {
        Constant here = constant(EngineGeometry.fromText("POINT (2.25 48.9)"), GEOMETRY);
        for (Constant there : List.of(here, new Constant(null, GEOMETRY))) {
            Call distance = call("st_distance", DOUBLE, there, here);
            assertThat(translator.translate(
                            new Call(BOOLEAN, LESS_THAN_OPERATOR_FUNCTION_NAME, List.of(distance, number(2500))),
                            false))
                    .isEmpty();
        }
    }

    /** Of two geometries that are not points the function fails, wherever they are. */
    @Test
    public void testGeometriesOfTheGlobeAreNotTaken() {
        Call distance = call(
                "st_distance",
                DOUBLE,
                call(
                        "to_spherical_geography",
                        SPHERICAL_GEOGRAPHY,
                        call("st_geometryfromtext", GEOMETRY, new Variable("text", VARCHAR))),
                constant(EngineGeometry.fromText("POINT (2.25 48.9)"), SPHERICAL_GEOGRAPHY));
        assertThat(translator.translate(
                        new Call(BOOLEAN, LESS_THAN_OPERATOR_FUNCTION_NAME, List.of(distance, number(2500))), false))
                .isEmpty();
    }

    /** Trino finds a collection equal to points that are far away from it. */
    @Test
    public void testEqualityOfCollectionsIsNotTaken() {
        assertThat(relation("st_equals", true, EngineGeometry.fromText("GEOMETRYCOLLECTION (POINT (5 5))")))
                .isEmpty();
        assertThat(maySatisfy(
                        relation("st_equals", true, EngineGeometry.fromText("POINT (5 5)"))
                                .orElseThrow(),
                        2,
                        2))
                .isFalse();
    }

    private Optional<Predicate> relation(String name, boolean pointFirst, EngineGeometry shape) {
        ConnectorExpression constant = constant(shape, GEOMETRY);
        return translator.translate(
                call(name, BOOLEAN, pointFirst ? point() : constant, pointFirst ? constant : point()), false);
    }

    private Optional<Predicate> distance(EngineGeometry shape, double distance) {
        return translator.translate(
                new Call(
                        BOOLEAN,
                        LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
                        List.of(call("st_distance", DOUBLE, constant(shape, GEOMETRY), point()), number(distance))),
                false);
    }

    private static Call call(String name, Type type, ConnectorExpression... arguments) {
        return new Call(type, new FunctionName(name), List.of(arguments));
    }

    private static ConnectorExpression point() {
        return call("st_point", GEOMETRY, variable("x"), variable("y"));
    }

    private static Variable variable(String name) {
        return new Variable(name, DOUBLE);
    }

    private static Constant number(double value) {
        return new Constant(value, DOUBLE);
    }

    private static Constant constant(EngineGeometry shape, Type type) {
        return new Constant(shape.serialize(), type);
    }

    private static boolean maySatisfy(Predicate predicate, double x, double y) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().allMatch(operand -> maySatisfy(operand, x, y));
            case Predicate.Or or -> or.operands().stream().anyMatch(operand -> maySatisfy(operand, x, y));
            case Predicate.InSet inSet -> {
                double value = inSet.column().equals(X) ? x : y;
                yield Double.isNaN(value)
                        ? inSet.values().mayHoldNan()
                        : inSet.values().contains(Key.ofDouble(value));
            }
            default -> true;
        };
    }

    /** On a grid, so that points are on borders and corners. */
    private static double coordinate(Random random) {
        return random.nextInt(3) == 0 ? random.nextDouble() * 20 - 10 : random.nextInt(21) - 10;
    }

    private static double anyCoordinate(Random random) {
        return switch (random.nextInt(60)) {
            case 0 -> Double.NaN;
            case 1 -> Double.POSITIVE_INFINITY;
            case 2 -> Double.NEGATIVE_INFINITY;
            default -> coordinate(random);
        };
    }

    private static String wkt(Random random) {
        return wkt(random, 2);
    }

    /** @param depth how deep collections may be in each other */
    private static String wkt(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 12 : 15)) {
            case 0 -> "POINT " + xy(random);
            case 1 -> "LINESTRING (%s, %s, %s)".formatted(pair(random), pair(random), pair(random));
            case 2 -> "MULTIPOINT (%s, %s)".formatted(pair(random), pair(random));
            case 3 -> "MULTIPOLYGON ((%s), (%s))".formatted(square(random, 1), square(random, 2));
            case 4 -> "POLYGON ((-8 -8, 8 -8, 8 8, -8 8, -8 -8), (-3 -3, -3 3, 3 3, 3 -3, -3 -3))";
            case 5 -> "POLYGON ((%1$s, %2$s, %3$s, %1$s))".formatted(pair(random), pair(random), pair(random));
            case 6 -> EMPTY.get(random.nextInt(EMPTY.size()));
            case 7 ->
                "MULTILINESTRING ((%s, %s), (%s, %s))"
                        .formatted(pair(random), pair(random), pair(random), pair(random));
            case 8 -> flat(random);
            case 9 ->
                "MULTIPOLYGON ((%s), ((%2$s, %3$s, %2$s, %2$s)))"
                        .formatted(square(random, 2), pair(random), pair(random));
            case 10, 11 -> "POLYGON (" + square(random, 1 + random.nextInt(5)) + ")";
            case 12 -> "GEOMETRYCOLLECTION (%s)".formatted(wkt(random, depth - 1));
            default -> "GEOMETRYCOLLECTION (%s, %s)".formatted(wkt(random, depth - 1), wkt(random, depth - 1));
        };
    }

    /** A line without length, or a polygon without area. */
    private static String flat(Random random) {
        String one = pair(random);
        String other = random.nextBoolean() ? one : pair(random);
        return random.nextBoolean()
                ? "LINESTRING (%s, %s, %s)".formatted(one, other, one)
                : "POLYGON ((%1$s, %2$s, %1$s, %1$s))".formatted(one, other);
    }

    private static String square(Random random, int size) {
        int x = random.nextInt(15) - 10;
        int y = random.nextInt(15) - 10;
        return "(%1$d %2$d, %3$d %2$d, %3$d %4$d, %1$d %4$d, %1$d %2$d)".formatted(x, y, x + size, y + size);
    }

    private static String pair(Random random) {
        return String.format(Locale.ROOT, "%s %s", coordinate(random), coordinate(random));
    }

    private static String xy(Random random) {
        return "(" + pair(random) + ")";
    }
}
