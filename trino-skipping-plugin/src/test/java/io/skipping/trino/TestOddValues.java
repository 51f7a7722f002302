// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multiset;
import io.trino.Session;
import io.trino.spi.type.TimeZoneKey;
import io.trino.testing.MaterializedRow;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Values for which a function of a column gives what one would not expect: NULLs in arrays, fractions that are rounded up
 * into the next second, times before zones had the rules of today, byte order marks, bytes that are not UTF-8. The stock
 * connector is the oracle, under the time zone of each session.
 */
@Test(groups = "servers")
public class TestOddValues extends AbstractLakeTest {
    private static final String TABLE = "odd";
    private static final List<String> COLUMNS = List.of("id");

    /** Each is the only row of an object, so that whatever is skipped in error is missed. */
    private static final List<String> ROWS = List.of(
            row("1", "ARRAY['x', NULL]", "2020-07-31 23:59:59.600", "'{\"a\": \"x\"}'", "'one'"),
            row("2", "ARRAY['x', 'y']", "1960-01-01 00:00:00.000", "U&'\\FEFF{\"a\": \"x\"}'", "'two\nabc'"),
            row("3", "ARRAY[NULL]", "1935-06-15 12:00:00.499", "'{\"a\": null}'", "'abc\ntwo'"),
            row("4", "NULL", "2020-10-25 02:30:00.004", "'{\"b\": 1}'", "'Ŀ'"),
            row("5", "ARRAY[]", "1890-01-01 00:00:00.000", "'x'", "NULL"));

    private static final List<String> INDEXED =
            List.of("tags_first", "ts", "day", "j", "s", "elements(tags)", "json_extract_scalar(j, '$.a')", "lower(s)");

    private static final List<String> CONDITIONS = List.of(
            "any_match(tags, t -> CASE WHEN t = 'x' THEN 'a' ELSE 'b' END = 'b')",
            "any_match(tags, t -> IF(t = 'x', 'a', 'b') = 'b')",
            "any_match(tags, t -> (t = 'x') IS DISTINCT FROM true)",
            "any_match(tags, t -> t IS DISTINCT FROM 'x')",
            "any_match(tags, t -> t IS NULL)",
            "any_match(tags, t -> coalesce(t, 'b') = 'b')",
            "any_match(tags, t -> (t, 1) <> ('x', 2))",
            "any_match(tags, t -> NOT (t = 'x' AND t IS NOT NULL))",
            "any_match(tags, t -> t = 'y')",
            "json_extract_scalar(j, '$.a') IS NULL",
            "json_extract_scalar(j, '$.a') IS NOT NULL",
            "json_extract_scalar(j, '$.a') = 'x'",
            "lower(s) >= 'Ŀ' AND lower(s) < 'ŀ'",
            "upper(s) >= 'Ŀ' AND upper(s) < 'ŀ'",
            "lower(s) = 'ŀ'",
            "regexp_like(s, '^abc')",
            "regexp_like(s, '(?m)^abc')",
            "s LIKE 'abc%'");

    private static final List<String> CONDITIONS_ON_TIMES = List.of(
            "to_unixtime(CAST(ts AS timestamp(0) with time zone)) = 1596240000",
            "to_unixtime(CAST(ts AS timestamp(1) with time zone)) = 1596239999.6",
            "to_unixtime(CAST(ts AS timestamp(2) with time zone)) IN (1603589400, 1603593000, 1603589400.01)",
            "CAST(ts AS timestamp(0) with time zone) IN (timestamp '2020-08-01 00:00:00 UTC', timestamp '2021-01-01 00:00:00 UTC')",
            "CAST(ts AS timestamp(0) with time zone) IN (timestamp '1935-06-15 12:00:00 UTC', timestamp '1935-06-15 11:00:00 UTC')",
            "to_unixtime(ts) = -315619200",
            "to_unixtime(ts) = -315615600",
            "to_unixtime(ts) BETWEEN -315630000 AND -315600000",
            "to_unixtime(ts) < -2524520000",
            "to_unixtime(ts) < -2524500000",
            "to_unixtime(with_timezone(ts, 'Atlantic/Reykjavik')) = -315615600",
            "to_unixtime(with_timezone(ts, 'Europe/Amsterdam')) BETWEEN -1090466500 AND -1090450000",
            "to_unixtime(with_timezone(ts, 'Europe/Oslo')) = -315622800",
            "with_timezone(ts, 'Asia/Manila') < timestamp '1890-01-01 00:00:00 UTC'",
            "ts AT TIME ZONE 'Europe/Berlin' > timestamp '2020-10-01 00:00:00 UTC'");

    private static String row(String id, String tags, String ts, String j, String s) {
        return "SELECT %1$s AS id, CAST(%2$s AS array(varchar)) AS tags, element_at(CAST(%2$s AS array(varchar)), 1) AS tags_first, CAST(timestamp '%3$s' AS timestamp(3)) AS ts, CAST(timestamp '%3$s' AS date) AS day, CAST(%4$s AS varchar) AS j, CAST(%5$s AS varchar) AS s"
                .formatted(id, tags, ts, j, s);
    }

    /** Tables with the same rows, and the zones of the sessions that build their indexes. */
    private static final Map<String, String> BUILT_IN =
            ImmutableMap.of(TABLE, "UTC", "odd_west", "America/Juneau", "odd_east", "Asia/Kathmandu");

    @Override
    protected void createTables() {
        BUILT_IN.forEach((table, zone) -> {
            for (int row = 0; row < ROWS.size(); row++) {
                writeRows(
                        row == 0
                                ? "CREATE TABLE %s WITH (format = 'PARQUET') AS %s".formatted(table, ROWS.get(row))
                                : "INSERT INTO %s %s".formatted(table, ROWS.get(row)));
            }
            // a letter whose second byte is wrong
            writeRows(
                    "INSERT INTO %s SELECT 6, NULL, NULL, NULL, NULL, NULL, from_utf8(X'C4') || 'x'".formatted(table));
            tables.setAutoIndexes(table, false);
            for (String column : INDEXED) {
                for (String type : List.of("minmax", "nulls")) {
                    runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'])"
                            .formatted(SCHEMA, table, type, column.replace("'", "''")));
                }
            }
            assertThat(tables.buildIn(zone, table, "1MB").failed()).isZero();
        });
    }

    @Test
    public void testTheSameRowsAsByTheStockConnector() {
        assertSameRows(TABLE, "UTC", CONDITIONS);
    }

    @DataProvider
    public static Object[][] zones() {
        return new Object[][] {
            {"UTC"},
            {"Europe/Berlin"},
            {"Europe/Oslo"},
            {"Europe/Amsterdam"},
            {"Atlantic/Reykjavik"},
            {"Asia/Manila"},
            {"America/Juneau"},
            {"Asia/Kathmandu"},
            {"+05:30"}
        };
    }

    @Test(dataProvider = "zones")
    public void testTimesUnderOtherZonesThanThatOfTheBuild(String zone) {
        BUILT_IN.keySet().forEach(table -> assertSameRows(table, zone, CONDITIONS_ON_TIMES));
    }

    private void assertSameRows(String table, String zone, List<String> conditions) {
        Multiset<MaterializedRow> plain = inOneScan(on, "hive", table, zone, conditions);
        assertThat(inOneScan(off, "lake", table, zone, conditions))
                .as("by the number of the condition, of %s with skipping off, in %s: %s", table, zone, conditions)
                .isEqualTo(plain);
        String ours = ConditionScan.conditionByCondition("lake.%s.%s".formatted(SCHEMA, table), COLUMNS, conditions);
        assertThat(HashMultiset.create(ask(on, zone, ours)))
                .as("by the number of the condition, of %s with skipping on, in %s: %s", table, zone, conditions)
                .isEqualTo(plain);
    }

    private Multiset<MaterializedRow> inOneScan(
            Session session, String catalog, String table, String zone, List<String> conditions) {
        return ConditionScan.rows(
                query -> ask(session, zone, query), "%s.%s.%s".formatted(catalog, SCHEMA, table), COLUMNS, conditions);
    }

    private List<MaterializedRow> ask(Session session, String zone, String query) {
        return local.rows(
                Session.builder(session)
                        .setTimeZoneKey(TimeZoneKey.getTimeZoneKey(zone))
                        .build(),
                query);
    }

    @Test
    public void testATimeThatNoZoneHasIsRefusedAsBefore() {
        writeRows(
                "CREATE TABLE far WITH (format = 'ORC') AS SELECT CAST('280000-01-01 00:00:00' AS timestamp(3)) AS ts");
        tables.setAutoIndexes("far", false);
        runner.execute("CALL lake.system.create_index('%s', 'far', 'minmax', ARRAY['ts'])".formatted(SCHEMA));
        assertThat(tables.build("far", "1MB").failed()).isZero();
        for (String catalog : List.of("hive", "lake")) {
            assertThatThrownBy(
                            () -> rows("SELECT * FROM %s.%s.far WHERE to_unixtime(ts) = 5".formatted(catalog, SCHEMA)))
                    .as(catalog)
                    .hasMessageContaining("8773779294000000");
        }
    }

    @Test
    public void testAUnitThatDatesDoNotHaveIsRefusedAsBefore() {
        for (String catalog : List.of("hive", "lake")) {
            assertThatThrownBy(() -> rows("SELECT id FROM %s.%s.%s WHERE date_trunc('hour', day) = date '1800-01-01'"
                            .formatted(catalog, SCHEMA, TABLE)))
                    .as(catalog)
                    .hasMessageContaining("'hour' is not a valid DATE field");
        }
    }
}
