// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Objects of S3 that are replaced by others of the same size and modification time: their ETag tells. */
@Test(singleThreaded = true, groups = "servers")
public class TestStoreTags extends AbstractLakeTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    private TestingS3 s3;

    @Override
    protected void createTables() throws Exception {
        s3 = new TestingS3();
        s3.createLake(runner, "tagged", root);
        tables = new SkippingTestTables(runner, root, "tagged");
    }

    @Override
    protected void clearUp() {
        if (s3 != null) {
            s3.close();
            s3 = null;
        }
    }

    /** Three objects: keys 0 to 99, 100 to 199, 200 to 299. */
    @BeforeMethod
    public void createTable() {
        s3.tellETags(true);
        for (int object = 0; object < 3; object++) {
            put(object, object * 100);
        }
    }

    private void create(String table) {
        runner.execute(
                "CREATE TABLE tagged.%s.%s (k bigint, name varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 's3://%s/t/')"
                        .formatted(SCHEMA, table, TestingS3.BUCKET));
    }

    private void put(int object, int firstKey) {
        String rows = IntStream.range(firstKey, firstKey + 100)
                .mapToObj("%1$06d,name%1$06d\n"::formatted)
                .collect(Collectors.joining());
        s3.put("t/object-" + object, rows.getBytes(UTF_8), LONG_AGO);
    }

    private Object rowsOf(String table, int key) {
        return runner.execute("SELECT count(*) FROM tagged.%s.%s WHERE k = %d".formatted(SCHEMA, table, key))
                .getOnlyValue();
    }

    private long metric(String table, String metric) {
        return tables.metric("SELECT count_if(true) FROM tagged.%s.%s WHERE k = 150".formatted(SCHEMA, table), metric);
    }

    @Test
    public void testAnotherContentOfTheSameSizeAndTimeIsNoticed() {
        create("noticed");
        assertThat(tables.build("noticed", "4kB").done()).isEqualTo(3);
        assertThat(metric("noticed", "skipping.objects.pruned")).isEqualTo(2);

        put(0, 700);
        assertThat(metric("noticed", "skipping.objects.stale")).isEqualTo(1);
        assertThat(rowsOf("noticed", 777)).isEqualTo(1L);
        assertThat(rowsOf("noticed", 7)).isEqualTo(0L);
        assertThat(runner.execute("SELECT max(k) FROM tagged.%s.noticed".formatted(SCHEMA))
                        .getOnlyValue())
                .as("the index has no answer")
                .isEqualTo(799L);

        SkippingTestTables.BuildResult next = tables.build("noticed", "4kB");
        assertThat(next.planned()).as("the one that changed is read again").isEqualTo(1);
        assertThat(next.current()).isEqualTo(2);
        assertThat(metric("noticed", "skipping.objects.stale")).isZero();
        assertThat(metric("noticed", "skipping.objects.pruned")).isEqualTo(2);
        assertThat(rowsOf("noticed", 777)).isEqualTo(1L);
    }

    /** What is longer than a request is fetched by several ones. */
    @Test
    public void testRowsAreNotPutTogetherFromTwoVersions() {
        runner.execute(
                "CREATE TABLE tagged.%s.long (k bigint, name varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 's3://%s/long/')"
                        .formatted(SCHEMA, TestingS3.BUCKET));
        putLong("a");
        tables.build("long", "1MB");
        // not to the end of the object, which is read by one request
        String query = "SELECT count(*), count(DISTINCT name) FROM tagged.%s.long WHERE k = 1".formatted(SCHEMA);
        assertThat(runner.execute(query).getMaterializedRows().getFirst().getFields())
                .containsExactly(12_000L, 1L);
        s3.beforeLaterParts(() -> putLong("b"));
        assertThatThrownBy(() -> runner.execute(query)).hasMessageContaining("changed while the query ran");
        assertThat(runner.execute(query).getMaterializedRows().getFirst().getFields())
                .as("of the other version")
                .containsExactly(12_000L, 1L);
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"TEXTFILE"}, {"PARQUET"}};
    }

    /**
     * While a build reads, another version is there. When its summaries are published, that version has been deleted, and
     * the one that the build had listed counts again, with its old time and ETag.
     */
    @Test(dataProvider = "formats")
    public void testWhatABuildReadOfAnotherVersionIsNotKnownUnderTheListedOne(String format) throws IOException {
        String table = "restored_" + format.toLowerCase(Locale.ENGLISH);
        runner.execute(
                "CREATE TABLE tagged.%s.%s (k bigint, name varchar) WITH (format = '%s', external_location = 's3://%s/%s/')"
                        .formatted(SCHEMA, table, format, TestingS3.BUCKET, table));
        byte[] listed = object(format, 0);
        byte[] other = object(format, 700);
        assertThat(other).as("of the same size").hasSameSizeAs(listed).isNotEqualTo(listed);
        s3.put(table + "/object", listed, LONG_AGO);

        s3.beforeNextRead(() -> s3.put(table + "/object", other, LONG_AGO));
        List<MaterializedRow> events = runner.execute(
                        "SELECT event, build, message FROM TABLE(tagged.system.summarize(schema_name => '%s', table_name => '%s'))"
                                .formatted(SCHEMA, table))
                .getMaterializedRows();
        s3.put(table + "/object", listed, LONG_AGO);
        runner.execute("CALL tagged.system.publish_index('%s', '%s', '%s')"
                .formatted(SCHEMA, table, events.getFirst().getField(1)));
        assertThat(rowsOf(table, 107)).as("a row of the listed version").isEqualTo(1L);
        assertThat(events)
                .filteredOn(event -> event.getField(0).equals("failed"))
                .singleElement()
                .extracting(event -> (String) event.getField(2))
                .asString()
                .contains("Object changed while ");

        s3.takeRequests();
        assertThat(tables.build(table, "4kB").done()).as("the next build").isEqualTo(1);
        assertThat(s3.takeRequests())
                .as("nothing is asked but for bytes")
                .isNotEmpty()
                .doesNotContain("HEAD");
        assertThat(rowsOf(table, 107)).isEqualTo(1L);
        assertThat(tables.metric(
                        "SELECT count_if(true) FROM tagged.%s.%s WHERE k = 877".formatted(SCHEMA, table),
                        "skipping.objects.pruned"))
                .isEqualTo(1);
    }

    /** Returns an object with a hundred keys, as the stock connector writes it. */
    private byte[] object(String format, int firstKey) throws IOException {
        String table = "written_%s_%s".formatted(format.toLowerCase(Locale.ENGLISH), firstKey);
        runner.execute(
                Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty("lake", "compression_codec", "NONE")
                        .build(),
                "CREATE TABLE lake.%s.%s WITH (format = '%s') AS SELECT k, 'name' || CAST(k AS varchar) AS name FROM UNNEST(sequence(%d, %d)) AS s(k)"
                        .formatted(SCHEMA, table, format, firstKey + 100, firstKey + 199));
        List<Path> objects = new SkippingTestTables(runner, root).objects(table);
        assertThat(objects).hasSize(1);
        return Files.readAllBytes(objects.getFirst());
    }

    private void putLong(String letter) {
        String rows = "1,%s\n".formatted(letter.repeat(1000)).repeat(12_000)
                + "2,%s\n".formatted(letter.repeat(1000)).repeat(3_000);
        s3.put("long/object", rows.getBytes(UTF_8), LONG_AGO);
    }

    /** As with other stores, and indexes of earlier releases. */
    @Test
    public void testWithoutETagsSizeAndTimeDecide() {
        create("untold");
        s3.tellETags(false);
        tables.build("untold", "4kB");
        assertThat(metric("untold", "skipping.objects.pruned")).isEqualTo(2);
        s3.tellETags(true);
        assertThat(metric("untold", "skipping.objects.pruned"))
                .as("nothing says that an object changed")
                .isEqualTo(2);
        assertThat(tables.build("untold", "4kB").planned()).isZero();
    }
}
