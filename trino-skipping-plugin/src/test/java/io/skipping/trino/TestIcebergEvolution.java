// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.testng.annotations.Test;

/**
 * An index follows the columns of an Iceberg table by their field ids: a column keeps its summaries when it is renamed, and
 * one that is added does not get those of another that had its name.
 */
public class TestIcebergEvolution extends AbstractIcebergTest {
    private static final int FILES = 3;

    @Override
    protected void createTables() {}

    private void create(String table) {
        for (int file = 0; file < FILES; file++) {
            String rows = """
                    SELECT a, 1000000 + a AS b,
                        CAST(ROW('town ' || CAST(a AS varchar), 'street ' || CAST(i AS varchar), ROW(a))
                            AS ROW(town varchar, street varchar, at ROW(code bigint))) AS place,
                        CAST(MAP(ARRAY['k'], ARRAY[ROW(a)]) AS MAP(varchar, ROW(code bigint))) AS codes,
                        CAST(a AS decimal(9, 0)) AS n
                    FROM (SELECT i, i %% 10 * 10 + %1$d AS a FROM UNNEST(sequence(0, 999)) AS t (i))
                    """.formatted(file);
            runner.execute(
                    (file == 0 ? "CREATE TABLE %s AS ".formatted(table) : "INSERT INTO %s ".formatted(table)) + rows);
        }
        for (String column : List.of("a", "b", "place.town", "place.at.code", "element_at(codes, 'k').code", "n")) {
            createIndex(table, "values", column);
        }
        assertThat(build(table).done()).isEqualTo(FILES);
    }

    @Test
    public void testRenamedColumnsKeepTheirSummaries() {
        create("renamed");
        assertPrunes("SELECT * FROM CATALOG.renamed WHERE a = 51", 2);
        runner.execute("ALTER TABLE renamed RENAME COLUMN a TO c");
        assertPrunes("SELECT * FROM CATALOG.renamed WHERE c = 51", 2);
        assertThat(build("renamed").planned()).isZero();
        assertThat((long) runner.execute("SELECT count(*) FROM \"renamed$indexes\" WHERE index_name = 'values(c)'")
                        .getOnlyValue())
                .isEqualTo(1);
        assertPrunes("SELECT * FROM CATALOG.renamed WHERE c = 51", 2);
    }

    @Test
    public void testColumnsThatSwapNames() {
        create("swapped");
        runner.execute("ALTER TABLE swapped RENAME COLUMN a TO t");
        runner.execute("ALTER TABLE swapped RENAME COLUMN b TO a");
        runner.execute("ALTER TABLE swapped RENAME COLUMN t TO b");
        assertPrunes("SELECT * FROM CATALOG.swapped WHERE a = 1000051", 2);
        assertPrunes("SELECT * FROM CATALOG.swapped WHERE b = 51", 2);
        assertSameRows("SELECT * FROM CATALOG.swapped WHERE a = 51");
    }

    @Test
    public void testAddedColumnsDoNotInheritSummaries() {
        create("readded");
        runner.execute("ALTER TABLE readded DROP COLUMN a");
        runner.execute("ALTER TABLE readded ADD COLUMN a bigint");
        assertNotPruned("SELECT count(*), count(a) FROM CATALOG.readded WHERE a IS NULL");
        assertSameRows("SELECT count(*) FROM CATALOG.readded WHERE a = 51");
        runner.execute("INSERT INTO readded (a, b) VALUES (51, 7), (9999999, 8)");
        assertSameRows("SELECT * FROM CATALOG.readded WHERE a IN (51, 9999999)");
        assertThat(build("readded").done()).isEqualTo(FILES + 1);
        assertPrunes("SELECT * FROM CATALOG.readded WHERE a = 9999999", 3);
        assertSameRows("SELECT * FROM CATALOG.readded WHERE a IS NULL AND b = 1000051");
        assertSameRows("SELECT count(*) FROM CATALOG.readded WHERE a IS NULL");
    }

    @Test
    public void testFields() {
        create("fields");
        assertPrunes("SELECT * FROM CATALOG.fields WHERE place.town = 'town 51'", 2);
        assertPrunes("SELECT * FROM CATALOG.fields WHERE place.at.code = 51", 2);
        assertPrunes("SELECT * FROM CATALOG.fields WHERE element_at(codes, 'k').code = 51", 2);
        runner.execute("ALTER TABLE fields RENAME COLUMN place.town TO city");
        assertPrunes("SELECT * FROM CATALOG.fields WHERE place.city = 'town 51'", 2);
        runner.execute("ALTER TABLE fields RENAME COLUMN place TO spot");
        assertPrunes("SELECT * FROM CATALOG.fields WHERE spot.city = 'town 51'", 2);
        assertPrunes("SELECT * FROM CATALOG.fields WHERE spot.at.code = 51", 2);

        runner.execute("ALTER TABLE fields DROP COLUMN spot.city");
        runner.execute("ALTER TABLE fields ADD COLUMN spot.city varchar");
        assertNotPruned("SELECT count(*) FROM CATALOG.fields WHERE spot.city IS NULL");
        assertSameRows("SELECT count(*) FROM CATALOG.fields WHERE spot.city = 'town 51'");
        // another field was added beside this one
        assertPrunes("SELECT * FROM CATALOG.fields WHERE spot.at.code = 51", 2);
        createIndex("fields", "values", "spot.city");
        build("fields");
        assertSameRows("SELECT count(*) FROM CATALOG.fields WHERE spot.city IS NULL");
        assertPrunes("SELECT * FROM CATALOG.fields WHERE spot.city = 'town 51'", 3);
        assertPrunes("SELECT * FROM CATALOG.fields WHERE spot.at.code = 51", 2);
    }

    @Test
    public void testPromotedColumns() {
        create("promoted");
        runner.execute("ALTER TABLE promoted ALTER COLUMN n SET DATA TYPE decimal(12, 0)");
        assertNotPruned("SELECT * FROM CATALOG.promoted WHERE n = 51");
        runner.execute("INSERT INTO promoted (a, n) VALUES (1, 5000000000)");
        assertSameRows("SELECT * FROM CATALOG.promoted WHERE n = 5000000000");
        assertSameRows("SELECT * FROM CATALOG.promoted WHERE n = 51");
        build("promoted");
        assertPrunes("SELECT * FROM CATALOG.promoted WHERE n = 51", 2);
        assertSameRows("SELECT * FROM CATALOG.promoted WHERE n = 5000000000");
    }

    /** Checks that an index that was asked for over a column, or a field of a row, is built whatever its type has become. */
    @Test
    public void testRequestsOfColumnsWhoseTypesChange() {
        runner.execute(
                "CREATE TABLE asked AS SELECT i * 3 AS id, CAST(i * 2 AS decimal(9, 0)) AS n, "
                        + "CAST(ROW('town ' || CAST(i AS varchar)) AS ROW(town varchar)) AS place FROM UNNEST(sequence(1, 1000)) AS t (i)");
        runner.execute("CALL lake.system.set_auto_indexes('%s', 'asked', false)".formatted(SCHEMA));
        createIndex("asked", "bloom", "id");
        createIndex("asked", "bloom", "n");
        createIndex("asked", "bloom", "place.town");
        build("asked");
        Set<String> indexes = Set.of("bloom(id)", "bloom(n)", "bloom(place.town)");
        assertThat(indexes("asked")).isEqualTo(indexes);

        runner.execute("ALTER TABLE asked ALTER COLUMN n SET DATA TYPE decimal(12, 0)");
        runner.execute("ALTER TABLE asked ADD COLUMN place.street varchar");
        assertSameRows("SELECT id FROM CATALOG.asked WHERE id = 301");
        assertThat(build("asked").planned()).isEqualTo(1);
        assertThat(indexes("asked")).isEqualTo(indexes);
        assertPrunes("SELECT id FROM CATALOG.asked WHERE id = 301", 1);
        assertPrunes("SELECT id FROM CATALOG.asked WHERE n = 301", 1);
        assertPrunes("SELECT id FROM CATALOG.asked WHERE place.town = 'town 3000'", 1);

        runner.execute("CALL lake.system.drop_index('%s', 'asked', 'bloom', ARRAY['id'])".formatted(SCHEMA));
        build("asked");
        assertPrunes("SELECT id FROM CATALOG.asked WHERE place.town = 'town 3000'", 1);
    }

    private Set<String> indexes(String table) {
        return rows("SELECT index_name FROM \"%s$indexes\"".formatted(table)).stream()
                .map(row -> (String) row.getField(0))
                .collect(toImmutableSet());
    }

    /** One index serves all versions of a table; each scan names the columns as its own version does. */
    @Test
    public void testVersions() {
        create("versions");
        Object before = runner.execute("SELECT max_by(snapshot_id, committed_at) FROM \"versions$snapshots\"")
                .getOnlyValue();
        runner.execute("ALTER TABLE versions RENAME COLUMN a TO c");
        runner.execute("ALTER TABLE versions ADD COLUMN a bigint");
        runner.execute("INSERT INTO versions (a, b, c) VALUES (51, 1000051, 7), (52, 1000052, 99)");
        build("versions");
        assertSameRows("SELECT * FROM CATALOG.versions WHERE a = 51");
        assertPrunes("SELECT * FROM CATALOG.versions WHERE c = 51", 3);
        assertPrunes("SELECT * FROM CATALOG.versions FOR VERSION AS OF %s WHERE a = 51".formatted(before), 2);
        assertSameRows(
                "SELECT count(*) FROM CATALOG.versions v JOIN CATALOG.versions FOR VERSION AS OF %s w ON v.c = w.a WHERE v.c = 51 AND w.a = 51"
                        .formatted(before));
    }

    @Test
    public void testReplacedTables() {
        create("replaced");
        runner.execute(
                "CREATE OR REPLACE TABLE replaced AS SELECT * FROM (VALUES (51, BIGINT '7'), (52, 99)) AS t (b, a)");
        assertSameRows("SELECT * FROM CATALOG.replaced WHERE a = 7");
        assertSameRows("SELECT * FROM CATALOG.replaced WHERE b = 51");
        build("replaced");
        assertPrunes("SELECT * FROM CATALOG.replaced WHERE a = 51", 1);

        runner.execute("DROP TABLE replaced");
        create("replaced");
        assertPrunes("SELECT * FROM CATALOG.replaced WHERE a = 51", 2);
    }

    /** Checks that no file is left out, and that the rows are those of the stock connector. */
    private void assertNotPruned(String query) {
        assertSameRows(query);
        assertThat(metrics(query.replace("CATALOG", "lake." + SCHEMA)).getOrDefault("skipping.objects.pruned", 0L))
                .as(query)
                .isZero();
    }
}
