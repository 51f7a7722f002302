// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.Iterables.getOnlyElement;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.querylog.ColumnCondition;
import io.skipping.trino.core.querylog.ScanInfo;
import io.trino.plugin.iceberg.IcebergInputInfo;
import io.trino.spi.eventlistener.EventListener;
import io.trino.spi.eventlistener.QueryCompletedEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.testng.annotations.Test;

/** Event listeners and users' filters are told of scans of Iceberg tables, and of their columns that are not in the files. */
public class TestIcebergListeners extends AbstractIcebergTest {
    private final BlockingQueue<QueryCompletedEvent> events = new LinkedBlockingQueue<>();

    @Override
    protected List<EventListener> listeners() {
        return List.of(new EventListener() {
            @Override
            public void queryCompleted(QueryCompletedEvent event) {
                events.add(event);
            }
        });
    }

    @Override
    protected void createTables() {}

    /** Event listeners receive what a scan was asked, partition columns included, beside what the stock connector reports. */
    @Test
    public void testScansAreReported() throws Exception {
        runner.execute("CREATE TABLE logged (id bigint, part varchar) WITH (partitioning = ARRAY['part'])");
        writeRows("INSERT INTO logged VALUES (1, 'a'), (2, 'b')");
        assertThat(conditions("SELECT * FROM logged WHERE part = 'a' AND id BETWEEN 1 AND 7"))
                .isEqualTo("{id=[1..7], part=[a..a]}");
        assertThat(conditions("SELECT * FROM logged LIMIT 1")).isEqualTo("{}");
        assertThat(infos("SELECT count(*) FROM iceberg.%s.logged WHERE id = 1".formatted(SCHEMA)))
                .hasOnlyElementsOfType(IcebergInputInfo.class);
        assertThat(infos("ANALYZE logged")).noneMatch(ScanInfo.class::isInstance);
        assertThat(infos("ALTER TABLE logged EXECUTE optimize")).noneMatch(ScanInfo.class::isInstance);
    }

    private String conditions(String query) throws InterruptedException {
        ScanInfo info = (ScanInfo) getOnlyElement(infos(query));
        assertThat(info.ofStock()).isInstanceOf(IcebergInputInfo.class);
        Map<String, String> conditions = new TreeMap<>();
        info.conditions().forEach((column, condition) -> conditions.put(column, text(condition)));
        return conditions.toString();
    }

    private static String text(ColumnCondition condition) {
        return condition.intervals().stream()
                .map(interval ->
                        interval.low().orElse(null) + ".." + interval.high().orElse(null))
                .toList()
                .toString();
    }

    /** Returns what listeners receive of each scan of a query. */
    private List<Object> infos(String query) throws InterruptedException {
        String id = runner.executeWithPlan(on, query).queryId().toString();
        while (true) {
            QueryCompletedEvent event = events.poll(30, SECONDS);
            assertThat(event).as("event of %s", query).isNotNull();
            if (event.getMetadata().getQueryId().equals(id)) {
                return event.getIoMetadata().getInputs().stream()
                        .flatMap(input -> input.getConnectorInfo().stream())
                        .toList();
            }
        }
    }

    /** Object filters are told the values of columns that a file is partitioned by without a transform. */
    @Test
    public void testObjectFilters() {
        Set<Map<String, String>> partitions = ConcurrentHashMap.newKeySet();
        runner.installPlugin(FilteringConnector.ofIceberg("filtered_iceberg", new ObjectFilter() {
            @Override
            public String name() {
                return "parts";
            }

            @Override
            public boolean mayMatch(Predicate predicate, Candidate object) {
                partitions.add(object.partition());
                return !object.partition().getOrDefault("part", "").equals("b");
            }
        }));
        runner.createCatalog("filtered", "filtered_iceberg", IcebergQueryRunner.properties(root));
        runner.execute(
                "CREATE TABLE dated (id bigint, part varchar, day date) WITH (partitioning = ARRAY['bucket(id, 2)', 'part', 'day'])");
        writeRows(
                "INSERT INTO dated VALUES (1, 'a', DATE '2026-01-15'), (2, 'b', DATE '2026-01-15'), (3, NULL, DATE '2026-01-16')");
        runner.execute("ALTER TABLE dated SET PROPERTIES partitioning = ARRAY['month(day)']");
        writeRows("INSERT INTO dated VALUES (4, 'b', DATE '2026-01-15')");
        assertThat(runner.execute(on, "SELECT id FROM filtered.%s.dated WHERE id > 0".formatted(SCHEMA))
                        .getOnlyColumnAsSet())
                .containsExactlyInAnyOrder(1L, 3L, 4L);
        assertThat(partitions)
                .containsExactlyInAnyOrder(
                        Map.of("part", "a", "day", "2026-01-15"),
                        Map.of("part", "b", "day", "2026-01-15"),
                        Map.of("day", "2026-01-16"),
                        Map.of());
    }
}
