// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.Session;
import io.trino.testing.TransactionBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What jobs wrote through the committer: our connector reads what counts, and the stock one all that there is. */
@Test(singleThreaded = true, groups = "servers")
public class TestCommittedObjects extends AbstractLakeTest {
    private static final Map<String, String> OVERWRITE =
            Map.of("skipping.committer.mode", "overwrite", "skipping.committer.overwrite.delete", "vacuum");

    private static final String OF_PARTITION = "SELECT id FROM lake.%s.%s WHERE dt = '%s'";

    @Override
    protected void createTables() {
        SkippingQueryRunner.createLake(runner, "unaware", root, Map.of("skipping.manifests.enabled", "false"));
    }

    private Path folder(String table) {
        return root.resolve("data-" + table);
    }

    private void create(String table, String columns, String more) throws IOException {
        Files.createDirectories(folder(table));
        runner.execute(
                "CREATE TABLE hive.%s.%s (%s) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///data-%s'%s)"
                        .formatted(SCHEMA, table, columns, table, more));
    }

    /** Rows with the ids from {@code from} to before {@code to}. */
    private static String rows(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(id -> id + ",name" + id + "\n")
                .collect(joining());
    }

    private List<Long> ids(String catalog, String table) {
        return ids(runner.getDefaultSession(), "SELECT id FROM %s.%s.%s".formatted(catalog, SCHEMA, table));
    }

    private List<Long> ids(Session session, String query) {
        return runner.execute(session, query)
                .getOnlyColumn()
                .map(Long.class::cast)
                .sorted()
                .toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Task 1 has a speculative attempt, one of task 2 dies in the middle, and a zombie goes on after the end. */
    private WritingJob writeWithLeftovers(String table) throws IOException {
        WritingJob job = new WritingJob(folder(table), Map.of());
        job.attempt(0, 0).write("", rows(0, 10)).commit();
        job.attempt(1, 1).write("", rows(10, 15));
        job.attempt(1, 0).write("", rows(10, 20)).commit();
        job.attempt(2, 0).write("", rows(20, 23));
        job.attempt(2, 1).write("", rows(20, 30)).commit();
        return job;
    }

    @Test
    public void testLeftoversAreNotRead() throws Exception {
        create("leftovers", "id bigint, name varchar", "");
        WritingJob job = writeWithLeftovers("leftovers");
        assertThat(ids("lake", "leftovers")).as("not committed yet").isEmpty();
        job.commit();
        assertThat(ids("lake", "leftovers")).isEqualTo(range(0, 30));
        job.attempt(0, 7).write("", rows(0, 10));
        assertThat(ids("lake", "leftovers")).as("a zombie").isEqualTo(range(0, 30));
        List<Long> plain = ids("hive", "leftovers");
        assertThat(plain).as("the stock connector").hasSizeGreaterThan(30).containsAll(range(0, 30));
        assertThat(ids("unaware", "leftovers")).isEqualTo(plain);

        Files.writeString(folder("leftovers").resolve("by-hand"), rows(30, 40));
        assertThat(ids("lake", "leftovers")).as("an ordinary name").isEqualTo(range(0, 40));
    }

    @Test
    public void testASessionSaysWhetherAllObjectsCount() throws Exception {
        create("chosen", "id bigint, name varchar", "");
        WritingJob job = writeWithLeftovers("chosen");
        job.commit();
        job.attempt(0, 7).write("", rows(100, 110));
        tables.build("chosen", "4kB");
        List<Long> plain = ids("hive", "chosen");
        assertThat(plain).as("with leftovers").hasSizeGreaterThan(30);
        for (boolean skipping : new boolean[] {true, false}) {
            for (String query : List.of("SELECT id FROM %s.%s.chosen", "SELECT id FROM %s.%s.chosen WHERE id >= 0")) {
                assertThat(ids(session("lake", skipping, true), query.formatted("lake", SCHEMA)))
                        .as("%s, skipping: %s", query, skipping)
                        .isEqualTo(range(0, 30));
                assertThat(ids(session("lake", skipping, false), query.formatted("lake", SCHEMA)))
                        .as("%s of all objects, skipping: %s", query, skipping)
                        .isEqualTo(plain);
            }
            assertThat(runner.execute(
                                    session("lake", skipping, false),
                                    "SELECT count(*) FROM lake.%s.chosen".formatted(SCHEMA))
                            .getOnlyValue())
                    .as("the index does not know all of them")
                    .isEqualTo((long) plain.size());
        }
        assertThat(ids(session("unaware", true, true), "SELECT id FROM unaware.%s.chosen".formatted(SCHEMA)))
                .as("the catalog says what a session begins with")
                .isEqualTo(range(0, 30));
    }

    private Session session(String catalog, boolean skipping, boolean committedOnly) {
        return Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty(catalog, "skipping_enabled", String.valueOf(skipping))
                .setCatalogSessionProperty(catalog, "committed_only", String.valueOf(committedOnly))
                .build();
    }

    @Test
    public void testTheIndexIsOfWhatCounts() throws Exception {
        create("indexed", "id bigint, name varchar", "");
        tables.setAutoIndexes("indexed", false);
        runner.execute("CALL lake.system.create_index('%s', 'indexed', 'minmax', ARRAY['id'])".formatted(SCHEMA));
        WritingJob job = writeWithLeftovers("indexed");
        job.commit();
        job.attempt(0, 7).write("", rows(100, 110));
        assertThat(tables.build("indexed", "4kB").done()).isEqualTo(3);
        String query = "SELECT name FROM lake.%s.indexed WHERE id = 15".formatted(SCHEMA);
        assertThat(runner.execute(query).getOnlyColumn()).containsExactly("name15");
        assertThat(tables.metric(query, "skipping.objects.considered")).isEqualTo(3);
        assertThat(tables.metric(query, "skipping.objects.pruned")).isEqualTo(2);
        assertThat(runner.execute("SELECT count(*), min(id), max(id) FROM lake.%s.indexed".formatted(SCHEMA))
                        .getMaterializedRows()
                        .getFirst()
                        .getFields())
                .as("answered from the index")
                .containsExactly(30L, 0L, 29L);
        assertThat(ids(runner.getDefaultSession(), "SELECT id FROM lake.%s.indexed LIMIT 1000".formatted(SCHEMA)))
                .isEqualTo(range(0, 30));
    }

    @Test
    public void testAnOverwriteIsASwap() throws Exception {
        create("swapped", "id bigint, name varchar", "");
        Files.writeString(folder("swapped").resolve("by-hand"), rows(0, 5));
        WritingJob first = new WritingJob(folder("swapped"), Map.of());
        first.attempt(0, 0).write("", rows(5, 10)).commit();
        first.commit();
        assertThat(ids("lake", "swapped")).isEqualTo(range(0, 10));

        WritingJob second = new WritingJob(folder("swapped"), OVERWRITE);
        second.attempt(0, 0).write("", rows(100, 110)).commit();
        assertThat(ids("lake", "swapped")).as("before the swap").isEqualTo(range(0, 10));
        second.commit();
        assertThat(ids("lake", "swapped")).as("after the swap").isEqualTo(range(100, 110));
        assertThat(ids("hive", "swapped")).as("the stock connector").hasSize(20);
        Files.writeString(folder("swapped").resolve("later"), rows(110, 115));
        assertThat(ids("lake", "swapped")).isEqualTo(range(100, 115));
    }

    private void createPinned(String table) throws IOException {
        create(table, "id bigint, name varchar, dt varchar", ", partitioned_by = ARRAY['dt']");
        for (String dt : List.of("a", "b")) {
            Files.createDirectories(folder(table).resolve("dt=" + dt));
        }
        WritingJob first = new WritingJob(folder(table), Map.of());
        first.attempt(0, 0).write("dt=a/", rows(0, 10)).commit();
        first.attempt(1, 0).write("dt=b/", rows(10, 20)).commit();
        first.commit();
        runner.execute("CALL hive.system.sync_partition_metadata('%s', '%s', 'FULL')".formatted(SCHEMA, table));
        assertThat(ids("lake", table)).isEqualTo(range(0, 20));
    }

    /** What a transaction has once begun to read of a table stays, also of partitions that it comes to later. */
    @Test
    public void testACommitChangesNothingForATransactionUnderWay() throws Exception {
        createPinned("pinned");
        TransactionBuilder.transaction(
                        runner.getTransactionManager(),
                        runner.getPlannerContext().getMetadata(),
                        runner.getAccessControl())
                .readOnly()
                .execute(runner.getDefaultSession(), session -> {
                    assertThat(ids(session, OF_PARTITION.formatted(SCHEMA, "pinned", "a")))
                            .isEqualTo(range(0, 10));
                    overwrite("pinned", OVERWRITE);
                    assertThat(ids(session, OF_PARTITION.formatted(SCHEMA, "pinned", "b")))
                            .as("of the same state, though the other one has been published")
                            .isEqualTo(range(10, 20));
                });
        assertThat(ids("lake", "pinned")).as("the next query").isEqualTo(range(100, 120));
    }

    /** The old objects are gone at once: what is left of them must not pass for the table. */
    @Test
    public void testAnOverwriteThatDeletesFailsATransactionUnderWay() throws Exception {
        createPinned("deleted");
        assertThatThrownBy(() -> TransactionBuilder.transaction(
                                runner.getTransactionManager(),
                                runner.getPlannerContext().getMetadata(),
                                runner.getAccessControl())
                        .readOnly()
                        .execute(runner.getDefaultSession(), session -> {
                            assertThat(ids(session, OF_PARTITION.formatted(SCHEMA, "deleted", "a")))
                                    .isEqualTo(range(0, 10));
                            overwrite("deleted", Map.of("skipping.committer.mode", "overwrite"));
                            ids(session, OF_PARTITION.formatted(SCHEMA, "deleted", "b"));
                        }))
                .hasMessageContaining(
                        "data-deleted/dt=b/ has 0 of the 1 objects that were committed when the query began")
                .hasMessageContaining("run the query again");
        assertThat(ids("lake", "deleted")).as("the next query").isEqualTo(range(100, 120));
    }

    /** Who knows no manifest may delete what he likes. */
    @Test
    public void testWhatOthersDeletedIsGone() throws Exception {
        createPinned("thinned");
        try (Stream<Path> files = Files.list(folder("thinned").resolve("dt=b"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        assertThat(ids("lake", "thinned")).isEqualTo(range(0, 10));
        runner.execute("INSERT INTO lake.%s.thinned VALUES (77, 'name77', 'b')".formatted(SCHEMA));
        assertThat(ids("lake", "thinned")).hasSize(11).contains(77L);
    }

    /** A job has written to a folder; tables are of one of its partitions. */
    @Test
    public void testAJobHasWrittenAboveTheTable() throws Exception {
        Path above = root.resolve("data-above");
        WritingJob job = new WritingJob(above, Map.of());
        job.attempt(0, 0).write("region=1/day=1/", rows(0, 10)).commit();
        job.attempt(1, 0).write("region=1/day=2/", rows(10, 20)).commit();
        job.commit();
        job.attempt(0, 1).write("region=1/day=1/", rows(0, 3));
        runner.execute(
                "CREATE TABLE hive.%s.one_day (id bigint, name varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///data-above/region=1/day=1')"
                        .formatted(SCHEMA));
        assertThat(ids("lake", "one_day")).isEqualTo(range(0, 10));
        assertThat(ids("hive", "one_day")).as("with a zombie's").hasSize(13);

        runner.execute(
                "CREATE TABLE hive.%s.one_region (id bigint, name varchar, day varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', partitioned_by = ARRAY['day'], external_location = 'local:///data-above/region=1')"
                        .formatted(SCHEMA));
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'one_region', 'FULL')".formatted(SCHEMA));
        assertThat(ids("lake", "one_region")).isEqualTo(range(0, 20));
        assertThat(ids(
                        runner.getDefaultSession(),
                        "SELECT id FROM lake.%s.one_region WHERE day = '2'".formatted(SCHEMA)))
                .isEqualTo(range(10, 20));

        WritingJob own = new WritingJob(above.resolve("region=1/day=1"), OVERWRITE);
        own.attempt(0, 0).write("", rows(50, 55)).commit();
        own.commit();
        assertThat(ids("lake", "one_day")).as("its own manifest comes first").isEqualTo(range(50, 55));
    }

    private void overwrite(String table, Map<String, String> options) {
        try {
            WritingJob second = new WritingJob(folder(table), options);
            second.attempt(0, 0).write("dt=a/", rows(100, 110)).commit();
            second.attempt(1, 0).write("dt=b/", rows(110, 120)).commit();
            second.commit();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    public void testPartitionsHaveManifestsOfTheirOwn() throws Exception {
        create("parted", "id bigint, name varchar, dt varchar", ", partitioned_by = ARRAY['dt']");
        for (String dt : List.of("a", "b")) {
            Files.createDirectories(folder("parted").resolve("dt=" + dt));
            WritingJob job = new WritingJob(folder("parted").resolve("dt=" + dt), Map.of());
            int first = dt.equals("a") ? 0 : 10;
            job.attempt(0, 0).write("", rows(first, first + 10)).commit();
            job.commit();
            job.attempt(0, 1).write("", rows(first, first + 3));
        }
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'parted', 'FULL')".formatted(SCHEMA));
        assertThat(ids("lake", "parted")).isEqualTo(range(0, 20));
        assertThat(ids("hive", "parted")).hasSize(26);
        WritingJob all = new WritingJob(folder("parted"), OVERWRITE);
        all.attempt(0, 0).write("dt=a/", rows(50, 60)).commit();
        all.commit();
        assertThat(ids("lake", "parted")).as("of all partitions").isEqualTo(range(50, 60));
    }

    @Test
    public void testManyObjects() throws Exception {
        create("many", "id bigint, name varchar", "");
        WritingJob job = new WritingJob(folder("many"), Map.of());
        // more than are looked ahead
        for (int task = 0; task < 12; task++) {
            WritingJob.Attempt attempt = job.attempt(task, 0);
            for (int object = 0; object < 100; object++) {
                int id = task * 100 + object;
                attempt.write("", "-" + object, rows(id, id + 1));
            }
            if (task != 7) {
                attempt.commit();
            }
        }
        job.commit();
        assertThat(ids("lake", "many"))
                .isEqualTo(LongStream.range(0, 1200)
                        .filter(id -> id / 100 != 7)
                        .boxed()
                        .toList());
    }

    @Test
    public void testADamagedManifestIsAnError() throws Exception {
        create("damaged", "id bigint, name varchar", "");
        WritingJob job = writeWithLeftovers("damaged");
        job.commit();
        List<Path> manifests;
        try (Stream<Path> files = Files.list(folder("damaged"))) {
            manifests = files.filter(file -> file.getFileName().toString().startsWith("_manifest-g")
                            || file.getFileName().toString().equals("_SUCCESS"))
                    .toList();
        }
        for (Path manifest : manifests) {
            String content = Files.readString(manifest);
            Files.delete(manifest);
            Files.writeString(manifest, content.substring(0, content.length() / 2));
        }
        assertThatThrownBy(() -> ids("lake", "damaged"))
                .hasMessageContaining("Cannot determine which objects of local:///data-damaged/ are committed")
                .hasMessageContaining("_");
        assertThat(ids("unaware", "damaged")).containsAll(range(0, 30));
    }

    /** Many programs write this name; what they write says nothing of our data, and stops no query. */
    @Test
    public void testAForeignMarkerIsNoManifest() throws Exception {
        create("foreign", "id bigint, name varchar", "");
        Files.writeString(folder("foreign").resolve("data.csv"), rows(0, 10));
        for (String content : List.of(
                "",
                "{",
                "{done at 2026-11-23}",
                "{\"dataSet\":null}",
                "{\"a\":".repeat(10_000),
                "{\"name\": \"org.apache.hadoop.fs.s3a.commit.files.SuccessData/1\", \"committer\": \"magic\", \"filenames\": [\"x\"]}")) {
            Files.writeString(folder("foreign").resolve("_SUCCESS"), content);
            assertThat(ids("lake", "foreign")).as(content).isEqualTo(range(0, 10));
        }
        Files.writeString(
                folder("foreign").resolve("_SUCCESS"), "{\"committer\": \"attempt-naming\", \"dataSet\": null}");
        assertThatThrownBy(() -> ids("lake", "foreign"))
                .as("ours, and damaged")
                .hasMessageContaining("Cannot determine which objects of local:///data-foreign/ are committed")
                .hasMessageContaining("_SUCCESS: The manifest is damaged");
    }

    @Test
    public void testAMissingListIsNamed() throws Exception {
        create("listless", "id bigint, name varchar", "");
        Files.writeString(folder("listless").resolve("data.csv"), rows(0, 10));
        Files.writeString(
                folder("listless").resolve("_SUCCESS"),
                "{\"dataSet\": {\"format\": \"trino-skipping-data-set\", \"version\": 1, \"generation\": 1, \"lists\": [{\"name\": \"_manifest-a-0-0.jsonl.gz\", \"lines\": 1}]}}");
        assertThatThrownBy(() -> ids("lake", "listless"))
                .hasMessageContaining("Cannot determine which objects of local:///data-listless/ are committed")
                .hasMessageContaining("names the list _manifest-a-0-0.jsonl.gz, which is not there");
    }
}
