// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Lists;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.layout.ObjectOrder;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Conditions on meter readings, by a real server: the same answer from the stock connector, and from this one with skipping
 * on and off, and fewer bytes, counted at the endpoint.
 */
@Test(groups = "servers")
public class TestPredicates {
    private static final int OBJECTS = 24;
    private static final double MEGABYTES = 0.5;
    private static final double KILOMETRES = 5;

    /** a table of many objects, whose index nobody has asked for */
    private static final String MANY = "many";

    private static final int MANY_OBJECTS = 128;
    private static final double MANY_MEGABYTES = 0.25;

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    /** Half of the time for which objects are too young. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private static final long PLACES_SEED = Long.getLong("property.seed", 20_261_121L);
    private static final int PLACES_CONDITIONS = Integer.getInteger("property.conditions", 100);

    /** Stands for a query that fails in what {@link #columnOrFailure} gives. */
    private static final List<String> FAILURE = List.of("the query fails");

    private static final List<String> GEOMETRIES = List.of(
            "POINT (50 50)",
            "POINT EMPTY",
            "MULTIPOINT (2 2, 50 50)",
            "MULTIPOINT EMPTY",
            "LINESTRING (0 0, 60 60)",
            "LINESTRING (20 21, 20 21)",
            "LINESTRING EMPTY",
            "MULTILINESTRING ((0 0, 1 1), (50 50, 51 51))",
            "POLYGON ((49 49, 51 49, 51 51, 49 51, 49 49))",
            "POLYGON EMPTY",
            "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((49 49, 51 49, 51 51, 49 51, 49 49)))",
            "GEOMETRYCOLLECTION EMPTY",
            "GEOMETRYCOLLECTION (POINT (50 50))",
            "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), POINT (50 50))",
            "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT (2 2), GEOMETRYCOLLECTION (POINT EMPTY)))",
            "POINT (-30 10)");

    private static final String TYPED = "meters";
    /** the same objects, with nothing but text columns */
    private static final String TEXTS = "texts";

    private final MeterOptions options =
            MeterOptions.defaults().withObjects(OBJECTS).withMegabytes(MEGABYTES);

    private Path folder;
    private LocalLake lake;
    private Connection connection;
    private Meter meter;

    @BeforeClass
    public void start() throws IOException, SQLException, InterruptedException {
        // the conditions are asked for even if all of this is skipped
        meter = MeterReadings.meter(options, MeterReadings.meters(options) / 2);
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("predicates");
        lake = LocalLake.in(folder).patient().start();
        connection = lake.trino().connect();
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, "meters")) {
            MeterReadings.generate(options, sink, (written, ofObjects, bytes) -> {});
        }
        String catalog = LocalLake.SKIPPING_CATALOG;
        execute("CREATE SCHEMA %s.grid".formatted(catalog));
        createTable(HiveDdl.TableFormat.TEXTFILE, TYPED, "meters");
        createTable(HiveDdl.TableFormat.CSV, TEXTS, "meters");
        // what is chosen without these keeps to a share of the range, which leaves a small one no values
        for (String column : List.of("latitude", "longitude", "temp")) {
            createIndex("minmax", column);
        }
        for (String column : List.of("city", "vid")) {
            createIndex("values", column);
        }
        buildIndex(TYPED, OBJECTS);
        // a sample tells what the texts hold
        buildIndex(TEXTS, OBJECTS);

        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, MANY)) {
            MeterReadings.generate(
                    MeterOptions.defaults()
                            .withObjects(MANY_OBJECTS)
                            .withMegabytes(MANY_MEGABYTES)
                            .withOrder(ObjectOrder.AREA),
                    sink,
                    (written, ofObjects, bytes) -> {});
        }
        createTable(HiveDdl.TableFormat.TEXTFILE, MANY, MANY);
        buildIndex(MANY, MANY_OBJECTS);
    }

    private void createTable(HiveDdl.TableFormat format, String table, String folder) throws SQLException {
        String catalog = LocalLake.SKIPPING_CATALOG;
        execute(HiveDdl.createTable(format, catalog, "grid", table, "s3://%s/%s".formatted(LocalLake.BUCKET, folder)));
        execute(HiveDdl.syncPartitions(catalog, "grid", table));
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (connection != null) {
            connection.close();
            connection = null;
        }
        if (lake != null) {
            lake.close();
            lake = null;
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @DataProvider
    public Object[][] conditions() {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), KILOMETRES);
        String polygon = box.polygon();
        String point = "ST_Point(longitude, latitude)";
        String centre = format("ST_Point(%f, %f)", meter.longitude(), meter.latitude());
        String city = meter.town().name();
        return new Object[][] {
            {TYPED, box.between()},
            {TYPED, "ST_Contains(%s, %s)".formatted(polygon, point)},
            {TYPED, "ST_Within(%s, %s)".formatted(point, polygon)},
            {TYPED, "ST_Intersects(%s, ST_Union(%s, ST_Point(-1e0, 44e0)))".formatted(point, polygon)},
            {TYPED, "NOT ST_Disjoint(%s, %s)".formatted(polygon, point)},
            {TYPED, "ST_Distance(%s, %s) < 0.04".formatted(point, centre)},
            {
                TYPED,
                "ST_Distance(to_spherical_geography(%s), to_spherical_geography(%s)) <= 4000".formatted(point, centre)
            },
            {
                TYPED,
                format("great_circle_distance(latitude, longitude, %f, %f) < 4", meter.latitude(), meter.longitude())
            },
            {TYPED, "lower(city) = '%s'".formatted(city.toLowerCase(Locale.ROOT))},
            {TYPED, "city LIKE '%%%s'".formatted(city.substring(1))},
            {TYPED, "regexp_like(city, '^.%s$')".formatted(city.substring(1))},
            {TYPED, "vid %% 1000003 = %d".formatted(meter.vid() % 1_000_003)},
            {
                TEXTS,
                format(
                        "CAST(latitude AS double) BETWEEN %f AND %f AND CAST(longitude AS double) BETWEEN %f AND %f",
                        box.minLatitude(), box.maxLatitude(), box.minLongitude(), box.maxLongitude())
            },
            {
                TEXTS,
                "ST_Contains(%s, ST_Point(TRY_CAST(longitude AS double), CAST(latitude AS double)))".formatted(polygon)
            },
        };
    }

    @Test(dataProvider = "conditions")
    public void testReadsLess(String table, String condition) throws SQLException {
        Answer plain = ask(LocalLake.HIVE_CATALOG, table, condition, Optional.empty());
        assertThat(plain.rows()).as("rows that match").isPositive();
        Answer off = ask(LocalLake.SKIPPING_CATALOG, table, condition, Optional.of(false));
        Answer on = ask(LocalLake.SKIPPING_CATALOG, table, condition, Optional.of(true));

        assertThat(off.withoutBytes()).as("skipping off").isEqualTo(plain.withoutBytes());
        assertThat(on.withoutBytes()).as("skipping on").isEqualTo(plain.withoutBytes());
        assertThat(on.bytes()).as("bytes, of %s", plain.bytes()).isLessThan(plain.bytes() / 4);
    }

    /** Orders, limits, and how many objects may be read. */
    @DataProvider
    public Object[][] firstReadings() {
        return new Object[][] {
            // one object has them all
            {"temp DESC", 10, 1},
            {"temp", 10, 1},
            // five objects have them
            {"temp DESC", 100, 10},
            // all objects have equal ones, but some ranges have fewer than ten
            {"date DESC", 10, 3},
        };
    }

    /** Of a range it is known what its ten warmest rows are like, so that ten rows are one range, of one object. */
    @Test(dataProvider = "firstReadings")
    public void testTheFirstAreInFewObjects(String order, int count, long most) throws SQLException {
        String column = order.split(" ")[0];
        String query = "SELECT CAST(%s AS varchar) FROM %s.grid.%s ORDER BY %s LIMIT %d";
        List<String> plain = column(query.formatted(column, LocalLake.HIVE_CATALOG, MANY, order, count));
        assertThat(plain).hasSize(count);
        execute("SET SESSION %s.skipping_enabled = false".formatted(LocalLake.SKIPPING_CATALOG));
        assertThat(column(query.formatted(column, LocalLake.SKIPPING_CATALOG, MANY, order, count)))
                .as("skipping off")
                .isEqualTo(plain);
        execute("SET SESSION %s.skipping_enabled = true".formatted(LocalLake.SKIPPING_CATALOG));
        RequestLog.Mark mark = lake.s3().log().mark();
        assertThat(column(query.formatted(column, LocalLake.SKIPPING_CATALOG, MANY, order, count)))
                .as("skipping on")
                .isEqualTo(plain);
        RequestCounts read = lake.s3().log().since(mark).data();
        assertThat(read.objectsRead()).as("objects read, of %s", MANY_OBJECTS).isBetween(1L, most);
        assertThat(read.bytesSent()).isLessThan((long) (MANY_OBJECTS * MANY_MEGABYTES * 1e6 / 10));
    }

    @Test
    public void testWhatTheIndexKnowsIsNotRead() throws SQLException {
        String query =
                "SELECT CAST(count(*) AS varchar) || ' ' || CAST(min(temp) AS varchar) || ' ' || CAST(max(temp) AS varchar) FROM %s.grid.meters";
        List<String> plain = column(query.formatted(LocalLake.HIVE_CATALOG));
        execute("SET SESSION %s.skipping_enabled = true".formatted(LocalLake.SKIPPING_CATALOG));
        RequestLog.Mark mark = lake.s3().log().mark();
        assertThat(column(query.formatted(LocalLake.SKIPPING_CATALOG))).isEqualTo(plain);
        assertThat(lake.s3().log().since(mark).data().objectsRead()).isZero();
    }

    /** Two places in each object, so that one box around both would hold those of the others. */
    @Test
    public void testGeometriesAreInTheirBoxes() throws IOException, SQLException, InterruptedException {
        String table = LocalLake.SKIPPING_CATALOG + ".grid.shapes";
        int objects = 4;
        for (int object = 0; object < objects; object++) {
            String shapes = "SELECT n AS id, ST_AsText(shape) AS text, ST_AsBinary(shape) AS bytes FROM ("
                    + "SELECT n, ST_Buffer(ST_Point(%1$d + 5e1 * (n %% 2), %1$d - 5e1 * (n %% 2)), 0.2) AS shape "
                            .formatted(object)
                    + "FROM UNNEST(sequence(1, 20)) AS t(n))";
            execute(
                    object == 0
                            ? "CREATE TABLE %s WITH (format = 'ORC') AS %s".formatted(table, shapes)
                            : "INSERT INTO %s %s".formatted(table, shapes));
        }
        for (String column : List.of("text", "bytes")) {
            execute("CALL %s.system.create_index('grid', 'shapes', 'bbox', ARRAY['%s'])"
                    .formatted(LocalLake.SKIPPING_CATALOG, column));
        }
        buildIndex("shapes", objects);
        String polygon = "ST_GeometryFromText('POLYGON ((1.5 1.5, 2.5 1.5, 2.5 2.5, 1.5 2.5, 1.5 1.5))')";
        for (String geometry : List.of("ST_GeometryFromText(text)", "ST_GeomFromBinary(bytes)")) {
            for (String condition : List.of(
                    "ST_Contains(%s, %s)".formatted(polygon, geometry),
                    "ST_Intersects(%s, %s)".formatted(geometry, polygon),
                    "ST_Distance(%s, ST_Point(2e0, 2e0)) < 0.5".formatted(geometry))) {
                String query = "SELECT CAST(id AS varchar) FROM %s.grid.shapes WHERE " + condition + " ORDER BY 1";
                List<String> plain = column(query.formatted(LocalLake.HIVE_CATALOG));
                assertThat(plain).hasSize(10);
                execute("SET SESSION %s.skipping_enabled = false".formatted(LocalLake.SKIPPING_CATALOG));
                assertThat(column(query.formatted(LocalLake.SKIPPING_CATALOG))).isEqualTo(plain);
                execute("SET SESSION %s.skipping_enabled = true".formatted(LocalLake.SKIPPING_CATALOG));
                assertThat(column(query.formatted(LocalLake.SKIPPING_CATALOG))).isEqualTo(plain);
                assertThat(String.join(
                                "", column("EXPLAIN ANALYZE VERBOSE " + query.formatted(LocalLake.SKIPPING_CATALOG))))
                        .as(condition)
                        .contains("'skipping.objects.pruned' = LongCount{total=3}");
            }
        }
    }

    /**
     * Geometries of all types on both sides of all functions, among them empty ones, collections and lines without length: the
     * same rows, or a failure in both cases.
     */
    @Test
    public void testAllTypesOfGeometriesAreFoundAsWithoutTheIndex()
            throws IOException, SQLException, InterruptedException {
        String table = LocalLake.SKIPPING_CATALOG + ".grid.kinds";
        StringBuilder rows = new StringBuilder();
        for (String kind : GEOMETRIES) {
            int part = GEOMETRIES.indexOf(kind);
            // what most constants are far away from, and the middle of some
            String coordinates = part % 3 == 0 ? "5e1, 5e1" : part % 3 == 1 ? "-3e1, 1e1" : "2e0, infinity()";
            rows.append("%s('%s', %s, '%d')".formatted(part == 0 ? "" : ", ", kind, coordinates, part));
        }
        execute(
                "CREATE TABLE %s WITH (format = 'ORC', partitioned_by = ARRAY['part']) AS SELECT wkt, ST_AsBinary(ST_GeometryFromText(wkt)) AS wkb, lng, lat, part FROM (VALUES %s) AS t(wkt, lng, lat, part)"
                        .formatted(table, rows));
        for (String columns : List.of("'lng', 'lat'", "'wkt'", "'wkb'")) {
            execute("CALL %s.system.create_index('grid', 'kinds', 'bbox', ARRAY[%s])"
                    .formatted(LocalLake.SKIPPING_CATALOG, columns));
        }
        for (String column : List.of("lng", "lat")) {
            execute("CALL %s.system.create_index('grid', 'kinds', 'minmax', ARRAY['%s'])"
                    .formatted(LocalLake.SKIPPING_CATALOG, column));
        }
        buildIndex("kinds", GEOMETRIES.size());
        execute("SET SESSION %s.skipping_enabled = true".formatted(LocalLake.SKIPPING_CATALOG));
        List<String> conditions = new ArrayList<>(List.of(
                "ST_Equals(ST_GeometryFromText('GEOMETRYCOLLECTION (POINT (60 60))'), ST_Point(lng, lat))",
                "ST_Equals(ST_GeometryFromText(wkt), ST_GeometryFromText('POINT (60 60)'))",
                "ST_Equals(ST_Point(7e1, 7e1), ST_Point(lng, lat))",
                "ST_Touches(ST_GeometryFromText('MULTIPOINT (2 2, 80 80)'), ST_GeomFromBinary(wkb))"));
        Random random = new Random(PLACES_SEED);
        while (conditions.size() < PLACES_CONDITIONS / 2) {
            conditions.add(geometryCondition(random));
        }
        int failed = 0;
        for (String condition : conditions) {
            String query = "SELECT part FROM %s.grid.kinds WHERE " + condition + " ORDER BY 1";
            List<String> plain = columnOrFailure(query.formatted(LocalLake.HIVE_CATALOG));
            assertThat(columnOrFailure(query.formatted(LocalLake.SKIPPING_CATALOG)))
                    .as(condition)
                    .isEqualTo(plain);
            failed += plain.equals(FAILURE) ? 1 : 0;
        }
        assertThat(failed).as("conditions on which Trino fails").isBetween(1, conditions.size() / 2);
    }

    private static String geometryCondition(Random random) {
        String constant = "ST_GeometryFromText('%s')".formatted(GEOMETRIES.get(random.nextInt(GEOMETRIES.size())));
        String column = List.of("ST_GeometryFromText(wkt)", "ST_GeomFromBinary(wkb)", "ST_Point(lng, lat)")
                .get(random.nextInt(3));
        boolean isColumnFirst = random.nextBoolean();
        String operands = isColumnFirst ? column + ", " + constant : constant + ", " + column;
        return random.nextInt(5) == 0
                ? "ST_Distance(%s) <= %de0".formatted(operands, random.nextInt(4))
                : "%s(%s)"
                        .formatted(RandomPlaces.RELATIONS.get(random.nextInt(RandomPlaces.RELATIONS.size())), operands);
    }

    /** A NaN is in no box, but the function fails on it. */
    @Test
    public void testWhatIsNoPlaceFailsAsWithoutTheIndex() throws IOException, SQLException, InterruptedException {
        String table = LocalLake.SKIPPING_CATALOG + ".grid.nowhere";
        execute(
                "CREATE TABLE %s WITH (format = 'ORC', partitioned_by = ARRAY['part']) AS SELECT * FROM (VALUES (2e0, 48e0, 'paris'), (2e0, nan(), 'latitude'), (nan(), 48e0, 'longitude')) AS t(lng, lat, part)"
                        .formatted(table));
        execute("CALL %s.system.create_index('grid', 'nowhere', 'bbox', ARRAY['lng', 'lat'])"
                .formatted(LocalLake.SKIPPING_CATALOG));
        for (String column : List.of("lng", "lat")) {
            execute("CALL %s.system.create_index('grid', 'nowhere', 'minmax', ARRAY['%s'])"
                    .formatted(LocalLake.SKIPPING_CATALOG, column));
        }
        buildIndex("nowhere", 3);
        execute("SET SESSION %s.skipping_enabled = true".formatted(LocalLake.SKIPPING_CATALOG));
        String query =
                "SELECT part FROM %s.grid.nowhere WHERE great_circle_distance(lat, lng, 1e1, 1e1) < 5 AND part <> '%s'";
        for (String catalog : List.of(LocalLake.HIVE_CATALOG, LocalLake.SKIPPING_CATALOG)) {
            assertThatThrownBy(() -> column(query.formatted(catalog, "longitude")))
                    .as(catalog)
                    .hasMessageContaining("Latitude must be between");
            assertThatThrownBy(() -> column(query.formatted(catalog, "latitude")))
                    .as(catalog)
                    .hasMessageContaining("Longitude must be between");
        }
        String proper = "SELECT part FROM %s WHERE great_circle_distance(lat, lng, 1e1, 1e1) < 5 AND part = 'paris'";
        RequestLog.Mark mark = lake.s3().log().mark();
        assertThat(column(proper.formatted(table))).isEmpty();
        assertThat(lake.s3().log().since(mark).data().objectsRead())
                .as("where there is no NaN, the function cannot fail")
                .isZero();
    }

    private List<String> columnOrFailure(String sql) {
        try {
            return column(sql);
        } catch (SQLException e) {
            return FAILURE;
        }
    }

    /** All functions on points and geometries, in all orders, negated too, also at the poles and at the antimeridian. */
    @Test
    public void testRandomPlacesAreFoundAsWithoutTheIndex() throws IOException, SQLException, InterruptedException {
        RandomPlaces places = new RandomPlaces(PLACES_SEED);
        String table = LocalLake.SKIPPING_CATALOG + ".grid.places";
        int objects = 12;
        execute("CREATE TABLE %s (id bigint, lng double, lat double, wkt varchar, wkb varbinary) WITH (format = 'ORC')"
                .formatted(table));
        for (int object = 0; object < objects; object++) {
            execute(
                    "INSERT INTO %s SELECT id, lng, lat, wkt, ST_AsBinary(ST_GeometryFromText(wkt)) FROM (VALUES %s) AS t(id, lng, lat, wkt)"
                            .formatted(table, places.rows(object, 40)));
        }
        for (String columns : List.of("'lng'", "'lat'")) {
            execute("CALL %s.system.create_index('grid', 'places', 'minmax', ARRAY[%s])"
                    .formatted(LocalLake.SKIPPING_CATALOG, columns));
        }
        for (String columns : List.of("'lng', 'lat'", "'wkt'", "'wkb'")) {
            execute("CALL %s.system.create_index('grid', 'places', 'bbox', ARRAY[%s])"
                    .formatted(LocalLake.SKIPPING_CATALOG, columns));
        }
        buildIndex("places", objects);
        execute("SET SESSION %s.skipping_enabled = true".formatted(LocalLake.SKIPPING_CATALOG));
        List<String> conditions =
                Stream.generate(places::condition).limit(PLACES_CONDITIONS).toList();
        long read = 0;
        long matching = 0;
        for (List<String> some : Lists.partition(conditions, 20)) {
            List<Set<String>> expected = idsOfEach(some);
            for (int i = 0; i < some.size(); i++) {
                RequestLog.Mark mark = lake.s3().log().mark();
                assertThat(column("SELECT CAST(id AS varchar) FROM %s WHERE %s".formatted(table, some.get(i))))
                        .as(some.get(i))
                        .containsExactlyInAnyOrderElementsOf(expected.get(i));
                read += lake.s3().log().since(mark).data().objectsRead();
                matching += expected.get(i).isEmpty() ? 0 : 1;
            }
        }
        assertThat(matching).as("conditions that some row satisfies").isGreaterThan(PLACES_CONDITIONS / 2);
        assertThat(read)
                .as("objects read for %s conditions on %s objects", PLACES_CONDITIONS, objects)
                .isLessThan((long) (PLACES_CONDITIONS * objects * 0.75));
    }

    /** Of each condition the rows that satisfy it, by the engine's functions alone. */
    private List<Set<String>> idsOfEach(List<String> conditions) throws SQLException {
        List<Set<String>> ids =
                conditions.stream().<Set<String>>map(_ -> new HashSet<>()).toList();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT id, %s FROM %s.grid.places"
                        .formatted(String.join(", ", conditions), LocalLake.HIVE_CATALOG))) {
            while (result.next()) {
                for (int i = 0; i < conditions.size(); i++) {
                    if (result.getBoolean(i + 2)) {
                        ids.get(i).add(result.getString(1));
                    }
                }
            }
        }
        return ids;
    }

    private List<String> column(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (result.next()) {
                values.add(result.getString(1));
            }
            return values;
        }
    }

    private record Answer(long rows, String checksum, long bytes) {
        Answer withoutBytes() {
            return new Answer(rows, checksum, 0);
        }
    }

    private Answer ask(String catalog, String table, String condition, Optional<Boolean> skipping) throws SQLException {
        if (skipping.isPresent()) {
            execute("SET SESSION %s.skipping_enabled = %s".formatted(catalog, skipping.get()));
        }
        String sql = "SELECT count(*), to_hex(checksum(ROW(vid, date, index, temp, city))) FROM %s.grid.%s WHERE %s"
                .formatted(catalog, table, condition);
        RequestLog.Mark mark = lake.s3().log().mark();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            long bytes = lake.s3().log().since(mark).data().bytesSent();
            return new Answer(result.getLong(1), result.getString(2), bytes);
        }
    }

    private void createIndex(String type, String column) throws SQLException {
        execute("CALL %s.system.set_auto_indexes('grid', 'meters', false)".formatted(LocalLake.SKIPPING_CATALOG));
        execute("CALL %s.system.create_index('grid', 'meters', '%s', ARRAY['%s'])"
                .formatted(LocalLake.SKIPPING_CATALOG, type, column));
    }

    /** Objects that are too young for one build are left to the next. */
    private void buildIndex(String table, int objects) throws IOException, SQLException, InterruptedException {
        lake.s3().age(LocalLake.BUCKET);
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (build(table) < objects) {
            assertThat(System.nanoTime()).as("indexing takes too long").isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private int build(String table) throws SQLException {
        String build = text("SELECT max(build) FROM TABLE(%s.system.summarize('grid', '%s', '64kB'))"
                .formatted(LocalLake.SKIPPING_CATALOG, table));
        execute("CALL %s.system.publish_index('grid', '%s', '%s')".formatted(LocalLake.SKIPPING_CATALOG, table, build));
        return Integer.parseInt(text("SELECT coalesce(min(objects_indexed), 0) FROM %s.grid.\"%s$indexes\""
                .formatted(LocalLake.SKIPPING_CATALOG, table)));
    }

    private String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
