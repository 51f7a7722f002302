// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;

import java.util.List;
import org.testng.annotations.Test;

/** Columns that a file is partitioned by are read from the manifest, whatever the file has in them. */
public class TestIcebergPartitions extends AbstractIcebergTest {
    @Override
    protected void createTables() {
        addHive();
    }

    private void index(String table, String... columns) {
        for (String column : columns) {
            createIndex(table, "minmax", column);
        }
        build(table);
    }

    /** Files that were added from a table of Hive do not have the columns that it is partitioned by. */
    @Test
    public void testFilesWithoutTheColumn() {
        runner.execute(
                "CREATE TABLE hive.%s.parts (id bigint, part bigint) WITH (format = 'PARQUET', partitioned_by = ARRAY['part'])"
                        .formatted(SCHEMA));
        runner.execute(
                "INSERT INTO hive.%s.parts SELECT i, i %% 3 FROM UNNEST(sequence(0, 299)) AS t (i)".formatted(SCHEMA));
        runner.execute("CREATE TABLE added (id bigint, part bigint) WITH (partitioning = ARRAY['part'])");
        for (int part = 0; part < 3; part++) {
            runner.execute(
                    "ALTER TABLE added EXECUTE add_files_from_table(schema_name => '%s', table_name => 'parts', partition_filter => MAP(ARRAY['part'], ARRAY['%s']))"
                            .formatted(SCHEMA, part));
        }
        runner.execute("ALTER TABLE added ADD COLUMN name varchar");
        index("added", "id", "name", "part");
        assertSame("added");

        // from now on, files have the column
        runner.execute("ALTER TABLE added SET PROPERTIES partitioning = ARRAY['bucket(id, 4)']");
        runner.execute(
                "INSERT INTO added SELECT i, i % 3, 'name ' || CAST(i AS varchar) FROM UNNEST(sequence(300, 399)) AS t (i)");
        assertSame("added");
        build("added");
        assertSame("added");
        assertSameRows("SELECT * FROM CATALOG.added WHERE id > 390 AND part = 1");

        // and it is a constant of some of them again
        runner.execute("ALTER TABLE added SET PROPERTIES partitioning = ARRAY['part', 'truncate(name, 6)']");
        runner.execute(
                "INSERT INTO added SELECT i, i % 3, 'name ' || CAST(i AS varchar) FROM UNNEST(sequence(400, 499)) AS t (i)");
        build("added");
        assertSame("added");
        runner.execute("DELETE FROM added WHERE part = 1 AND id % 2 = 0");
        assertSame("added");
    }

    private void assertSame(String table) {
        for (String condition : List.of(
                "part = 1",
                "part <> 1",
                "part IS NOT NULL",
                "part IS NULL",
                "part = 1 AND id BETWEEN 10 AND 20",
                "part = 7 OR id = 5",
                "part + 0 = 1 AND name = 'name 31'",
                "abs(part) = 2 OR name = 'name 31'",
                "id = 310",
                "name LIKE 'name 4%'")) {
            assertSameRows("SELECT * FROM CATALOG.%s WHERE %s".formatted(table, condition));
        }
    }

    @Test
    public void testFieldsOfRows() {
        runner.execute(
                "CREATE TABLE nested (id bigint, r ROW(part bigint, name varchar)) WITH (partitioning = ARRAY['\"r.part\"'])");
        runner.execute(
                "INSERT INTO nested SELECT i, CAST(ROW(i % 3, 'name ' || CAST(i AS varchar)) AS ROW(part bigint, name varchar)) FROM UNNEST(sequence(0, 299)) AS t (i)");
        index("nested", "id", "r.part", "r.name");
        for (String condition : List.of(
                "r.part = 1",
                "r.part = 1 AND r.name = 'name 31'",
                "r.name = 'name 31'",
                "r.part IS NULL",
                "r IS NULL",
                "id = 7 OR r.part = 5")) {
            assertSameRows("SELECT * FROM CATALOG.nested WHERE " + condition);
            assertSameRows("SELECT r.part, count(*) FROM CATALOG.nested WHERE %s GROUP BY 1".formatted(condition));
        }
    }
}
