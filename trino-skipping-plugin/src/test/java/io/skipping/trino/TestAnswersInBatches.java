// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.trino.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/** How much of a table is listed while a query is planned, to answer it by the index. */
@Test(groups = "servers")
public class TestAnswersInBatches extends AbstractLakeTest {
    private static final AttributeKey<String> LOCATION = AttributeKey.stringKey("trino.file.location");
    private static final String COUNT = "SELECT count(*), max(id) FROM lake.%s.days".formatted(SCHEMA);

    private static final int DAYS = 20;
    private static final int OBJECTS_OF_DAY = 30;

    private Session session;

    /** Listing runs ahead of who takes in what is listed, by two days or so. */
    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of(
                "hive.split-loader-concurrency", "1", "hive.max-outstanding-splits", String.valueOf(OBJECTS_OF_DAY));
    }

    @Override
    protected void createTables() throws Exception {
        // which would list as well
        session = Session.builder(on)
                .setCatalogSessionProperty("lake", "statistics_enabled", "false")
                .build();
        runner.execute(
                "CREATE TABLE hive.%s.days (id bigint, dt varchar) WITH (format = 'TEXTFILE', partitioned_by = ARRAY['dt'], external_location = 'local:///days')"
                        .formatted(SCHEMA));
        for (int day = 0; day < DAYS; day++) {
            for (int object = 0; object < OBJECTS_OF_DAY; object++) {
                write(day, object, object);
            }
        }
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'days', 'FULL')".formatted(SCHEMA));
        assertThat(tables.build("days", "1MB").failed()).isZero();
    }

    private void write(int day, int object, int id) throws IOException {
        Path folder = Files.createDirectories(root.resolve("days/dt=%02d".formatted(day)));
        Files.write(folder.resolve("object-" + object), List.of(String.valueOf(id)));
    }

    @Test
    public void testListingEndsWithTheFirstObjectThatTheIndexDoesNotKnow() throws IOException {
        assertThat(plan()).as("all are known").contains("answered by the index");
        assertThat(listedDaysOfPlanning()).hasSize(DAYS);

        for (int day = 0; day < DAYS; day++) {
            write(day, 0, 1000 + day);
        }
        assertThat(plan()).as("one of each day has changed").doesNotContain("answered by the index");
        assertThat(listedDaysOfPlanning()).hasSizeBetween(1, DAYS / 2);
        assertThat(runner.execute(session, COUNT)
                        .getMaterializedRows()
                        .getFirst()
                        .getFields())
                .containsExactly((long) DAYS * OBJECTS_OF_DAY, 1000L + DAYS - 1);
    }

    private String plan() {
        return (String) runner.execute(session, "EXPLAIN " + COUNT).getOnlyValue();
    }

    /** Returns the folders that are listed while the query is planned, but not for what EXPLAIN says of the scan. */
    private Set<String> listedDaysOfPlanning() {
        runner.execute(session, "EXPLAIN (TYPE IO) " + COUNT);
        return runner.getSpans().stream()
                .filter(span -> span.getName().equals("FileSystem.listFiles"))
                .map(span -> span.getAttributes().get(LOCATION))
                .filter(location -> location.contains("/days/dt="))
                .collect(Collectors.toSet());
    }
}
