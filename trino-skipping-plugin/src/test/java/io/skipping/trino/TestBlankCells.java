// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Columns of text that hold numbers and times in most rows, and nothing, or something else, in the others. */
public class TestBlankCells extends AbstractLakeTest {
    private static final int OBJECTS = 6;
    private static final int ROWS = 100;
    /** the object with text that is neither a number nor blank, of the table that has one */
    private static final int BROKEN = 3;

    @Override
    protected void createTables() {
        for (String table : new String[] {"blanks", "broken"}) {
            runner.execute(
                    "CREATE TABLE %s (id varchar, temp varchar, at varchar, day varchar, note varchar) WITH (format = 'CSV')"
                            .formatted(table));
            for (int object = 0; object < OBJECTS; object++) {
                writeRows("""
                        INSERT INTO %1$s
                        SELECT
                            CAST(n AS varchar),
                            CASE
                                WHEN n < 500 AND n %% 33 = 0 THEN ''
                                WHEN '%1$s' = 'broken' AND n = %2$d THEN 'out of order'
                                ELSE format('%%.2f', n / 4e0)
                            END,
                            IF(n < 500 AND n %% 31 = 5, '', CAST(timestamp '2020-01-01 00:00:00.123456' + n * interval '1' minute AS varchar)),
                            IF(n < 500 AND n %% 50 = 7, 'N/A', CAST(date '2020-01-01' + n * interval '1' day AS varchar)),
                            'note ' || CAST(n %% 7 AS varchar)
                        FROM UNNEST(sequence(%3$d, %4$d)) AS t(n)
                        """.formatted(table, BROKEN * ROWS + 50, object * ROWS, object * ROWS + ROWS - 1));
            }
            assertThat(tables.build(table, "1MB").failed()).isZero();
        }
    }

    @Test
    public void testColumnsWithBlankCellsAreIndexed() {
        assertThat(runner.execute(
                                "SELECT index_name FROM lake.%s.\"blanks$indexes\" WHERE index_name LIKE 'minmax(%%CAST%%'"
                                        .formatted(SCHEMA))
                        .getOnlyColumnAsSet())
                .containsExactlyInAnyOrder(
                        "minmax(CAST(id AS integer))",
                        "minmax(IF(TRY_CAST(id AS integer) IS NULL, id))",
                        "minmax(CAST(id AS bigint))",
                        "minmax(IF(TRY_CAST(id AS bigint) IS NULL, id))",
                        "minmax(CAST(id AS double))",
                        "minmax(IF(TRY_CAST(id AS double) IS NULL, id))",
                        "minmax(CAST(temp AS double))",
                        "minmax(IF(TRY_CAST(temp AS double) IS NULL, temp))",
                        "minmax(CAST(at AS timestamp(6)))",
                        "minmax(IF(TRY_CAST(at AS timestamp(6)) IS NULL, at))",
                        "minmax(IF(TRY_CAST(day AS date) IS NULL, day))",
                        "minmax(CAST(day AS timestamp(6)))",
                        "minmax(IF(TRY_CAST(day AS timestamp(6)) IS NULL, day))");
    }

    /** Conditions on both tables, and how many of the objects are not read for them. */
    @DataProvider
    public Object[][] conditions() {
        return new Object[][] {
            {"TRY_CAST(temp AS double) > 140", 5},
            {"TRY_CAST(temp AS double) BETWEEN 30 AND 40", 5},
            {"TRY_CAST(NULLIF(temp, '') AS double) > 140", 5},
            {"NULLIF(TRY_CAST(temp AS double), 149) > 140", 5},
            {"TRY_CAST(temp AS double) IS NULL", 1},
            {"COALESCE(TRY_CAST(temp AS double), 0) > 140", 5},
            {"COALESCE(TRY_CAST(temp AS double), 150) > 140", 0},
            {"COALESCE(TRY_CAST(temp AS double), TRY_CAST(id AS double), -1) > 140", 1},
            {"COALESCE(TRY_CAST(temp AS double), 0) >= 30 AND COALESCE(TRY_CAST(temp AS double), 0) <= 40", 5},
            {"COALESCE(TRY_CAST(temp AS double), 0) BETWEEN 30 AND 40", 5},
            {"COALESCE(TRY_CAST(temp AS double), 0) IN (140.5, 30.25)", 4},
            {"NOT (COALESCE(TRY_CAST(temp AS double), 1000) < 140)", 0},
            {"COALESCE(TRY_CAST(NULLIF(temp, '') AS double), 0) > 140", 5},
            {"COALESCE(TRY_CAST(id AS integer), 0) >= 500", 5},
            {
                "COALESCE(TRY_CAST(at AS timestamp(3)), timestamp '2019-01-01 00:00:00') >= timestamp '2020-01-01 08:20:00'",
                5
            },
            {"date(COALESCE(TRY_CAST(day AS date), date '1970-01-01')) > date '2021-08-01'", 5},
            {
                "COALESCE(TRY_CAST(temp AS double), 0) > 140 OR COALESCE(TRY_CAST(day AS date), date '1970-01-01') = date '2020-01-05'",
                4
            },
            {"COALESCE(TRY_CAST(temp AS double), 0) > 140 AND note LIKE 'note%'", 5},
            {"TRY_CAST(temp AS double) > 140 OR TRY_CAST(temp AS double) IS NULL", 0},
            {"TRY_CAST(temp AS double) > 140 OR TRY_CAST(day AS date) = date '2020-01-05'", 4},
            {"NOT (TRY_CAST(id AS integer) < 500)", 5},
            {"CAST(id AS integer) < 100", 5},
            {"CAST(id AS integer) IS NULL", 6},
            {"TRY_CAST(at AS timestamp(0)) >= timestamp '2020-01-01 08:20:00'", 5},
            {"TRY_CAST(at AS timestamp(3)) >= timestamp '2020-01-01 08:20:00'", 5},
            {"TRY_CAST(at AS timestamp) = timestamp '2020-01-01 00:01:00.123'", 5},
            {"TRY_CAST(at AS timestamp(6)) >= timestamp '2020-01-01 08:20:00'", 5},
            {"TRY_CAST(at AS timestamp(9)) >= timestamp '2020-01-01 08:20:00'", 5},
            {"CAST(NULLIF(at, '') AS timestamp(3)) >= timestamp '2020-01-01 08:20:00'", 5},
            {"CAST(NULLIF(at, '') AS timestamp(12)) < timestamp '2020-01-01 01:00:00'", 5},
            {"TRY_CAST(at AS timestamp(3)) IS NULL", 1},
            {"TRY_CAST(day AS date) = date '2020-01-05'", 5},
            {"TRY_CAST(day AS date) IN (date '2020-01-05', date '2020-12-01')", 4},
            {"TRY_CAST(day AS date) IS NULL", 1},
            {"CAST(NULLIF(day, 'N/A') AS date) < date '2020-01-10'", 5},
            {"CAST(NULLIF(day, 'N/A') AS timestamp) < timestamp '2020-01-10 00:00:00'", 5},
            {"CAST(NULLIF(NULLIF(day, ''), 'N/A') AS timestamp(6)) < timestamp '2020-01-10 00:00:00'", 5},
        };
    }

    @Test(dataProvider = "conditions")
    public void testBlankCellsDoNotHinder(String condition, int pruned) {
        for (String table : new String[] {"blanks", "broken"}) {
            assertPrunes(table, condition, pruned);
        }
    }

    @Test
    public void testCastsOfWhatIsNotBlank() {
        String condition = "CAST(NULLIF(temp, '') AS double) > 140";
        assertPrunes("blanks", condition, 5);
        assertFails("broken", condition, "out of order");
        // what another condition leaves out is not cast
        String before = "TRY_CAST(day AS date) > date '2021-05-20' AND " + condition;
        assertPrunes("broken", before, 5);
    }

    /** All but the last object have blank cells, on which these fail. */
    @Test
    public void testACastThatFailsFailsAsItDoesWithoutUs() {
        for (String condition : new String[] {
            "CAST(temp AS double) > 140",
            "CAST(temp AS double) IS NULL",
            "NOT (CAST(temp AS double) < 1000)",
            "CAST(temp AS double) > 1000 OR CAST(id AS integer) = 599",
            "CAST(temp AS double) + 1 > 1000",
            "CAST(NULLIF(temp, 'x') AS double) > 140",
            "CAST(at AS timestamp(3)) > timestamp '2030-01-01 00:00:00'",
            "CAST(at AS timestamp(6)) > timestamp '2030-01-01 00:00:00'",
            "CAST(day AS date) IS NULL",
            "CAST(day AS timestamp(0)) > timestamp '2030-01-01 00:00:00'"
        }) {
            assertFails("blanks", condition, "ast");
        }
    }

    private void assertFails(String table, String condition, String message) {
        String query = "SELECT * FROM %s.%s.%s WHERE %s ORDER BY id";
        assertThatThrownBy(() -> rows(query.formatted("hive", SCHEMA, table, condition)))
                .as(condition)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> rows(query.formatted("lake", SCHEMA, table, condition)))
                .as(condition)
                .hasMessageContaining(message);
    }

    private void assertPrunes(String table, String condition, long pruned) {
        assertThat(metricsOfSameRows("SELECT * FROM CATALOG.%s WHERE %s ORDER BY id".formatted(table, condition)))
                .as(table)
                .containsEntry("skipping.objects.pruned", pruned);
    }
}
