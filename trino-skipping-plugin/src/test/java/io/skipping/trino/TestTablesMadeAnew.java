// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tables that are dropped, renamed and made anew: what an index leaves is in nobody's way, and nobody inherits it. */
public class TestTablesMadeAnew extends AbstractLakeTest {
    private static final int TABLES = Integer.getInteger("skipping.test.tables-made-anew", 60);

    @Override
    protected void createTables() {
        // with the indexes of all tables in one place, outside of their folders
        SkippingQueryRunner.createLake(
                runner, "elsewhere", root, Map.of("skipping.index.location", "local:///indexes"));
    }

    @Test
    public void testLeftoversInTheFolderOfANewTable() throws IOException {
        List<String> statements = List.of(
                "CREATE TABLE %s (a bigint)",
                "CREATE TABLE %s AS SELECT 1 AS a",
                "CREATE TABLE %s (a bigint, p varchar) WITH (partitioned_by = ARRAY['p'])",
                "CREATE TABLE %s WITH (partitioned_by = ARRAY['p']) AS SELECT 1 AS a, 'x' AS p");
        for (int number = 0; number < statements.size(); number++) {
            String table = "left_" + number;
            leave(folder(table));
            rows(statements.get(number).formatted(table));
            assertThat(indexFiles(folder(table))).as(statements.get(number)).isEmpty();
            rows("INSERT INTO %s SELECT * FROM %s".formatted(table, table));
            rows("DROP TABLE " + table);
            assertThat(folder(table)).doesNotExist();
        }
    }

    /** A writer that found its build ended has taken its file back, and the folders around it remain. */
    @Test
    public void testEmptyFoldersOfAnIndex() throws IOException {
        Files.createDirectories(folder("hollow").resolve("_skipping/test.hollow-0123/segments"));
        rows("CREATE TABLE hollow AS SELECT 1 AS a");
        assertThat(rows("SELECT a FROM hollow")).hasSize(1);
    }

    @Test
    public void testWhatIsNoIndexIsStillInTheWay() throws IOException {
        leave(folder("occupied"));
        Files.writeString(folder("occupied").resolve("data.csv"), "1");
        assertThatThrownBy(() -> rows("CREATE TABLE occupied AS SELECT 1 AS a"))
                .hasMessageContaining("Target directory for table 'test.occupied' already exists");
        assertThat(indexFiles(folder("occupied"))).as("somebody's index").isNotEmpty();

        Files.createDirectories(folder("empty_folder"));
        assertThatThrownBy(() -> rows("CREATE TABLE empty_folder AS SELECT 1 AS a"))
                .as("as the stock connector says")
                .hasMessageContaining("Target directory for table 'test.empty_folder' already exists");
    }

    /** A cache of the metastore may be older than a table that another engine has created. */
    @Test
    public void testTableThatTheCacheDoesNotKnowKeepsItsIndex() throws IOException {
        SkippingQueryRunner.createLake(runner, "remembering", root, Map.of("hive.metastore-cache-ttl", "1h"));
        assertThatThrownBy(() -> rows("SELECT * FROM remembering.test.made_elsewhere"))
                .hasMessageContaining("does not exist");
        rows(
                "CREATE TABLE made_elsewhere WITH (external_location = 'local:///elsewhere/made', format = 'TEXTFILE') AS SELECT BIGINT '1' AS a");
        tables.build("made_elsewhere", "1MB");
        List<Path> index = indexFiles(root.resolve("elsewhere/made"));
        assertThat(index).isNotEmpty();
        try {
            rows(
                    "CREATE TABLE IF NOT EXISTS remembering.test.made_elsewhere (a bigint) WITH (external_location = 'local:///elsewhere/made', format = 'TEXTFILE')");
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("already exists");
        }
        assertThat(indexFiles(root.resolve("elsewhere/made"))).isEqualTo(index);
    }

    @Test
    public void testLeftoversWhereATableIsRenamedTo() throws IOException {
        rows("CREATE TABLE renamed_from AS SELECT 1 AS a");
        tables.build("renamed_from", "1MB");
        rows("CALL lake.system.create_index('test', 'renamed_from', 'minmax', ARRAY['a'])");
        leave(folder("renamed_to"));
        rows("ALTER TABLE renamed_from RENAME TO renamed_to");
        assertThat(rows("SELECT a FROM renamed_to")).hasSize(1);
        assertThat(indexFiles(folder("renamed_to")))
                .as("nobody could use what moved with the folder; what was asked for is written anew")
                .singleElement()
                .asString()
                .contains("/test.renamed_to-");

        rows("CREATE TABLE renamed_from AS SELECT 2 AS a");
        assertThat(rows("SELECT index_name FROM \"renamed_from$indexes\"")).isEmpty();
    }

    /** A renamed table must be built again, and what was asked for it is asked for still. */
    @Test
    public void testRequestsFollowARenamedTable() throws IOException {
        rows("CREATE TABLE unasked AS SELECT 1 AS a");
        tables.build("unasked", "1MB");
        rows("ALTER TABLE unasked RENAME TO unasked_then");
        assertThat(indexFiles(folder("unasked_then")))
                .as("nothing was asked for")
                .isEmpty();
        for (String catalog : List.of("lake", "elsewhere")) {
            String from = "asked_" + catalog;
            String to = "asked_then_" + catalog;
            rows("CREATE TABLE %s.test.%s AS SELECT 1 AS a, 'x' AS b".formatted(catalog, from));
            rows("CALL %s.system.create_index('test', '%s', 'minmax', ARRAY['a'])".formatted(catalog, from));
            rows("CALL %s.system.set_auto_indexes('test', '%s', false)".formatted(catalog, from));
            SkippingTestTables built = new SkippingTestTables(runner, root, catalog);
            built.build(from, "1MB");
            rows("ALTER TABLE %s.test.%s RENAME TO %s.test.%s".formatted(catalog, from, catalog, to));
            assertThat(requested(catalog, to)).hasSize(1);
            assertThat(rows("SELECT objects_indexed FROM %s.test.\"%s$indexes\"".formatted(catalog, to)).stream()
                            .map(row -> row.getField(0)))
                    .as("the summaries belong to the table of the old name")
                    .containsExactly(0L);
            assertThat(indexFiles(folder(to)))
                    .as("what moved with the folder is deleted")
                    .noneMatch(file -> file.toString().contains("/test." + from + "-"));
            built.build(to, "1MB");
            assertThat(indexes(catalog, to))
                    .as("no index but the one that was asked for")
                    .hasSize(1);
            rows("CREATE TABLE %s.test.%s AS SELECT 2 AS a".formatted(catalog, from));
            assertThat(indexes(catalog, from)).isEmpty();
            rows("DROP TABLE %s.test.%s".formatted(catalog, to));
            assertThat(folder(to)).doesNotExist();
            rows("CREATE TABLE %s.test.%s AS SELECT 2 AS a".formatted(catalog, to));
            assertThat(indexes(catalog, to)).isEmpty();
        }
    }

    @Test
    public void testLeftoversInTheFolderOfASchema() throws IOException {
        rows("CREATE SCHEMA lake.brief");
        rows("CREATE TABLE lake.brief.t AS SELECT 1 AS a");
        rows("DROP TABLE lake.brief.t");
        Path schema = root.resolve("metastore/brief");
        leave(schema.resolve("t"));
        rows("DROP SCHEMA lake.brief");
        assertThat(schema).doesNotExist();
        rows("CREATE SCHEMA lake.brief");
        rows("DROP SCHEMA lake.brief");
    }

    /** An external table may be made over a folder that is there, and with it in it nothing but an index, it still is there. */
    @Test
    public void testLeftoversInTheFolderOfAnExternalTable() throws IOException {
        Path folder = root.resolve("external");
        Files.createDirectories(folder);
        String create = "CREATE TABLE outside (a bigint) WITH (external_location = 'local:///external')";
        rows(create);
        rows("INSERT INTO outside VALUES 1");
        rows("CALL lake.system.create_index('test', 'outside', 'minmax', ARRAY['a'])");
        tables.build("outside", "1MB");
        assertThat(indexFiles(folder)).isNotEmpty();

        rows("DROP TABLE outside");
        assertThat(indexFiles(folder)).as("the data stays, its index goes").isEmpty();
        rows(create);
        assertThat(rows("SELECT a FROM outside")).hasSize(1);
        assertThat(rows("SELECT index_name FROM \"outside$indexes\"")).isEmpty();
        rows("DROP TABLE outside");

        leave(folder);
        rows(create);
        rows("DROP TABLE outside");
    }

    /** Its folder holds nothing but its index, as a partition is made in it. */
    @Test
    public void testFirstPartitionOfATableWithAnIndex() {
        rows(
                "CREATE TABLE first_partition (a bigint, p varchar) WITH (partitioned_by = ARRAY['p'], external_location = 'local:///first_partition')");
        rows("CALL lake.system.create_index('test', 'first_partition', 'minmax', ARRAY['a'])");
        rows("INSERT INTO first_partition VALUES (1, 'x')");
        assertThat(requested("lake", "first_partition")).hasSize(1);
    }

    @Test
    public void testNothingIsInherited() {
        for (String catalog : List.of("lake", "elsewhere")) {
            SkippingTestTables built = new SkippingTestTables(runner, root, catalog);
            String table = catalog + ".test.heir_" + catalog;
            String name = "heir_" + catalog;
            rows("CREATE TABLE %s AS SELECT 1 AS a, 'x' AS b".formatted(table));
            rows("CALL %s.system.create_index('test', '%s', 'minmax', ARRAY['a'])".formatted(catalog, name));
            built.build(name, "1MB");
            assertThat(requested(catalog, name)).hasSize(1);
            // by the stock connector, which knows nothing of indexes, and by ours
            for (String dropping : List.of("hive", catalog)) {
                rows("DROP TABLE %s.test.%s".formatted(dropping, name));
                rows("CREATE TABLE %s AS SELECT 2 AS a".formatted(table));
                assertThat(indexes(catalog, name))
                        .as("%s, dropped through %s", table, dropping)
                        .isEmpty();
                assertThat(rows("SELECT a FROM %s WHERE a = 2".formatted(table)))
                        .hasSize(1);
                rows("CALL %s.system.create_index('test', '%s', 'minmax', ARRAY['a'])".formatted(catalog, name));
                built.build(name, "1MB");
                assertThat(requested(catalog, name)).hasSize(1);
            }
        }
    }

    private List<MaterializedRow> indexes(String catalog, String table) {
        return rows("SELECT index_name FROM %s.test.\"%s$indexes\"".formatted(catalog, table));
    }

    private List<MaterializedRow> requested(String catalog, String table) {
        return rows("SELECT index_name FROM %s.test.\"%s$indexes\" WHERE requested".formatted(catalog, table));
    }

    /** What empties a table deletes its objects, and not what was asked for. */
    @Test
    public void testAnEmptiedTableKeepsItsIndexes() {
        rows("CREATE TABLE emptied AS SELECT 1 AS a");
        rows("CALL lake.system.create_index('test', 'emptied', 'minmax', ARRAY['a'])");
        tables.build("emptied", "1MB");
        rows("DELETE FROM emptied");
        assertThat(rows("SELECT a FROM emptied")).isEmpty();
        assertThat(rows("SELECT index_name, requested FROM \"emptied$indexes\"")
                        .getFirst()
                        .getFields())
                .containsExactly("minmax(a)", true);
    }

    @Test
    public void testBuildOfATableThatIsDroppedMeanwhile() {
        rows("CREATE TABLE vanishing AS SELECT 1 AS a");
        String build = (String)
                rows("SELECT build FROM TABLE(lake.system.summarize(schema_name => 'test', table_name => 'vanishing'))")
                        .getFirst()
                        .getField(0);
        rows("DROP TABLE vanishing");
        String publish = "CALL lake.system.publish_index('test', 'vanishing', '%s')".formatted(build);
        assertThatThrownBy(() -> rows(publish)).hasMessageContaining("Table 'test.vanishing' not found");
        assertThat(folder("vanishing")).doesNotExist();

        rows("CREATE TABLE vanishing AS SELECT 2 AS a");
        assertThatThrownBy(() -> rows(publish)).hasMessageContaining("the table was dropped");
        assertThat(indexFiles(folder("vanishing"))).isEmpty();
    }

    /** Tables of a few names are dropped, renamed, emptied and made anew while builds of them all go on. */
    @Test
    public void testBuildsNeverMakeAStatementFail() throws Exception {
        Session overwriting = Session.builder(on)
                .setCatalogSessionProperty("lake", "insert_existing_partitions_behavior", "OVERWRITE")
                .build();
        try (BuildsWithoutEnd builds = new BuildsWithoutEnd(runner, "lake", ChangingTables.NAMES)) {
            ChangingTables changing = new ChangingTables(
                    "lake." + SCHEMA,
                    statement -> rows(statement),
                    statement -> runner.execute(overwriting, statement),
                    Long.getLong("skipping.test.seed", System.nanoTime()));
            while (changing.made() < TABLES) {
                changing.next();
            }
            assertThat(builds.published())
                    .as("the builds that went on meanwhile")
                    .isPositive();
        }
    }

    private Path folder(String table) {
        return root.resolve("metastore").resolve(SCHEMA).resolve(table);
    }

    private static void leave(Path folder) throws IOException {
        Path segments = folder.resolve("_skipping/test.some-0123456789abcdef/segments");
        Files.createDirectories(segments);
        Files.writeString(segments.resolve("20260101T000000Z-01234567-01234567-0123456789abcdef.parquet"), "left");
    }

    private static List<Path> indexFiles(Path folder) {
        if (!Files.isDirectory(folder.resolve("_skipping"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder.resolve("_skipping"))) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
