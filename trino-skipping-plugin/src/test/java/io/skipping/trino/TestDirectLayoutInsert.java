// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.WrittenObjects.literal;
import static io.trino.testing.TransactionBuilder.transaction;
import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.Locale.ENGLISH;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.skipping.trino.core.layout.RandomModel;
import io.trino.Session;
import io.trino.filesystem.Location;
import io.trino.filesystem.local.LocalFileSystem;
import io.trino.plugin.hive.metastore.SemiTransactionalHiveMetastore;
import io.trino.testing.QueryRunner.MaterializedResultWithPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * INSERT by a layout where objects are written directly to the folder of the table, as in object stores. Hive then knows
 * by their names which objects a query has written.
 */
@Test(singleThreaded = true, groups = "servers")
public class TestDirectLayoutInsert extends AbstractLakeTest {
    private static final LayoutModel CITIES =
            RandomModel.tree(new SplittableRandom(8), List.of(new Column("city", ColumnType.VARCHAR)), 6);

    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("hive.temporary-staging-directory-enabled", "false");
    }

    @Override
    protected void createTables() {
        runner.execute("""
                CREATE TABLE source WITH (format = 'PARQUET') AS
                SELECT CAST(n AS varchar) AS id, 'text ' || CAST((n * 31) % 60 AS varchar) AS city,
                       IF(n % 2 = 0, 'even', 'odd') AS day
                FROM UNNEST(sequence(1, 1000)) AS t(n)
                """);
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {
            {"TEXTFILE", ".gz"}, {"CSV", ".gz"}, {"JSON", ".gz"}, {"PARQUET", ""}, {"ORC", ""},
        };
    }

    private String createTable(String name, String format) throws IOException {
        String table = name + "_" + format.toLowerCase(ENGLISH);
        // the metastore keeps files of its own in the folders of managed tables, which an overwrite would delete
        Files.createDirectories(folder(table));
        runner.execute("""
                CREATE TABLE %s (id varchar, city varchar, day varchar)
                WITH (format = '%s', partitioned_by = ARRAY['day'], external_location = 'local:///data/%1$s')""".formatted(table, format));
        runner.execute("CALL lake.system.set_layout('test', '%s', %s, ARRAY['id'])".formatted(table, literal(CITIES)));
        return table;
    }

    private void assertSameRows(String table, String query) {
        assertThat(HashMultiset.create(rows("SELECT * FROM " + table)))
                .as("rows of %s", table)
                .isEqualTo(HashMultiset.create(rows(query)));
    }

    @Test(dataProvider = "formats")
    public void testAnOverwrittenPartitionHasTheNewRows(String format, String extension) throws IOException {
        String table = createTable("overwritten", format);
        runner.execute("INSERT INTO %s SELECT * FROM source".formatted(table));
        runner.execute(
                Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty("lake", "insert_existing_partitions_behavior", "OVERWRITE")
                        .build(),
                "INSERT INTO %s SELECT * FROM source WHERE day = 'odd' AND id LIKE '1%%'".formatted(table));

        assertSameRows(table, "SELECT * FROM source WHERE day = 'even' OR id LIKE '1%'");
        WrittenObjects objects = new WrittenObjects(runner, table);
        objects.assertOneObjectAPartition(CITIES);
        assertThat(objects.paths())
                .as("objects, which are compressed as a whole where that is part of the name")
                .allMatch(path -> path.endsWith(".gz") == extension.equals(".gz"));
    }

    @Test(dataProvider = "formats")
    public void testAnInsertThatFailsAfterItHasWrittenLeavesNothing(String format, String extension)
            throws IOException {
        String table = createTable("rolled_back", format);
        runner.execute("INSERT INTO %s SELECT * FROM source WHERE id = '1'".formatted(table));
        Set<Path> before = objects(table);
        // all writers have finished when the transaction fails
        assertThatThrownBy(() -> transaction(
                                runner.getTransactionManager(),
                                runner.getPlannerContext().getMetadata(),
                                runner.getAccessControl())
                        .execute(runner.getDefaultSession(), session -> {
                            runner.execute(session, "INSERT INTO %s SELECT * FROM source".formatted(table));
                            failTransaction();
                        }))
                .hasMessage("the transaction fails");

        // it is rolled back in a thread of its own
        assertEventually(
                () -> assertThat(objects(table)).as("objects of %s", table).isEqualTo(before));
        assertSameRows(table, "SELECT * FROM source WHERE id = '1'");
    }

    private static void failTransaction() {
        throw new IllegalStateException("the transaction fails");
    }

    @Test(dataProvider = "formats")
    public void testObjectsOfAttemptsThatFailedAreKnown(String format, String extension) throws IOException {
        String table = createTable("retried", format);
        MaterializedResultWithPlan inserted = runner.executeWithPlan(
                runner.getDefaultSession(), "INSERT INTO %s SELECT * FROM source".formatted(table));
        assertThat(objects(table)).as("objects of %s", table).hasSizeGreaterThan(2);
        // what the commit does if tasks are retried, here as if no attempt had succeeded
        for (String day : List.of("day=even", "day=odd")) {
            SemiTransactionalHiveMetastore.cleanExtraOutputFiles(
                    new LocalFileSystem(root),
                    inserted.queryId().getId(),
                    Location.of("local:///data/%s/%s".formatted(table, day)),
                    Set.of());
        }
        assertThat(objects(table)).as("objects of %s", table).isEmpty();
    }

    private Path folder(String table) {
        return root.resolve("data").resolve(table);
    }

    private Set<Path> objects(String table) throws IOException {
        try (Stream<Path> files = Files.walk(folder(table))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getParent().getFileName().toString().startsWith("day="))
                    .collect(toSet());
        }
    }
}
