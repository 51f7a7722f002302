// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.folder.WritingBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** An index that is not beside the data of an Iceberg table ends with the table, too. */
public class TestIcebergDrop extends AbstractIcebergTest {
    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("skipping.index.location", "local:///indexes");
    }

    @Override
    protected void createTables() {}

    private void create(String table) {
        runner.execute("CREATE TABLE %s AS SELECT i AS id FROM UNNEST(sequence(1, 100)) AS t (i)".formatted(table));
        build(table);
    }

    private List<Path> indexes() throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("indexes"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    public void testDroppedTables() throws IOException {
        create("dropped");
        assertThat(indexes()).isNotEmpty();
        runner.execute("DROP TABLE dropped");
        assertThat(indexes()).isEmpty();
    }

    /** A disk does not delete a folder that a build writes to, and stops at a file that the build has taken back. */
    @Test
    public void testTablesAreDroppedWhileBuildsWrite() throws IOException {
        for (int number = 0; number < 10; number++) {
            String table = "disturbed_" + number;
            create(table);
            Path folder = tables.objects(table).getFirst().getParent().getParent();
            try (WritingBuild _ = new WritingBuild(folder)) {
                runner.execute("DROP TABLE " + table);
            }
            assertThat(folder.resolve("data")).doesNotExist();
            assertThat(folder.resolve("metadata")).doesNotExist();
        }
    }

    @Test
    public void testDroppedSchemas() throws IOException {
        runner.execute("CREATE SCHEMA lake.all_dropped");
        for (String table : List.of("one", "two")) {
            runner.execute("CREATE TABLE all_dropped.%s AS SELECT 1 AS id".formatted(table));
            Object build = rows("SELECT build FROM TABLE(lake.system.summarize('all_dropped', '%s'))".formatted(table))
                    .getFirst()
                    .getField(0);
            runner.execute("CALL lake.system.publish_index('all_dropped', '%s', '%s')".formatted(table, build));
            runner.execute("CALL lake.system.check_store('all_dropped', '%s')".formatted(table));
        }
        runner.execute("CREATE VIEW all_dropped.v AS SELECT * FROM all_dropped.one");
        assertThat(indexes()).isNotEmpty();
        runner.execute("DROP SCHEMA lake.all_dropped CASCADE");
        assertThat(indexes()).isEmpty();
    }
}
