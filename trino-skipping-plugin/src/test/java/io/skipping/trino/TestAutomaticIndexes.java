// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.testng.annotations.Test;

/** Indexes that builds choose, beside those that were asked for. */
public class TestAutomaticIndexes extends AbstractLakeTest {
    private static final int OBJECTS = 4;

    @Override
    protected void createTables() {}

    private void create(String table) {
        runner.execute("CREATE TABLE %s (driver_id bigint, fare double, note varchar) WITH (format = 'TEXTFILE')"
                .formatted(table));
        for (int object = 0; object < OBJECTS; object++) {
            insert(table, object);
        }
        assertThat(tables.build(table, "1MB").done()).isEqualTo(OBJECTS);
    }

    private void insert(String table, int object) {
        writeRows(
                "INSERT INTO %s SELECT n, n / 4e0, 'note ' || CAST(n AS varchar) FROM UNNEST(sequence(%d, %d)) AS t(n)"
                        .formatted(table, object * 100, object * 100 + 99));
    }

    @Test
    public void testAnIndexThatIsAskedForIsAnAddition() {
        create("added");
        Set<String> before = names("added", "true");
        assertThat(before).contains("minmax(driver_id)", "minmax(fare)");
        assertPruned("added", "driver_id = 250", OBJECTS - 1);

        call("create_index('%s', 'added', 'prefix', ARRAY['note'])");
        assertThat(names("added", "next_build = 'add'")).containsExactly("prefix(note)");
        assertThat(names("added", "next_build = 'drop'")).isEmpty();
        assertThat(changes("added")).isEqualTo("new indexes: prefix(note)");
        assertThat(tables.build("added", "1MB").failed()).isZero();
        assertPruned("added", "driver_id = 250", OBJECTS - 1);
        assertThat(names("added", "true")).containsAll(before).contains("prefix(note)");
        assertThat(names("added", "requested")).containsExactly("prefix(note)");
        assertThat(tables.build("added", "1MB").planned()).as("read again").isZero();

        insert("added", OBJECTS);
        assertThat(tables.build("added", "1MB").done()).isEqualTo(1);
        assertPruned("added", "driver_id = 250", OBJECTS);
    }

    @Test
    public void testAnIndexThatIsThereAlreadyCostsNothing() {
        create("same");
        call("create_index('%s', 'same', 'minmax', ARRAY['fare'])");
        assertThat(names("same", "requested")).containsExactly("minmax(fare)");
        assertThat(tables.build("same", "1MB").planned()).as("read again").isZero();
        call("drop_index('%s', 'same', 'minmax', ARRAY['fare'])");
        assertThat(tables.build("same", "1MB").planned()).as("read again").isZero();
        assertPruned("same", "fare > 80", OBJECTS - 1);

        // with options of its own it takes the place of the other
        call("create_index('%s', 'same', 'bloom', ARRAY['driver_id'], MAP(ARRAY['fpp'], ARRAY['0.05']))");
        assertThat(tables.build("same", "1MB").planned()).isEqualTo(OBJECTS);
        assertThat(runner.execute(
                                "SELECT element_at(options, 'fpp') FROM lake.%s.\"same$indexes\" WHERE index_name = 'bloom(driver_id)'"
                                        .formatted(SCHEMA))
                        .getOnlyColumnAsSet())
                .containsExactly("0.05");
        call("create_index('%s', 'same', 'bloom', ARRAY['driver_id'], MAP(ARRAY['fpp'], ARRAY['0.1']))");
        assertThat(changes("same"))
                .as("an index that gets other options is not gone")
                .isEqualTo("new indexes: bloom(driver_id)");
    }

    @Test
    public void testTheChoiceCanBeTurnedOff() {
        create("off");
        int chosen = names("off", "true").size();
        call("create_index('%s', 'off', 'minmax', ARRAY['driver_id'])");
        tables.setAutoIndexes("off", false);
        assertThat(names("off", "next_build = 'keep'")).containsExactly("minmax(driver_id)");
        assertThat(names("off", "next_build = 'drop'")).hasSize(chosen - 1);
        assertThat(tables.build("off", "1MB").planned())
                .as("read again to have less")
                .isZero();
        assertPruned("off", "fare > 80", OBJECTS - 1);
        insert("off", OBJECTS);
        assertThat(changes("off")).startsWith("no longer made: ");
        assertThat(tables.build("off", "1MB").failed()).isZero();
        assertPruned("off", "fare < 10", OBJECTS - 1);
        assertPruned("off", "driver_id < 10", OBJECTS);
        assertThat(names("off", "objects_indexed = objects_total"))
                .as("others lack the object that came after they were turned off")
                .containsExactly("minmax(driver_id)");
        assertThat(names("off", "objects_indexed = objects_total - 1 AND bytes_indexed < bytes_total"))
                .hasSize(chosen - 1);

        tables.setAutoIndexes("off", true);
        assertThat(tables.build("off", "1MB").planned()).isEqualTo(1);
        assertPruned("off", "fare < 10", OBJECTS);
    }

    @Test
    public void testAnAutomaticIndexIsNotDroppedAlone() {
        create("kept");
        assertThatThrownBy(() -> call("drop_index('%s', 'kept', 'minmax', ARRAY['fare'])"))
                .hasMessageContaining("no requested index minmax(fare)")
                .hasMessageContaining("set_auto_indexes('%s', 'kept', false)".formatted(SCHEMA));
    }

    /** What text holds is found out also where indexes were asked for before the first build. */
    @Test
    public void testCastsAreChosenBesideWhatIsAskedFor() {
        runner.execute("CREATE TABLE casts (id varchar, note varchar) WITH (format = 'CSV')");
        writeRows(
                "INSERT INTO casts SELECT CAST(n AS varchar), 'note ' || CAST(n AS varchar) FROM UNNEST(sequence(1, 100)) AS t(n)");
        call("create_index('%s', 'casts', 'values', ARRAY['CAST(id AS integer)'])");
        assertThat(tables.build("casts", "1MB").done()).isEqualTo(1);
        assertThat(names("casts", "true")).contains("minmax(CAST(id AS bigint))", "values(CAST(id AS integer))");
        assertThat(tables.build("casts", "1MB").planned()).isZero();
    }

    private void call(String procedure) {
        runner.execute("CALL lake.system." + procedure.formatted(SCHEMA));
    }

    private Set<String> names(String table, String condition) {
        return Set.copyOf(runner.execute(
                        "SELECT index_name FROM lake.%s.\"%s$indexes\" WHERE %s".formatted(SCHEMA, table, condition))
                .getOnlyColumn()
                .map(String.class::cast)
                .toList());
    }

    /** What a build says of the indexes. */
    private String changes(String table) {
        tables.makeOld();
        return (String) runner.execute(
                        "SELECT max(message) FROM TABLE(lake.system.summarize('%s', '%s')) WHERE event = 'planned'"
                                .formatted(SCHEMA, table))
                .getOnlyValue();
    }

    private void assertPruned(String table, String condition, int objects) {
        assertSameRows("SELECT * FROM CATALOG.%s WHERE %s ORDER BY driver_id".formatted(table, condition));
        assertThat(tables.metric(
                        "SELECT * FROM lake.%s.%s WHERE %s".formatted(SCHEMA, table, condition),
                        "skipping.objects.pruned"))
                .as(condition)
                .isEqualTo(objects);
    }
}
