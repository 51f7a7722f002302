// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.ConditionScan.conditionByCondition;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Indexes over what is in a column: text read as numbers and times, fields of rows, values of maps, elements of arrays. */
public class TestColumnPaths extends AbstractLakeTest {
    private static final int OBJECTS = 6;
    private static final int ROWS = 30;
    /** an object with a text that is no number */
    private static final int BAD = 4;

    @Override
    protected void createTables() {
        createTexts();
        for (String format : List.of("json", "parquet", "orc")) {
            createNested(format);
        }
    }

    private void createTexts() {
        runner.execute(
                "CREATE TABLE texts (id varchar, latitude varchar, longitude varchar, day varchar, at varchar, price varchar, mixed varchar, \"order\" varchar) WITH (format = 'CSV')");
        for (int object = 0; object < OBJECTS; object++) {
            writeRows("""
                    INSERT INTO texts
                    SELECT
                        CAST(n AS varchar),
                        format('%%.4f', 40 + n / 1e2),
                        format('%%.4f', -1 + n / 1e2),
                        CAST(date '2020-01-01' + n * interval '1' day AS varchar),
                        CAST(timestamp '2020-01-01 00:00:00.000' + n * interval '1' hour AS varchar),
                        format('%%.2f', n * 1.25e0),
                        IF(n = %d, 'unknown', CAST(n AS varchar)),
                        CAST(n AS varchar)
                    FROM UNNEST(sequence(%d, %d)) AS t(n)
                    """.formatted(BAD * ROWS + 7, object * ROWS, object * ROWS + ROWS - 1));
        }
        index("texts", "minmax", "CAST(id AS bigint)");
        index("texts", "values", "CAST(id AS integer)");
        index("texts", "minmax", "cast(Latitude AS DOUBLE)");
        index("texts", "minmax", "CAST(longitude AS double)");
        index("texts", "minmax", "CAST(day AS date)");
        index("texts", "minmax", "CAST(at AS timestamp(3))");
        index("texts", "minmax", "CAST(price AS decimal(10, 2))");
        index("texts", "minmax", "CAST(mixed AS bigint)");
        index("texts", "minmax", "CAST(\"order\" AS bigint)");
        assertThat(tables.build("texts", "1MB").failed()).isZero();
        runner.execute(
                "CREATE VIEW lake.%1$s.typed AS SELECT CAST(id AS bigint) AS id, CAST(latitude AS double) AS latitude, TRY_CAST(day AS date) AS day FROM lake.%1$s.texts"
                        .formatted(SCHEMA));
    }

    private void createNested(String format) {
        String table = "nested_" + format;
        runner.execute(
                "CREATE TABLE %s (id bigint, place row(city varchar, at row(x double, code integer)), tags array(varchar), numbers array(bigint), attributes map(varchar, varchar), counts map(integer, bigint)) WITH (format = '%s')"
                        .formatted(table, format));
        for (int object = 0; object < OBJECTS; object++) {
            writeRows("""
                    INSERT INTO %s
                    SELECT
                        n,
                        IF(n %% 11 = 3, NULL, CAST(ROW('city ' || CAST(n / 30 AS varchar), IF(n %% 7 = 2, NULL, ROW(n * 0.5e0, n))) AS row(city varchar, at row(x double, code integer)))),
                        CASE WHEN n %% 5 = 0 THEN NULL WHEN n %% 5 = 1 THEN ARRAY[] ELSE ARRAY['tag' || CAST(n / 10 AS varchar), NULL, 'all'] END,
                        IF(n < 30, ARRAY[], ARRAY[n, n + 1]),
                        IF(n %% 13 = 5, NULL, map_from_entries(ARRAY[('n', 'v' || CAST(n / 10 AS varchar)), ('same', 'x')] || IF(n < 60, ARRAY[('early', 'yes')], CAST(ARRAY[] AS array(row(varchar, varchar)))))),
                        MAP(ARRAY[1, 7], ARRAY[n, n * 10])
                    FROM UNNEST(sequence(%d, %d)) AS t(n)
                    """.formatted(table, object * ROWS, object * ROWS + ROWS - 1));
        }
        index(table, "minmax", "place.city");
        index(table, "minmax", "place.at.x");
        index(table, "values", "place.at.code");
        index(table, "values", "elements(tags)");
        index(table, "minmax", "elements(numbers)");
        index(table, "values", "element_at(attributes, 'n')");
        index(table, "values", "element_at(attributes, 'early')");
        index(table, "values", "attributes['n']");
        index(table, "minmax", "counts[7]");
        assertThat(tables.build(table, "1MB").failed()).isZero();
    }

    private void index(String table, String type, String column) {
        tables.setAutoIndexes(table, false);
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'])"
                .formatted(SCHEMA, table, type, column.replace("'", "''")));
    }

    /** Conditions on texts, and how many of the objects are not read for them. */
    @DataProvider
    public Object[][] conditionsOnTexts() {
        return new Object[][] {
            {"CAST(id AS bigint) = 47", 5},
            {"CAST(id AS bigint) <> 47", 0},
            {"CAST(\"order\" AS bigint) = 47", 5},
            {"NOT (CAST(id AS bigint) < 100)", 3},
            {"100 <= CAST(id AS bigint)", 3},
            {"CAST(id AS integer) IN (1, 100)", 4},
            {"TRY_CAST(id AS integer) = 1", 5},
            {"CAST(id AS integer) IS NULL", 6},
            {"CAST(id AS smallint) = 1", 0},
            {"CAST(latitude AS double) BETWEEN 40.4 AND 40.5", 5},
            {"CAST(latitude AS double) > 41.1 AND CAST(longitude AS double) < 0.3", 4},
            {"CAST(latitude AS double) > 41.79 OR CAST(longitude AS double) < -0.99", 5},
            {"CAST(day AS date) BETWEEN date '2020-02-01' AND date '2020-02-05'", 5},
            {"CAST(at AS timestamp(3)) < timestamp '2020-01-01 05:00:00'", 5},
            {"CAST(at AS timestamp(6)) < timestamp '2020-01-01 05:00:00'", 5},
            {"CAST(price AS decimal(10, 2)) > 200", 5},
            {"TRY_CAST(mixed AS bigint) = 3", 5},
            {"TRY_CAST(mixed AS bigint) IS NULL", 5},
            {"CAST(id AS bigint) = 47 AND latitude LIKE '40%'", 5},
            {"CAST(id AS bigint) * 2 + 10 < 60", 5},
            {"-20 < - CAST(id AS bigint)", 5},
            {"1000 - CAST(id AS bigint) BETWEEN 950 AND 960", 5},
            {"CAST(id AS integer) + 1 IN (1, 100)", 4},
            {"NOT (CAST(id AS bigint) / 10 > 3)", 4},
            {"CAST(id AS bigint) % 10 = 3", 0},
            {"floor(CAST(latitude AS double) * 10) = 405", 5},
            {"CAST(day AS date) + interval '1' day = date '2020-02-02'", 5},
            {"CAST(at AS timestamp(3)) - interval '1' hour < timestamp '2020-01-01 04:00:00'", 5},
        };
    }

    @Test(dataProvider = "conditionsOnTexts")
    public void testTextsAreReadAsTheEngineDoes(String condition, int pruned) {
        assertPrunes("texts", condition, pruned);
    }

    @Test
    public void testATextThatDoesNotCastFailsAsItDoesWithoutUs() {
        String query = "SELECT count(*) FROM %s.%s.texts WHERE CAST(mixed AS bigint) = 3";
        assertThatThrownBy(() -> runner.execute(query.formatted("hive", SCHEMA)))
                .hasMessageContaining("unknown");
        assertThatThrownBy(() -> runner.execute(off, query.formatted("lake", SCHEMA)))
                .hasMessageContaining("unknown");
        assertThatThrownBy(() -> runner.execute(on, query.formatted("lake", SCHEMA)))
                .hasMessageContaining("unknown");
    }

    @Test
    public void testColumnsOfViews() {
        String query =
                "SELECT id FROM lake.%s.typed WHERE latitude BETWEEN 40.4 AND 40.45 AND id > 3".formatted(SCHEMA);
        assertThat(rows(on, query)).hasSize(6);
        assertThat(tables.metric(query, "skipping.objects.pruned")).isEqualTo(OBJECTS - 1);
        String days = "SELECT id FROM lake.%s.typed WHERE day < date '2020-01-04'".formatted(SCHEMA);
        assertThat(rows(on, days)).hasSize(3);
        assertThat(tables.metric(days, "skipping.objects.pruned")).isEqualTo(OBJECTS - 1);
    }

    @DataProvider
    public Object[][] conditionsOnNested() {
        return new Object[][] {
            {"place.city = 'city 2'", 5},
            {"place.city > 'city 3' AND id < 150", 4},
            {"place.city IS NULL", 0},
            {"place.at.x BETWEEN 10 AND 20", 4},
            {"place.at.x < 3 OR place.city = 'city 5'", 4},
            {"NOT (place.at.code > 30)", 5},
            {"place.at.code IN (31, 178)", 4},
            {"contains(tags, 'tag4')", 5},
            {"contains(tags, 'all')", 0},
            {"contains(tags, 'none')", 6},
            {"NOT contains(tags, 'none')", 0},
            // arrays without elements have no bounds, so that nothing is known of the first object
            {"contains(numbers, 40)", 4},
            {"contains(numbers, 40) AND contains(numbers, 100)", 5},
            // two conditions on an array may be satisfied by different elements
            {
                "arrays_overlap(numbers, ARRAY[BIGINT '30', 1000]) AND arrays_overlap(numbers, ARRAY[BIGINT '31', 1000])",
                4
            },
            {"any_match(tags, t -> coalesce(t, '') = 'tag4') AND any_match(tags, t -> coalesce(t, '') = '')", 5},
            // and those in a lambda are satisfied by one
            {"any_match(tags, t -> t > 'tag4' AND t < 'tag5')", 6},
            // or by another element, that a part of the lambda is on: 30 and 31 in the first row of the second object
            {"any_match(numbers, x -> x IN (31, 1000) AND arrays_overlap(numbers, ARRAY[BIGINT '30', 1000]))", 4},
            {"(id, place.city) IS NOT DISTINCT FROM (BIGINT '3', CAST(NULL AS varchar))", 0},
            {"element_at(attributes, 'n') = 'v4'", 5},
            {"element_at(attributes, 'n') IS NULL", 0},
            {"element_at(attributes, 'early') = 'yes'", 4},
            {"element_at(attributes, 'early') IS NULL", 0},
            {"attributes['n'] > 'v8'", 5},
            {"attributes['same'] = 'y'", 0},
        };
    }

    @Test(dataProvider = "conditionsOnNested")
    public void testNestedValuesPrune(String condition, int pruned) {
        for (String format : List.of("json", "parquet")) {
            assertPrunes("nested_" + format, condition, pruned);
        }
    }

    @Test
    public void testConditionsInRandomCombinations() {
        Random random = new Random(11);
        for (int i = 0; i < 8; i++) {
            assertSameOf("texts", combinations(random, conditionsOnTexts()));
            assertSameOf(i % 2 == 0 ? "nested_parquet" : "nested_json", combinations(random, conditionsOnNested()));
        }
    }

    /** Conditions that are asked together, which saves the time of planning. */
    private static List<String> combinations(Random random, Object[][] conditions) {
        return Stream.generate(() -> combination(random, conditions, 3))
                .limit(5)
                .toList();
    }

    private void assertSameOf(String table, List<String> conditions) {
        List<String> columns = rows("SHOW COLUMNS FROM hive.%s.%s".formatted(SCHEMA, table)).stream()
                .map(column -> "\"%s\"".formatted(column.getField(0)))
                .toList();
        String ours = "lake.%s.%s".formatted(SCHEMA, table);
        Multiset<MaterializedRow> plain = inOneScan(on, "hive.%s.%s".formatted(SCHEMA, table), columns, conditions);
        assertThat(inOneScan(off, ours, columns, conditions))
                .as("skipping off, of %s, by the number of the condition: %s", table, conditions)
                .isEqualTo(plain);
        assertThat(HashMultiset.create(local.rows(on, conditionByCondition(ours, columns, conditions))))
                .as("skipping on, of %s, by the number of the condition: %s", table, conditions)
                .isEqualTo(plain);
    }

    private Multiset<MaterializedRow> inOneScan(
            Session session, String table, List<String> columns, List<String> conditions) {
        return ConditionScan.rows(query -> local.rows(session, query), table, columns, conditions);
    }

    private static String combination(Random random, Object[][] conditions, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return (String) conditions[random.nextInt(conditions.length)][0];
        }
        return switch (random.nextInt(5)) {
            case 0 -> "NOT (" + combination(random, conditions, depth - 1) + ")";
            case 1, 2 ->
                "(%s) OR (%s)"
                        .formatted(
                                combination(random, conditions, depth - 1), combination(random, conditions, depth - 1));
            default ->
                "(%s) AND (%s)"
                        .formatted(
                                combination(random, conditions, depth - 1), combination(random, conditions, depth - 1));
        };
    }

    /** The engine knows that it is never TRUE, and reads nothing. */
    @Test
    public void testContainsNull() {
        assertSame("nested_orc", "contains(tags, NULL)");
    }

    @Test
    public void testKeysOfMapsThatAreNumbers() {
        assertPrunes("nested_parquet", "counts[7] = 450", OBJECTS - 1);
    }

    /** {@code map[key]} fails where a map has no such key, and so no range with such a map may be left out. */
    @Test
    public void testAKeyThatIsNotThereFailsAsItDoesWithoutUs() {
        index("nested_json", "values", "attributes['early']");
        tables.build("nested_json", "1MB");
        String condition = "attributes['early'] = 'no'";
        assertThatThrownBy(() -> rows("hive", "nested_json", condition)).hasMessageContaining("early");
        assertThatThrownBy(() -> rows("lake", "nested_json", condition)).hasMessageContaining("early");
    }

    @Test
    public void testNamesOfIndexes() {
        assertThat(runner.execute("SELECT index_name FROM lake.%s.\"texts$indexes\"".formatted(SCHEMA))
                        .getOnlyColumnAsSet())
                .contains("minmax(CAST(latitude AS double))", "minmax(CAST(price AS decimal(10,2)))");
    }

    /** Without create_index, what texts hold is found out by a sample, at the first build. */
    @Test
    public void testCastsAreChosenByASample() {
        runner.execute(
                "CREATE TABLE chosen (id varchar, latitude varchar, day varchar, at varchar, name varchar, empty varchar) WITH (format = 'CSV')");
        insertChosen(0, 40);
        insertChosen(40, 80);
        tables.build("chosen", "1MB");
        assertThat(casts("chosen"))
                .containsExactlyInAnyOrder(
                        "minmax(CAST(id AS integer))",
                        "minmax(IF(TRY_CAST(id AS integer) IS NULL, id))",
                        "minmax(CAST(id AS bigint))",
                        "minmax(IF(TRY_CAST(id AS bigint) IS NULL, id))",
                        "minmax(CAST(id AS double))",
                        "minmax(IF(TRY_CAST(id AS double) IS NULL, id))",
                        "minmax(CAST(latitude AS double))",
                        "minmax(IF(TRY_CAST(latitude AS double) IS NULL, latitude))",
                        "minmax(IF(TRY_CAST(day AS date) IS NULL, day))",
                        "minmax(CAST(day AS timestamp(6)))",
                        "minmax(IF(TRY_CAST(day AS timestamp(6)) IS NULL, day))",
                        "minmax(CAST(at AS timestamp(6)))",
                        "minmax(IF(TRY_CAST(at AS timestamp(6)) IS NULL, at))");
        for (String condition : List.of(
                "CAST(id AS integer) < 30",
                "CAST(latitude AS double) > 41.0",
                "CAST(day AS date) < date '2020-02-01'",
                "CAST(at AS timestamp) < timestamp '2020-01-01 01:00:00'")) {
            assertPrunes("chosen", condition, 1);
        }

        // what comes later does not change what is chosen, whatever it is
        writeRows("INSERT INTO chosen SELECT 'no', 'number', 'at', 'all', 'x', '1'");
        assertThat(tables.build("chosen", "1MB").done()).isEqualTo(1);
        assertThat(casts("chosen")).hasSize(13);
        assertPrunes("chosen", "TRY_CAST(id AS integer) < 30", 2);
    }

    /** Without create_index, boxes are made around points of typed columns and of texts that hold coordinates. */
    @Test
    public void testBoxesAreChosenForCoordinates() {
        for (String type : List.of("double", "varchar")) {
            String table = "stops_" + type;
            boolean isText = type.equals("varchar");
            runner.execute(
                    "CREATE TABLE %1$s (id varchar, stop_lat %2$s, stop_lng %2$s, note varchar) WITH (format = '%3$s')"
                            .formatted(table, type, isText ? "CSV" : "TEXTFILE"));
            for (int object = 0; object < OBJECTS; object++) {
                // two places in each object, so far apart that one box around both holds those of all others; and notes
                // that
                // make a range large enough for more boxes
                writeRows("""
                        INSERT INTO %1$s
                        SELECT
                            CAST(n AS varchar),
                            CAST(IF(n %% 2 = 0, 0e0 + %3$d, 50e0 - %3$d) AS %2$s),
                            CAST(IF(n %% 2 = 0, 0e0 + %3$d, 100e0 - %3$d) AS %2$s),
                            array_join(transform(sequence(1, 200), i -> to_hex(sha512(to_utf8(CAST(n * 1000 + i AS varchar))))), '')
                        FROM UNNEST(sequence(1, 20)) AS t(n)
                        """.formatted(table, type, object));
            }
            assertThat(tables.build(table, "1MB").failed()).isZero();
            String latitude = isText ? "CAST(stop_lat AS double)" : "stop_lat";
            String longitude = isText ? "CAST(stop_lng AS double)" : "stop_lng";
            assertThat(runner.execute("SELECT index_name FROM lake.%s.\"%s$indexes\"".formatted(SCHEMA, table))
                            .getOnlyColumnAsSet())
                    .contains("bbox(%s,%s)".formatted(longitude, latitude));
            String area = "%s BETWEEN 1.5 AND 2.5 AND %s BETWEEN 1.5 AND 2.5".formatted(latitude, longitude);
            assertPrunes(table, area, OBJECTS - 1);
            // an object has places at this latitude and others at this longitude, but none at both
            String nowhere = "%s BETWEEN 1.5 AND 2.5 AND %s BETWEEN 97.5 AND 98.5".formatted(latitude, longitude);
            assertThat(assertPrunes(table, nowhere, OBJECTS).get("skipping.pruned.by.bbox"))
                    .isPositive();
            assertThat(tables.build(table, "1MB").planned())
                    .as("objects that the next build reads")
                    .isZero();
        }
    }

    private void insertChosen(int from, int to) {
        writeRows("""
                INSERT INTO chosen
                SELECT CAST(n AS varchar), format('%%.4f', 40 + n * 0.02e0), CAST(date '2020-01-01' + n * interval '1' day AS varchar),
                    CAST(timestamp '2020-01-01 00:00:00.000' + n * interval '3' minute AS varchar), 'name ' || CAST(n AS varchar), NULL
                FROM UNNEST(sequence(%d, %d)) AS t(n)
                """.formatted(from, to - 1));
    }

    private List<Object> casts(String table) {
        return runner.execute("SELECT index_name FROM lake.%s.\"%s$indexes\" WHERE index_name LIKE '%%CAST%%'"
                        .formatted(SCHEMA, table))
                .getOnlyColumn()
                .toList();
    }

    @Test
    public void testBadPaths() {
        for (String path : List.of(
                "CAST(latitude AS varchar)",
                "CAST(latitude AS nothing)",
                "TRY_CAST(latitude AS double)",
                "latitude.x",
                "latitude + 1",
                "elements(latitude)",
                "CAST(nowhere AS double)",
                "1",
                "(",
                "")) {
            assertThatThrownBy(() -> index("texts", "minmax", path))
                    .as(path)
                    .hasMessageContaining("'%s' is neither a data column of".formatted(path));
        }
        assertThatThrownBy(() -> index("nested_orc", "minmax", "CAST(elements(tags) AS bigint)"))
                .hasMessageContaining("is neither a data column of");
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.create_index('%s', 'nested_orc', 'minmax', ARRAY['id', 'elements(tags)'])"
                                .formatted(SCHEMA)))
                .hasMessageContaining("An index over elements of arrays can have no other column");
    }

    @Test
    public void testAnIndexIsDroppedByItsPath() {
        runner.execute("CREATE TABLE dropped (x varchar) WITH (format = 'CSV')");
        index("dropped", "minmax", "CAST(x AS double)");
        runner.execute(
                "CALL lake.system.drop_index('%s', 'dropped', 'minmax', ARRAY['cast(X as double)'])".formatted(SCHEMA));
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.drop_index('%s', 'dropped', 'minmax', ARRAY['CAST(x AS double)'])"
                                .formatted(SCHEMA)))
                .hasMessageContaining("has no requested index minmax(CAST(x AS double))");
    }

    private void assertSame(String table, String condition) {
        assertSameRows(select(table, condition));
    }

    /** Returns what the scan counted. */
    private Map<String, Long> assertPrunes(String table, String condition, long objects) {
        Map<String, Long> metrics = metricsOfSameRows(select(table, condition));
        assertThat(metrics).as("%s of %s", condition, table).containsEntry("skipping.objects.pruned", objects);
        return metrics;
    }

    private static String select(String table, String condition) {
        return "SELECT * FROM CATALOG.%s WHERE %s ORDER BY id".formatted(table, condition);
    }

    private List<MaterializedRow> rows(String catalog, String table, String condition) {
        return rows(select(table, condition).replace("CATALOG", catalog + "." + SCHEMA));
    }
}
