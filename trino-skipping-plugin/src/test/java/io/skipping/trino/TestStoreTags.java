// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.BeforeMethod;
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
