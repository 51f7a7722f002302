// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Objects that are replaced by others of equal size after the coordinator has chosen what is read, and before it is read:
 * what the index knew of them says nothing about the rows that come.
 */
@Test(singleThreaded = true, groups = "servers")
public class TestReplacedObjects extends AbstractLakeTest {
    private static final int ROWS = 2000;
    private static final String CHANGED = "changed while the query ran";

    private Consumer<String> beforeReading = _ -> {};

    @Override
    protected void createTables() {
        runner.installPlugin(new ReplacingConnector(this::beforeReading));
        SkippingQueryRunner.createLake(runner, "replacing", ReplacingConnector.NAME, root, Map.of());
        // ranges lie across the ends of such splits
        SkippingQueryRunner.createLake(
                runner, "shortsplits", ReplacingConnector.NAME, root, SplitSizes.properties("10kB"));
    }

    /** What is set happens once, and nothing is read meanwhile. */
    private synchronized void beforeReading(String path) {
        Consumer<String> next = beforeReading;
        beforeReading = _ -> {};
        next.accept(path);
    }

    private synchronized void setBeforeReading(Consumer<String> next) {
        beforeReading = next;
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"textfile"}, {"parquet"}};
    }

    @DataProvider
    public Object[][] catalogs() {
        return new Object[][] {{"replacing"}, {"shortsplits"}};
    }

    /** Two objects, and others of the same sizes, with other values, that can take their places. */
    private final class Replaceable {
        private final Path folder;
        private final Path others;

        Replaceable(String table, String format, String values, String otherValues) throws IOException {
            folder = Files.createDirectories(root.resolve("data-" + table));
            others = Files.createDirectories(root.resolve("others-" + table));
            create(table, format, "data-" + table);
            create(table + "_others", format, "others-" + table);
            for (int object = 0; object < 2; object++) {
                insert(table, values, object * ROWS);
                insert(table + "_others", otherValues, object * ROWS);
            }
            tables.build(table, "4kB");
        }

        private void create(String table, String format, String location) {
            runner.execute(
                    "CREATE TABLE %s (a bigint, id bigint, name varchar) WITH (format = '%s', external_location = 'local:///%s')"
                            .formatted(table, format, location));
        }

        private void insert(String table, String values, int firstId) {
            runner.execute(
                    plain(),
                    "INSERT INTO %s SELECT %s, n, 'name' || CAST(n AS varchar) FROM UNNEST(sequence(%d, %d)) AS t(n) ORDER BY 2"
                            .formatted(table, values, 1_000_000 + firstId, 1_000_000 + firstId + ROWS - 1));
        }

        void replaceAll() {
            for (int object = 0; object < objects(folder).size(); object++) {
                replace(object);
            }
        }

        void replace(String path) {
            replace(objects(folder).stream()
                    .map(object -> object.getFileName().toString())
                    .toList()
                    .indexOf(path.substring(path.lastIndexOf('/') + 1)));
        }

        private void replace(int object) {
            Path replaced = objects(folder).get(object);
            Path replacing = objects(others).get(object);
            try {
                assertThat(Files.size(replacing))
                        .as("size of what takes the place of an object")
                        .isEqualTo(Files.size(replaced));
                Path copy = Files.copy(replacing, folder.resolve(".copy"), StandardCopyOption.REPLACE_EXISTING);
                Files.move(copy, replaced, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static List<Path> objects(Path folder) {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(Files::isRegularFile)
                        .filter(file -> !file.getFileName().toString().startsWith("."))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Session plain() {
        // one object for each INSERT, whose size does not depend on the values in it
        return Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "compression_codec", "NONE")
                .setSystemProperty("task_min_writer_count", "1")
                .setSystemProperty("scale_writers", "false")
                .build();
    }

    @Test(dataProvider = "formats")
    public void testRowsAreTestedWhateverTheIndexKnew(String format) throws IOException {
        Replaceable objects = new Replaceable("tested_" + format, format, "5", "1");
        String query = "SELECT id, a FROM replacing.%s.tested_%s WHERE a > 3".formatted(SCHEMA, format);
        assertThat(rows(query)).hasSize(2 * ROWS);
        setBeforeReading(_ -> objects.replaceAll());
        assertThat(rows(query))
                .as("rows of objects that have no row that satisfies the filter when they are read")
                .isEmpty();
    }

    @Test(dataProvider = "formats")
    public void testAColumnThatNobodyWantsIsTested(String format) throws IOException {
        Replaceable objects = new Replaceable("unwanted_" + format, format, "5", "1");
        String query = "SELECT name FROM replacing.%s.unwanted_%s WHERE a > 3".formatted(SCHEMA, format);
        assertThat(rows(query)).hasSize(2 * ROWS);
        setBeforeReading(_ -> objects.replaceAll());
        assertThat(rows(query)).isEmpty();
    }

    /** The object that was left out has the rows all the time. */
    @Test(dataProvider = "catalogs")
    public void testALimitDoesNotCountOnRowsThatAreGone(String catalog) throws IOException {
        String table = "limited_" + catalog;
        Replaceable objects = new Replaceable(table, "textfile", "5", "1");
        String query = "SELECT id FROM %s.%s.%s WHERE a > 3 LIMIT 1000".formatted(catalog, SCHEMA, table);
        assertThat(rows(query)).hasSize(1000);
        setBeforeReading(objects::replace);
        assertHasRows(query, 1000, _ -> true);
    }

    @Test(dataProvider = "catalogs")
    public void testTheFirstRowsDoNotCountOnRowsThatAreGone(String catalog) throws IOException {
        String table = "first_" + catalog;
        // the first object has the least values, until it is replaced by one that has the greatest
        Replaceable objects = new Replaceable(table, "textfile", "n", "9000000 - n");
        String query = "SELECT a FROM %s.%s.%s ORDER BY a LIMIT 10".formatted(catalog, SCHEMA, table);
        assertThat(rows(query)).hasSize(10);
        setBeforeReading(objects::replace);
        assertHasRows(query, 10, row -> (long) row.getField(0) < 2_000_000);
    }

    /** Either the rows are those of objects as they were or are, or the query says what is wrong. */
    private void assertHasRows(String query, int count, Predicate<MaterializedRow> right) {
        List<MaterializedRow> rows;
        try {
            rows = rows(query);
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining(CHANGED);
            return;
        }
        assertThat(rows).hasSize(count).allMatch(right);
    }
}
