// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Columns with default values, which files have that were written before. Summaries of a file know only what is in it. Format version
 * 3 has them, which releases before this one do not create.
 */
public class TestIcebergDefaults extends AbstractIcebergTest {
    private static final List<String> CONDITIONS = List.of(
            "n = 7",
            "n <> 7",
            "n IS NULL",
            "n IS NOT NULL",
            "n = 8",
            "n IN (7, 1001)",
            "n > 1990",
            "n % 7 = 0 AND id < 20",
            "word = 'seven'",
            "word LIKE '%eve%'",
            "word LIKE '199%'",
            "lower(word) = 'seven' AND id > 2990",
            "coalesce(n, 0) = 7",
            "id = 500 AND n = 7",
            "id = 2500 OR n = 1500");

    private static final String V3 = "format = '%s', format_version = 3";

    @Override
    protected void createTables() {}

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"PARQUET"}, {"ORC"}, {"AVRO"}};
    }

    /** Checks that a build counts the rows of files of which no column can be indexed. */
    @Test(dataProvider = "formats")
    public void testColumnsWithDefaultsOnly(String format) {
        String table = "only_" + format;
        runner.execute("CREATE TABLE %s (id bigint) WITH (%s)".formatted(table, V3.formatted(format)));
        writeRows("INSERT INTO %s VALUES (1), (NULL), (3)".formatted(table));
        runner.execute("ALTER TABLE %s ADD COLUMN n bigint DEFAULT 7".formatted(table));
        runner.execute("ALTER TABLE %s DROP COLUMN id".formatted(table));
        assertThat(build(table).rows()).isEqualTo(3);
        assertThat(build(table).planned()).isZero();
        assertSameRows("SELECT count(*) FROM CATALOG." + table);
        assertSameRows("SELECT * FROM CATALOG.%s WHERE n = 7".formatted(table));
    }

    /** Checks files from before and after a column was added, indexed before and after. */
    @Test(dataProvider = "formats")
    public void testFilesWithoutTheColumn(String format) {
        String table = "added_" + format;
        writeRows(
                "CREATE TABLE %s WITH (%s) AS SELECT i AS id, CAST(ROW(i) AS ROW(a bigint)) AS pair FROM UNNEST(sequence(0, 999)) AS t (i)"
                        .formatted(table, V3.formatted(format)));
        createIndex(table, "values", "id");
        build(table);
        runner.execute("ALTER TABLE %s ADD COLUMN n bigint DEFAULT 7".formatted(table));
        runner.execute("ALTER TABLE %s ADD COLUMN word varchar DEFAULT 'seven'".formatted(table));
        assertSame(table);

        writeRows(
                "INSERT INTO %s (id, pair, n, word) SELECT i, CAST(ROW(i) AS ROW(a bigint)), IF(i %% 10 = 0, NULL, i), CAST(i AS varchar) FROM UNNEST(sequence(1000, 1999)) AS t (i)"
                        .formatted(table));
        // what is not named gets the default
        writeRows(
                "INSERT INTO %s (id, pair) SELECT i, CAST(ROW(i) AS ROW(a bigint)) FROM UNNEST(sequence(2000, 2999)) AS t (i)"
                        .formatted(table));
        assertSame(table);
        build(table);
        runner.execute("UPDATE %s SET n = 8 WHERE id IN (5, 1005, 2005)".formatted(table));
        build(table);
        assertSame(table);
        assertThatThrownBy(() -> createIndex(table, "values", "n"))
                .as("an index would not know what files do not have")
                .hasMessageContaining("n");
    }

    private void assertSame(String table) {
        assertSameRows(ofEach("SELECT %2$s, id, n, word, pair.a FROM CATALOG.%1$s WHERE %3$s", table));
        assertSameRows(ofEach("SELECT %2$s, count(*), min(n), max(n), min(word) FROM CATALOG.%1$s WHERE %3$s", table));
        assertSameRows("SELECT count(*), count(n), min(n), max(n), max(word) FROM CATALOG." + table);
        assertSameRows("SELECT n FROM CATALOG.%s ORDER BY n DESC NULLS LAST LIMIT 5".formatted(table));
        assertSameRows("SELECT a.id, b.id FROM CATALOG.%1$s a JOIN CATALOG.%1$s b ON a.n = b.id WHERE b.id < 10"
                .formatted(table));
    }

    /** @param query of a table, the number of a condition, and the condition */
    private static String ofEach(String query, String table) {
        return IntStream.range(0, CONDITIONS.size())
                .mapToObj(number -> query.formatted(table, number, CONDITIONS.get(number)))
                .collect(joining(" UNION ALL "));
    }
}
