// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.core.folder.WritingBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private void createIn(String schema, String table) {
        runner.execute("CREATE TABLE %s.%s AS SELECT 1 AS id".formatted(schema, table));
        Object build = rows("SELECT build FROM TABLE(lake.system.summarize('%s', '%s'))".formatted(schema, table))
                .getFirst()
                .getField(0);
        runner.execute("CALL lake.system.publish_index('%s', '%s', '%s')".formatted(schema, table, build));
    }

    @Test
    public void testDroppedSchemas() throws IOException {
        runner.execute("CREATE SCHEMA lake.all_dropped");
        for (String table : List.of("one", "two")) {
            createIn("all_dropped", table);
            runner.execute("CALL lake.system.check_store('all_dropped', '%s')".formatted(table));
        }
        runner.execute("CREATE VIEW all_dropped.v AS SELECT * FROM all_dropped.one");
        assertThat(indexes()).isNotEmpty();
        runner.execute("DROP SCHEMA lake.all_dropped CASCADE");
        assertThat(indexes()).isEmpty();
    }

    /** A schema is dropped table by table, in any order, and the statement fails at one that is none of Iceberg's. */
    @Test
    public void testSchemasThatAreDroppedInPart() throws IOException {
        addHive();
        runner.execute("CREATE SCHEMA lake.part_dropped");
        int left = 5;
        for (int table = 0; table < left; table++) {
            createIn("part_dropped", "table_" + table);
        }
        assertThat(indexFolders()).hasSize(left);
        // until its name is not the first in that order
        for (int attempt = 0; left == 5; attempt++) {
            assertThat(attempt).isLessThan(20);
            String other = "hive.part_dropped.other_" + attempt;
            runner.execute("CREATE TABLE %s (id bigint)".formatted(other));
            assertThatThrownBy(() -> runner.execute("DROP SCHEMA lake.part_dropped CASCADE"))
                    .hasMessageContaining(other.substring("hive.part_dropped.".length()));
            runner.execute("DROP TABLE " + other);
            left = rows("SHOW TABLES FROM lake.part_dropped").size();
            assertThat(indexFolders()).as("of tables that are left").hasSize(left);
        }
        runner.execute("DROP SCHEMA lake.part_dropped CASCADE");
        assertThat(indexes()).isEmpty();
    }

    private Set<Path> indexFolders() throws IOException {
        Path indexes = root.resolve("indexes");
        return indexes().stream()
                .map(file -> indexes.relativize(file).getName(0))
                .collect(toImmutableSet());
    }
}
