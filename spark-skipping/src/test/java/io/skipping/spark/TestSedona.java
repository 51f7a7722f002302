// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.Multiset;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.bbox.GeometryBounds;
import io.skipping.index.value.Key;
import io.skipping.spark.predicate.CatalystPredicates;
import io.skipping.spark.predicate.ColumnFinder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Conditions on locations by Sedona's own functions, for the releases of Spark that a release of Sedona is for. */
@Test(groups = {"servers", LocalSpark.EACH_SPARK})
public class TestSedona extends AbstractSparkTest {
    private static final long SEED = Long.getLong("property.seed", 20_261_127L);
    private static final int CONDITIONS = Integer.getInteger("property.locations", 100);
    private static final int CIRCLES = 100;

    private static final int PLAIN = 8;
    /** has files with odd coordinates and geometries, too */
    private static final int FILES = PLAIN + 4;

    /** a file with points in two places, of which only boxes tell what is between */
    private static final int TWO_PLACES = 4;

    private static final int ROWS = 150;

    private static final int VALID_SHAPES = 5;
    private static final int ANY_SHAPE = 9;

    private static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.LongType)
            .add("lng", DataTypes.DoubleType)
            .add("lat", DataTypes.DoubleType)
            .add("wkt", DataTypes.StringType);

    private static final List<String> RELATIONS = List.of(
            "ST_Contains",
            "ST_Within",
            "ST_Intersects",
            "ST_Covers",
            "ST_CoveredBy",
            "ST_Crosses",
            "ST_Overlaps",
            "ST_Touches",
            "NOT ST_Disjoint");

    public TestSedona() {
        super("org.apache.sedona.sql.SedonaSqlExtensions");
    }

    @Override
    void createTables() throws IOException {
        Random random = new Random(SEED);
        for (int file = 0; file < FILES; file++) {
            rows(random, file, ANY_SHAPE).write().mode(SaveMode.Append).parquet(path("all"));
        }
        for (int file = 0; file < PLAIN; file++) {
            rows(random, file, VALID_SHAPES).write().mode(SaveMode.Append).parquet(path("plain"));
        }
        for (String table : List.of("all", "plain")) {
            index(table);
        }
    }

    private void index(String table) throws IOException {
        LocalSpark.age(root.resolve(table));
        assertThat(SkippingIndex.of(spark, path(table))
                        .create("bbox", "lng", "lat")
                        .create("bbox", "wkt")
                        .create("bbox", "wkb")
                        .build()
                        .failures())
                .isEmpty();
    }

    private Dataset<Row> rows(Random random, int file, int shapes) {
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            double x = west(file) + coordinate(random);
            double y = south(file) + coordinate(random);
            if (file == TWO_PLACES && row % 2 == 0) {
                x += 100;
                y -= 60;
            }
            String wkt = random.nextInt(20) == 0 ? null : shape(random, shapes, x, y);
            boolean isOdd = random.nextInt(10) == 0;
            if (isOdd && file == PLAIN) {
                x = Double.NaN;
                wkt = List.of("POINT EMPTY", "POLYGON EMPTY", "GEOMETRYCOLLECTION EMPTY")
                        .get(random.nextInt(3));
            } else if (isOdd && file == PLAIN + 1) {
                y = Double.NaN;
                wkt = text("POINT Z (%s %s 7)", x, south(file));
            } else if (isOdd && file == PLAIN + 2) {
                x = random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
                wkt = text("POLYGON Z ((%1$s %2$s 1, %3$s %2$s 1, %3$s %4$s NaN, %1$s %2$s 1))", 0, 40, 3, 43);
            } else if (isOdd && file == PLAIN + 3) {
                // other names of what is on the globe
                x += random.nextBoolean() ? 360 : -360;
                y = random.nextBoolean() ? y : 180 - y;
                wkt = "MULTIPOINT ((0 40), EMPTY)";
            }
            rows.add(RowFactory.create(
                    (long) file * ROWS + row,
                    random.nextInt(20) == 0 ? null : (Double) x,
                    random.nextInt(20) == 0 ? null : (Double) y,
                    wkt));
        }
        return spark.createDataFrame(rows, SCHEMA)
                .selectExpr(
                        "*",
                        file == PLAIN + 2
                                ? "ST_AsEWKB(ST_SetSRID(ST_GeomFromWKT(wkt), 4326)) AS wkb"
                                : "ST_AsBinary(ST_GeomFromWKT(wkt)) AS wkb")
                .coalesce(1);
    }

    /** Two files are around the antimeridian, and one near a pole. */
    private static double west(int file) {
        return switch (file) {
            case 5 -> 178;
            case 6 -> -180;
            default -> 3 * file;
        };
    }

    private static double south(int file) {
        return file == 7 ? 88 : 40 + 3 * (file % 3);
    }

    /** Returns a number from 0 to 2, often one of those on borders of shapes. */
    private static double coordinate(Random random) {
        return random.nextInt(3) == 0 ? random.nextInt(9) / 4.0 : random.nextDouble() * 2;
    }

    /** Returns a geometry around a point, which may be invalid or have no extent. */
    private static String shape(Random random, int shapes, double x, double y) {
        double width = (random.nextInt(8) + (shapes == VALID_SHAPES ? 1 : 0)) / 4.0;
        double height = (random.nextInt(8) + (shapes == VALID_SHAPES ? 1 : 0)) / 4.0;
        double east = x + width;
        double north = y + height;
        return switch (random.nextInt(shapes)) {
            case 0 -> text("POINT (%s %s)", x, y);
            case 1 -> text("LINESTRING (%s %s, %s %s)", x, y, east, north);
            case 2 -> text("MULTIPOINT ((%s %s), (%s %s))", x, y, east, north);
            case 3, 4 -> text("POLYGON ((%1$s %2$s, %3$s %2$s, %3$s %4$s, %1$s %4$s, %1$s %2$s))", x, y, east, north);
            // crosses itself
            case 5 -> text("POLYGON ((%1$s %2$s, %3$s %4$s, %3$s %2$s, %1$s %4$s, %1$s %2$s))", x, y, east, north);
            // one part is often within the other, or touches it
            case 6 ->
                text(
                        "MULTIPOLYGON (((%1$s %2$s, %3$s %2$s, %3$s %4$s, %1$s %2$s)), ((%1$s %2$s, %5$s %2$s, %5$s %6$s, %1$s %2$s)))",
                        x, y, east, north, x - 1, y - 1);
            case 7 -> text("GEOMETRYCOLLECTION (POINT (%s %s), LINESTRING (%s %s, 20 45))", x, y, east, north);
            // a hole, which reaches beyond the polygon
            default ->
                text(
                        "POLYGON ((%1$s %2$s, %3$s %2$s, %3$s %4$s, %1$s %4$s, %1$s %2$s), (%1$s %2$s, %5$s %2$s, %5$s %6$s, %1$s %2$s))",
                        x, y, east, north, x + 0.5, y + 0.5);
        };
    }

    private static String text(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }

    private Dataset<Row> table(String name) {
        return spark.read().parquet(path(name));
    }

    private long filesRead(String name, String condition) {
        return LocalSpark.filesRead(table(name).where(condition));
    }

    private static Multiset<Row> ids(Dataset<Row> query) {
        return ImmutableMultiset.copyOf(query.select("id").collectAsList());
    }

    @DataProvider
    public Object[][] conditions() {
        return new Object[][] {
            {"ST_Contains(ST_GeomFromWKT('POLYGON ((0 40, 2 40, 2 42, 0 42, 0 40))'), ST_Point(lng, lat))", 1},
            {"ST_Contains(ST_GeomFromWKT('POLYGON ((0 40, 2 40, 2 42, 0 42, 0 40))', 4326), ST_Point(lng, lat))", 1},
            {"ST_Within(ST_Point(lng, lat), ST_PolygonFromEnvelope(3.5D, 43.5D, 4D, 44D))", 1},
            {"ST_Intersects(ST_SetSRID(ST_MakePoint(lng, lat), 4326), ST_GeomFromText('LINESTRING (0 40, 2 42)'))", 1},
            // far from each other, with other files between them
            {
                "ST_Covers(ST_GeomFromText('MULTIPOLYGON (((0 40, 2 40, 2 42, 0 42, 0 40)), ((9 40, 11 40, 11 42, 9 42, 9 40)))'), ST_Point(lng, lat))",
                2
            },
            {"ST_Intersects(ST_Point(lng, lat), ST_GeomFromWKB(X'000000000140000000000000004045000000000000'))", 1},
            {"ST_Intersects(ST_Buffer(ST_Point(1D, 41D), 0.5D), ST_Point(lng, lat))", 1},
            {"NOT ST_Disjoint(ST_PolygonFromEnvelope(0D, 40D, 2D, 42D), ST_Point(lng, lat))", 1},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(1D, 41D), 0.5D)", 1},
            {"ST_DWithin(ST_Point(1D, 41D), ST_Point(lng, lat), 0.5D)", 1},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(2.5D, 42.5D), 0.75D)", 2},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(1D, 41D), 20000, true)", 1},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(180D, 46D), 150000D, true)", 2},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(-100D, 89.5D), 100000D, true)", 1},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(1D, 41D), 0.5D, false)", 1},
            {"ST_Distance(ST_Point(lng, lat), ST_Point(1D, 41D)) < 0.5", 1},
            {"0.5 >= ST_Distance(ST_GeomFromText('LINESTRING (0 40, 2 42)'), ST_Point(lng, lat))", 1},
            {"ST_DistanceSphere(ST_Point(lng, lat), ST_Point(1D, 41D)) < 20000", 1},
            {"ST_DistanceSpheroid(ST_Point(lng, lat), ST_Point(1D, 41D)) <= 20000", 1},
            {"ST_Within(ST_GeomFromWKT(wkt), ST_PolygonFromEnvelope(0D, 40D, 3D, 43D))", 2},
            {"ST_Intersects(ST_PolygonFromEnvelope(0D, 40D, 1D, 41D), ST_GeomFromText(wkt, 4326))", 2},
            {"ST_Intersects(ST_PolygonFromEnvelope(0D, 40D, 1D, 41D), ST_GeomFromWKB(wkb))", 2},
            {"ST_DWithin(ST_GeomFromWKB(wkb), ST_Point(-179D, 41D), 0.5D)", 1},
            {"ST_Contains(ST_GeomFromWKT('POLYGON EMPTY'), ST_Point(lng, lat))", 8},
            {"NOT ST_Contains(ST_PolygonFromEnvelope(0D, 40D, 2D, 42D), ST_Point(lng, lat))", 8},
            {"ST_Disjoint(ST_PolygonFromEnvelope(0D, 40D, 2D, 42D), ST_Point(lng, lat))", 8},
            {"ST_Distance(ST_Point(lng, lat), ST_Point(1D, 41D)) > 100", 8},
            {"ST_Contains(ST_PolygonFromEnvelope(50D, 0D, 60D, 30D), ST_Point(lng, lat))", 0},
            {"ST_DWithin(ST_Point(lng, lat), ST_Point(60D, 10D), 1000000, true)", 0},
            // the other way round
            {"ST_Contains(ST_PolygonFromEnvelope(0D, 40D, 2D, 42D), ST_Point(lat, lng))", 8},
        };
    }

    @Test(dataProvider = "conditions")
    public void testFilesThatHoldNothingAreNotRead(String condition, int most) {
        Multiset<Row> expected = ids(table("plain").selectExpr("id", condition + " AS holds").collectAsList().stream()
                .filter(row -> isTrue(row, 1))
                .map(row -> RowFactory.create(row.getLong(0))));
        assertThat(ids(table("plain").where(condition))).isEqualTo(expected);
        assertThat(filesRead("plain", condition)).isLessThanOrEqualTo(most);
    }

    private static boolean isTrue(Row row, int column) {
        return !row.isNullAt(column) && row.getBoolean(column);
    }

    private static Multiset<Row> ids(Stream<Row> rows) {
        return rows.collect(ImmutableMultiset.toImmutableMultiset());
    }

    /** Compares with what Spark says of each row, in a query that has no filter. */
    @Test
    public void testRandomConditions() {
        Random random = new Random(SEED);
        int skipping = 0;
        int matching = 0;
        int failing = 0;
        for (int number = 0; number < CONDITIONS; number++) {
            String condition = condition(random, 1);
            List<Row> rows;
            try {
                rows = table("all")
                        .selectExpr("id", "lng", "lat", "wkt", "wkb", condition + " AS holds")
                        .collectAsList();
            } catch (Exception e) {
                // functions fail for some pairs of geometries
                failing++;
                continue;
            }
            Dataset<Row> query = table("all").where(condition);
            Predicate predicate = predicate(query);
            List<Row> found = rows.stream().filter(row -> isTrue(row, 5)).toList();
            for (Row row : found) {
                assertThat(maySatisfy(predicate, row))
                        .as("%s is true of %s, seed %s", condition, row, SEED)
                        .isTrue();
            }
            assertThat(ids(query))
                    .as("%s, seed %s", condition, SEED)
                    .isEqualTo(ids(found.stream().map(row -> RowFactory.create(row.getLong(0)))));
            matching += found.isEmpty() ? 0 : 1;
            skipping += filesRead("all", condition) < FILES ? 1 : 0;
        }
        assertThat(failing).as("conditions that fail").isLessThan(CONDITIONS / 4);
        assertThat(matching).as("conditions that are true of some").isGreaterThan(CONDITIONS / 4);
        assertThat(skipping).as("conditions that skip").isGreaterThan(CONDITIONS / 4);
    }

    /** Returns what is made of the filter of a query, as it is after optimisation. */
    private static Predicate predicate(Dataset<Row> query) {
        List<Expression> conditions = new ArrayList<>();
        collect(query.queryExecution().optimizedPlan(), conditions);
        return new CatalystPredicates(ColumnFinder.EACH).conjunction(conditions);
    }

    private static void collect(LogicalPlan plan, List<Expression> conditions) {
        if (plan instanceof Filter filter) {
            conditions.add(filter.condition());
        }
        CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, conditions));
    }

    private static boolean maySatisfy(Predicate predicate, Row row) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().allMatch(operand -> maySatisfy(operand, row));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().anyMatch(operand -> maySatisfy(operand, row));
        }
        if (predicate instanceof Predicate.InSet inSet
                && row.getAs(inSet.column().name()) instanceof Double value) {
            return value.isNaN() ? inSet.values().mayHoldNan() : inSet.values().contains(Key.ofDouble(value));
        }
        if (predicate instanceof InBoxes inBoxes) {
            Optional<Box> box = box(row.getAs(inBoxes.shape().get(0).name()));
            return box.isEmpty() || inBoxes.boxes().stream().anyMatch(other -> meet(other, box.get()));
        }
        return true;
    }

    /** Returns what an index knows of a geometry. */
    private static Optional<Box> box(Object geometry) {
        return geometry instanceof String text
                ? GeometryBounds.ofText(Slices.utf8Slice(text))
                : GeometryBounds.ofBinary(Slices.wrappedBuffer((byte[]) geometry));
    }

    private static boolean meet(Box one, Box other) {
        return one.minX() <= other.maxX()
                && other.minX() <= one.maxX()
                && one.minY() <= other.maxY()
                && other.minY() <= one.maxY();
    }

    private static String condition(Random random, int depth) {
        if (depth > 0 && random.nextInt(4) == 0) {
            String left = condition(random, depth - 1);
            String right = condition(random, depth - 1);
            return switch (random.nextInt(3)) {
                case 0 -> "(%s OR %s)".formatted(left, right);
                case 1 -> "NOT (%s)".formatted(left);
                default -> "(%s AND %s)".formatted(left, right);
            };
        }
        int file = random.nextInt(FILES);
        double x = west(file) + coordinate(random);
        double y = south(file) + coordinate(random);
        String shape = columnShape(random);
        String constant = constant(random, x, y);
        if (random.nextInt(4) == 0) {
            double metres = Math.pow(10, random.nextDouble() * 6 + 1);
            String centre = text("ST_Point(%sD, %sD)", x, y);
            String points = random.nextBoolean() ? "ST_Point(lng, lat), " + centre : centre + ", ST_Point(lng, lat)";
            return switch (random.nextInt(3)) {
                case 0 -> text("ST_DWithin(%s, %sD, true)", points, metres);
                case 1 -> text("ST_DistanceSphere(%s) < %sD", points, metres);
                default -> text("ST_DistanceSpheroid(%s) <= %sD", points, metres);
            };
        }
        String shapes = random.nextBoolean() ? shape + ", " + constant : constant + ", " + shape;
        double distance = random.nextInt(5) == 0 ? 0 : random.nextDouble() * 3;
        return switch (random.nextInt(6)) {
            case 0 -> text("ST_DWithin(%s, %sD)", shapes, distance);
            case 1 -> text("ST_Distance(%s) %s %sD", shapes, random.nextInt(4) == 0 ? ">" : "<=", distance);
            default -> "%s(%s)".formatted(RELATIONS.get(random.nextInt(RELATIONS.size())), shapes);
        };
    }

    private static String columnShape(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "ST_GeomFromWKT(wkt)";
            case 1 -> "ST_GeomFromText(wkt, 4326)";
            case 2 -> "ST_GeomFromWKB(wkb)";
            case 3 -> "ST_SetSRID(ST_MakePoint(lng, lat), 4326)";
            default -> "ST_Point(lng, lat)";
        };
    }

    private static String constant(Random random, double x, double y) {
        return switch (random.nextInt(12)) {
            case 0 -> text("ST_PolygonFromEnvelope(%sD, %sD, %sD, %sD)", x, y, x + random.nextInt(4), y + 1);
            case 1 -> text("ST_Buffer(ST_Point(%sD, %sD), %sD)", x, y, random.nextDouble() * 2);
            case 2 -> "ST_SetSRID(ST_GeomFromText('%s'), 4326)".formatted(shape(random, ANY_SHAPE, x, y));
            case 3 ->
                text(
                        "ST_GeomFromWKT('POLYGON Z ((%1$s %2$s 1, %3$s %2$s 2, %3$s %4$s 3, %1$s %2$s 1))')",
                        x, y, x + 2, y + 2);
            case 4 -> "ST_GeomFromWKB(ST_AsBinary(ST_GeomFromWKT('%s')))".formatted(shape(random, ANY_SHAPE, x, y));
            case 5 -> "ST_Collect(ST_GeomFromWKT('%s'), ST_Point(1D, 41D))".formatted(shape(random, ANY_SHAPE, x, y));
            case 6 ->
                List.of(
                                "ST_GeomFromWKT('POINT EMPTY')",
                                "ST_GeomFromWKT('MULTIPOLYGON EMPTY')",
                                "ST_GeomFromWKT(CAST(NULL AS string))",
                                "ST_Point(DOUBLE('NaN'), 41D)",
                                "ST_Point(1D, DOUBLE('Infinity'))")
                        .get(random.nextInt(5));
            default -> "ST_GeomFromWKT('%s', 4326)".formatted(shape(random, ANY_SHAPE, x, y));
        };
    }

    /** Circles on the globe must be no smaller than those of the functions, in any direction. */
    @Test
    public void testRimsAreInCircles() {
        Random random = new Random(SEED);
        for (int number = 0; number < CIRCLES; number++) {
            double x = random.nextDouble() * 360 - 180;
            double y = random.nextDouble() * 180 - 90;
            String centre = switch (random.nextInt(3)) {
                // on its meridian, or its parallel
                case 0 -> text("ST_Point(%sD, %sD)", x, random.nextDouble() * 180 - 90);
                case 1 -> text("ST_Point(%sD, %sD)", Math.min(180, x + random.nextDouble()), y);
                default -> text("ST_Point(%sD, %sD)", random.nextDouble() * 360 - 180, random.nextDouble() * 180 - 90);
            };
            String function = random.nextBoolean() ? "ST_DistanceSpheroid" : "ST_DistanceSphere";
            Row point = spark.sql(text(
                            "SELECT x AS lng, y AS lat, %s(ST_Point(x, y), %s) AS metres FROM VALUES (%sD, %sD) AS point(x, y)",
                            function, centre, x, y))
                    .head();
            String condition =
                    text("%s(%s, ST_Point(lng, lat)) <= %sD", function, centre, point.<Double>getAs("metres"));
            assertThat(maySatisfy(predicate(table("plain").where(condition)), point))
                    .as("%s of (%s, %s), seed %s", condition, x, y, SEED)
                    .isTrue();
        }
    }

    @Test
    public void testExplanationsNameShapes() {
        assertThat(SkippingIndex.explain(table("plain")
                        .where("ST_Contains(ST_PolygonFromEnvelope(0D, 40D, 2D, 42D), ST_Point(lng, lat))")))
                .contains("st_contains('POLYGON ((0 40, 0 42, 2 42, 2 40, 0 40))', st_point(lng, lat)): ")
                .contains("leaves 1 of 8 objects")
                .contains("reads 1 of 8 files");
    }

    /** JTS finds that points without a latitude intersect what has their longitude. */
    @Test
    public void testPointsOfNansAreFound() {
        String condition = text(
                "ST_Intersects(ST_PolygonFromEnvelope(%sD, %sD, %sD, 80D), ST_Point(lng, lat))",
                west(PLAIN + 1) - 1, south(PLAIN + 1) + 20, west(PLAIN + 1) + 3);
        assertThat(table("all").where(condition).selectExpr("lat").distinct().collectAsList())
                .containsExactly(RowFactory.create(Double.NaN));
    }

    /** A query that fails does so with an index, too. */
    @Test
    public void testWhatIsNoGeometryIsRead() throws IOException {
        table("plain").coalesce(1).write().parquet(path("broken"));
        spark.range(1)
                .selectExpr("-1L AS id", "1D AS lng", "1D AS lat", "'POINT (1' AS wkt", "X'01' AS wkb")
                .coalesce(1)
                .write()
                .mode(SaveMode.Append)
                .parquet(path("broken"));
        index("broken");
        for (String shape : List.of("ST_GeomFromWKT(wkt)", "ST_GeomFromWKB(wkb)")) {
            Dataset<Row> query = table("broken")
                    .where("ST_Intersects(%s, ST_PolygonFromEnvelope(100D, 10D, 101D, 11D))".formatted(shape));
            assertThat(LocalSpark.filesRead(query)).isEqualTo(1);
            assertThatThrownBy(query::collectAsList).hasStackTraceContaining("ParseException");
        }
    }
}
