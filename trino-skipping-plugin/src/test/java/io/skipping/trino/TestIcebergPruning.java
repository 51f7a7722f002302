// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Files and row groups of Iceberg tables that no row of a query is in are not read. Every query has the stock connector's rows. */
public class TestIcebergPruning extends AbstractIcebergTest {
    private static final int FILES = 4;
    private static final int ROWS = 4_000;

    /** Rows of a file; ids and names of all files lie in the same bounds. */
    private static String rows(int file) {
        return """
                SELECT i * %1$d + %2$d AS id,
                    CAST(i %% 97 AS varchar) || ' meter of house ' || CAST(%2$d AS varchar) || ' in street ' || CAST(i AS varchar) AS name,
                    i AS position,
                    CAST(ROW('town ' || CAST((i %% 10) * %1$d + %2$d AS varchar), i) AS ROW(town varchar, floor integer)) AS place,
                    ARRAY['tag ' || CAST(%2$d AS varchar), 'all'] AS tags,
                    i / 7e0 AS reading
                FROM UNNEST(sequence(0, %3$d)) AS t (i)""".formatted(FILES, file, ROWS - 1);
    }

    /** Returns one worker: handles and splits are sent to it as JSON. */
    @Override
    protected int workers() {
        return 1;
    }

    @Override
    protected void createTables() {
        for (int file = 0; file < FILES; file++) {
            runner.execute(
                    manyRowGroups(),
                    (file == 0 ? "CREATE TABLE meters WITH (format = 'PARQUET') AS " : "INSERT INTO meters ")
                            + rows(file));
        }
        createIndex("meters", "bloom", "id");
        createIndex("meters", "ngram", "name");
        createIndex("meters", "values", "place.town");
        createIndex("meters", "minmax", "position");
        createIndex("meters", "bloom", "elements(tags)");
        assertThat(build("meters").done()).isEqualTo(FILES);
    }

    /** Conditions that bounds of columns do not decide, and how many of the files they leave out. */
    @DataProvider
    public Object[][] conditions() {
        return new Object[][] {
            {"id = 4002", 3},
            {"id IN (4001, 4005)", 3},
            {"place.town = 'town 100'", 4},
            {"name LIKE '%house 2 in%'", 3},
            {"lower(place.town) = 'x' OR place.town = 'town 7'", 0},
            {"place.town = 'town 7'", 3},
            {"place.town IN ('town 7', 'town 6')", 2},
            {"contains(tags, 'tag 1')", 3},
            {"id = 4002 AND position BETWEEN 10 AND 20", 4},
            {"position = 5 AND name LIKE '%house 3 in street 5'", 3},
            {"position >= 0", 0},
            {"name LIKE '%'", 0}
        };
    }

    @Test(dataProvider = "conditions")
    public void testWholeFiles(String condition, int pruned) {
        String query = "SELECT * FROM CATALOG.meters WHERE " + condition;
        assertSameRows(query);
        Map<String, Long> metrics = metrics(query.replace("CATALOG", "lake." + SCHEMA));
        if (pruned == 0 && metrics.isEmpty()) {
            // nothing is demanded
            return;
        }
        assertThat(metrics)
                .as(query)
                .containsEntry("skipping.objects.unindexed", 0L)
                .containsEntry("skipping.objects.stale", 0L)
                .containsEntry("skipping.lookup.failures", 0L);
        // Iceberg may have pruned some before
        assertThat(metrics.get("skipping.objects.considered") - metrics.get("skipping.objects.pruned"))
                .as("files that are read, %s", query)
                .isLessThanOrEqualTo(FILES - pruned);
    }

    @Test
    public void testFilesHaveSeveralRowGroups() {
        assertThat((long) runner.execute("SELECT count(DISTINCT (object, range_start)) FROM \"meters$index\"")
                        .getOnlyValue())
                .isGreaterThanOrEqualTo(2 * FILES);
        assertThat((long) runner.execute(
                                "SELECT sum(row_count) FROM (SELECT DISTINCT object, range_start, row_count FROM \"meters$index\")")
                        .getOnlyValue())
                .isEqualTo((long) FILES * ROWS);
    }

    @Test
    public void testRowGroups() {
        String query = "SELECT * FROM CATALOG.meters WHERE position BETWEEN 3990 AND 3995 OR id = 14";
        assertSameRows(query);
        assertThat(metrics(query.replace("CATALOG", "lake." + SCHEMA)).get("skipping.ranges.pruned"))
                .isPositive();
        assertSameRows("SELECT count(*), sum(id) FROM CATALOG.meters WHERE position < 100");
        assertSameRows("SELECT count(*) FROM CATALOG.meters WHERE position IN (0, 1999, 3999)");
    }

    @Test
    public void testStripes() {
        runner.execute(manyRowGroups(), "CREATE TABLE striped WITH (format = 'ORC') AS " + rows(0));
        runner.execute(manyRowGroups(), "INSERT INTO striped " + rows(1));
        createIndex("striped", "bloom", "id");
        createIndex("striped", "minmax", "position");
        assertThat(build("striped").done()).isEqualTo(2);
        assertThat((long) runner.execute("SELECT count(DISTINCT (object, range_start)) FROM \"striped$index\"")
                        .getOnlyValue())
                .isGreaterThanOrEqualTo(4);
        assertThat((long) runner.execute(
                                "SELECT sum(row_count) FROM (SELECT DISTINCT object, range_start, row_count FROM \"striped$index\")")
                        .getOnlyValue())
                .isEqualTo(2L * ROWS);
        String query = "SELECT * FROM CATALOG.striped WHERE position BETWEEN 3990 AND 3995 OR id = 14";
        assertSameRows(query);
        assertThat(metrics(query.replace("CATALOG", "lake." + SCHEMA)).get("skipping.ranges.pruned"))
                .isPositive();
        runner.execute("DELETE FROM striped WHERE position IN (5, 3991)");
        assertSameRows(query);
        assertSameRows("SELECT count(*), sum(id) FROM CATALOG.striped WHERE position IN (0, 1999, 3991, 3999)");
    }

    @Test
    public void testLimitsAndOrder() {
        assertSameRows("SELECT count(*) FROM (SELECT * FROM CATALOG.meters WHERE place.town = 'town 7' LIMIT 300)");
        assertSameRows("SELECT count(*) FROM (SELECT * FROM CATALOG.meters WHERE position >= 3000 LIMIT 3500)");
        assertSameRows("SELECT count(*) FROM (SELECT * FROM CATALOG.meters LIMIT 9000)");
        assertSameRows("SELECT id FROM CATALOG.meters WHERE position >= 3000 ORDER BY id DESC LIMIT 7");
        assertSameRows("SELECT min(id), max(id), count(*), count(name) FROM CATALOG.meters");
    }

    @Test
    public void testJoins() {
        String query =
                "SELECT m.name FROM CATALOG.meters m JOIN (VALUES BIGINT '4002', 4006) AS wanted (id) ON m.id = wanted.id";
        assertSameRows(query);
        assertSameRows(
                "SELECT count(*) FROM CATALOG.meters a JOIN CATALOG.meters b ON a.id = b.id WHERE a.place.town = 'town 7'");
        assertThat(metrics(query.replace("CATALOG", "lake." + SCHEMA))).containsEntry("skipping.objects.pruned", 3L);
    }

    @Test
    public void testProjectionsKeepTheConstraint() {
        assertPrunes("SELECT place.floor FROM CATALOG.meters WHERE id = 4002 AND place.floor >= 0", 3);
        assertPrunes("SELECT count(*) FROM CATALOG.meters WHERE id = 4002", 3);
        assertPrunes("SELECT \"$path\", \"$file_modified_time\" FROM CATALOG.meters WHERE id = 4002", 3);
    }

    @Test
    public void testNewFilesAreRead() {
        runner.execute("CREATE TABLE grown AS " + rows(0));
        createIndex("grown", "bloom", "id");
        build("grown");
        assertPrunes("SELECT * FROM CATALOG.grown WHERE id = 4001", 1);
        runner.execute("INSERT INTO grown " + rows(1));
        assertPrunes("SELECT * FROM CATALOG.grown WHERE id = 4001", 1);
        assertThat(metrics("SELECT * FROM lake.test.grown WHERE id = 4001"))
                .containsEntry("skipping.objects.unindexed", 1L);
        assertThat(build("grown").done()).isEqualTo(1);
        assertThat(build("grown").done()).isZero();
        assertPrunes("SELECT * FROM CATALOG.grown WHERE id = 4002", 2);
    }

    @Test
    public void testTimeTravel() {
        runner.execute("CREATE TABLE travelled AS " + rows(0));
        long first = (long) runner.execute("SELECT max(snapshot_id) FROM \"travelled$snapshots\"")
                .getOnlyValue();
        runner.execute("INSERT INTO travelled " + rows(1));
        runner.execute("DELETE FROM travelled WHERE position < 10");
        createIndex("travelled", "bloom", "id");
        build("travelled");
        assertPrunes("SELECT * FROM CATALOG.travelled WHERE id = 4001", 1);
        assertPrunes("SELECT * FROM CATALOG.travelled FOR VERSION AS OF %d WHERE id = 4000".formatted(first), 0);
        assertPrunes("SELECT * FROM CATALOG.travelled FOR VERSION AS OF %d WHERE id = 4001".formatted(first), 1);
        assertSameRows(
                "SELECT count(*) FROM CATALOG.travelled FOR VERSION AS OF %d WHERE position < 10".formatted(first));
    }
}
