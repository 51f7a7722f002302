// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Index types that are made only on request: rows as the stock connector gives them, with skipping and without. */
public class TestRequestedIndexTypes extends AbstractLakeTest {
    /** Objects of each table. */
    private static final int OBJECTS = 6;

    @Override
    protected void createTables() {
        // bounds are alike in all objects; what is between them is not
        createTable("spread", """
                SELECT
                    n AS id,
                    IF(n % 10 = 9, NULL, IF(n % 10 = 0, -1000, IF(n % 10 = 1, 100000, k * 1000 + n % 10))) AS number,
                    CAST(IF(n % 10 = 0, -1e9, IF(n % 10 = 1, infinity(), IF(n % 10 = 2 AND k = 5, nan(), k * 1e3))) AS double) AS dbl,
                    CAST(IF(n % 10 = 0, -0.0, IF(n % 10 = 1, 1e30, k * 1e3)) AS real) AS small,
                    CAST(IF(n % 10 = 0, 0, IF(n % 10 = 1, 9999999, k * 1000 + 0.25)) AS decimal(12, 2)) AS price,
                    IF(n % 10 < 2, date '1970-01-01' + interval '60' year * (n % 10), date '2020-01-01' + interval '1' month * k) AS day,
                    IF(n % 10 < 2, timestamp '1970-01-01 00:00:00' + interval '60' year * (n % 10), timestamp '2020-01-01 12:00:00.5' + interval '1' day * k) AS ts
                FROM (SELECT n, n / 10 AS k FROM UNNEST(sequence(FIRST, LAST)) AS t(n))
                """);
        for (String column : new String[] {"number", "dbl", "small", "price", "day", "ts"}) {
            createIndex("spread", "gaps", column);
        }
        assertThat(tables.build("spread", "1MB").failed()).isZero();
        // two places in each object, so far apart that one box around both holds those of all others
        createTable("places", """
                SELECT
                    n AS id,
                    IF(n % 10 = 9, NULL, IF(n % 10 = 8 AND k = 5, nan(), IF(n % 2 = 0, 0e0 + k, 100e0 - k))) AS lng,
                    IF(n % 10 = 7, NULL, IF(n % 2 = 0, 0e0 + k, 50e0 - k)) AS lat
                FROM (SELECT n, n / 10 AS k FROM UNNEST(sequence(FIRST, LAST)) AS t(n))
                """);
        createIndex("places", "bbox", "lng", "lat");
        assertThat(tables.build("places", "1MB").failed()).isZero();
        // bounds are alike in all objects; no text comes twice
        createTable("texts", """
                SELECT
                    n AS id,
                    IF(n % 10 = 9, NULL, IF(n % 10 = 0, 'aaaaaaaa', IF(n % 10 = 1, 'zzzzzzzz', 'é/path-' || CAST(k AS varchar) || '/')) || CAST(n AS varchar)) AS path
                FROM (SELECT n, n / 10 AS k FROM UNNEST(sequence(FIRST, LAST)) AS t(n))
                """);
        createIndex("texts", "prefix", "path");
        assertThat(tables.build("texts", "1MB").failed()).isZero();
    }

    private void createTable(String table, String select) {
        for (int object = 0; object < OBJECTS; object++) {
            String some = select.replace("FIRST", String.valueOf(object * 10))
                    .replace("LAST", String.valueOf(object * 10 + 9));
            writeRows(
                    object == 0
                            ? "CREATE TABLE %s WITH (format = 'PARQUET') AS %s".formatted(table, some)
                            : "INSERT INTO %s %s".formatted(table, some));
        }
    }

    private void createIndex(String table, String type, String... columns) {
        tables.setAutoIndexes(table, false);
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'])"
                .formatted(SCHEMA, table, type, String.join("', '", columns)));
    }

    /** Filters, and how many objects are skipped. */
    @DataProvider
    public Object[][] gaps() {
        return new Object[][] {
            {"number = 3005", 5},
            {"number BETWEEN 1500 AND 2500", 5},
            {"number IN (500, 1500, 7000)", 6},
            {"number < 0", 0},
            {"number > 200000", 6},
            {"number IS NULL", 0},
            {"number NOT BETWEEN -1000 AND 5009", 0},
            {"dbl BETWEEN 2.5e3 AND 3.5e3", 5},
            {"dbl > 6e3 AND dbl < 1e300", 6},
            {"dbl = infinity()", 0},
            // one object has a NaN
            {"dbl <> 1e3", 0},
            {"is_nan(dbl)", 0},
            {"small BETWEEN real '900' AND real '1100'", 5},
            {"small = real '0'", 0},
            {"price = 2000.25", 5},
            {"price BETWEEN 6000 AND 9000000", 6},
            {"day BETWEEN date '2020-02-01' AND date '2020-03-31'", 4},
            {"day > date '2020-07-01' AND day < date '2029-01-01'", 6},
            {"ts >= timestamp '2020-01-03 00:00:00' AND ts < timestamp '2020-01-04 00:00:00'", 5},
        };
    }

    @Test(dataProvider = "gaps")
    public void testWhatLiesInGapsIsSkipped(String filter, int pruned) {
        check("spread", filter, pruned);
    }

    @DataProvider
    public Object[][] boxes() {
        return new Object[][] {
            {"lat BETWEEN 1.5 AND 2.5 AND lng BETWEEN 1.5 AND 2.5", 5},
            {"lat BETWEEN 1.5 AND 2.5 AND lng BETWEEN 80 AND 99", 6},
            {"lat = 3 AND lng = 3", 5},
            {"lat IN (0, 50) AND lng IN (0, 100)", 5},
            {"lat < 3 AND lng > 10", 6},
            {"(lat BETWEEN 1 AND 1 AND lng BETWEEN 0 AND 5) OR (lat BETWEEN 48 AND 48 AND lng > 50)", 4},
            // one coordinate only, and what a NaN may satisfy
            {"lat BETWEEN 10 AND 20", 0},
            {"lat BETWEEN 1.5 AND 2.5 AND lng <> 2", 0},
            {"lat = 5 AND is_nan(lng)", 0},
            {"lat = 5 AND lng IS NULL", 0},
        };
    }

    @Test(dataProvider = "boxes")
    public void testWhatIsInNoBoxIsSkipped(String filter, int pruned) {
        check("places", filter, pruned);
    }

    @DataProvider
    public Object[][] prefixes() {
        return new Object[][] {
            {"path LIKE 'é/path-3%'", 5},
            {"path LIKE 'é/path-3/3_'", 5},
            {"path LIKE 'é/path-_/3%'", 0},
            {"path LIKE 'é/path-7%'", 6},
            {"starts_with(path, 'é/path-2/2')", 5},
            {"starts_with(path, 'é')", 0},
            {"starts_with(path, 'ö')", 6},
            {"starts_with(path, '')", 0},
            {"NOT starts_with(path, 'é')", 0},
            {"path = 'é/path-4/45'", 5},
            {"path IN ('é/path-4/45', 'é/path-1/12', 'q')", 4},
            {"path = 'aaaaaaaa30'", 0},
            {"path >= 'é/path-2' AND path < 'é/path-4'", 4},
            {"path > 'b' AND path < 'y'", 6},
            {"path <> 'é/path-4/45'", 0},
            {"path IS NULL", 0},
            {"path NOT LIKE 'é/path-3%'", 0},
            {"path LIKE '%path-3%'", 0},
        };
    }

    @Test(dataProvider = "prefixes")
    public void testWhatNoTextBeginsWithIsSkipped(String filter, int pruned) {
        check("texts", filter, pruned);
    }

    @Test
    public void testWhatHasNoDistanceIsRefused() {
        writeRows("CREATE TABLE names AS SELECT 'Ada' AS name");
        assertThatThrownBy(() -> createIndex("names", "gaps", "name"))
                .hasMessageContaining("An index of type gaps cannot be made over a column of type varchar");
    }

    private void check(String table, String filter, int pruned) {
        assertSameRows("SELECT id FROM CATALOG.%s WHERE %s".formatted(table, filter));
        assertThat(tables.metric(
                        "SELECT id FROM lake.%s.%s WHERE %s".formatted(SCHEMA, table, filter),
                        "skipping.objects.pruned"))
                .isEqualTo(pruned);
    }
}
