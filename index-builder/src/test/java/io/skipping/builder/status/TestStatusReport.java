// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.command.TableName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestStatusReport {
    private static final TableName TABLE = new TableName("grid", "meters");
    private static final Instant NOW = Instant.parse("2024-06-07T12:00:00Z");

    @Test
    public void testNone() {
        assertThat(StatusReport.format(TABLE, List.of(), NOW))
                .isEqualToIgnoringNewLines("grid.meters has no index: queries read all of it. 'build' makes one");
    }

    @Test
    public void testOneLineForEachColumn() {
        List<IndexStatus> indexes = List.of(
                auto("values(vid)", "values"),
                auto("minmax(load)", "minmax"),
                new IndexStatus(
                        "bbox(lat,lng)",
                        "bbox",
                        true,
                        0,
                        28_000,
                        12,
                        0,
                        1 << 30,
                        0,
                        0,
                        "add",
                        Optional.of(NOW.minusSeconds(90)),
                        Optional.empty()),
                auto("bloom(vid)", "bloom"),
                auto("minmax(vid)", "minmax", "drop"));
        assertThat(StatusReport.format(TABLE, indexes, NOW).lines())
                .containsExactly(
                        "grid.meters: 28,000 of 28,000 objects are summarised (1.0 GB of 1.0 GB), 12 changed since, in 28,400 ranges; indexes take 1.0 MB; published 1m 30s ago",
                        "  COLUMNS  INDEXES                CHOSEN BY  COVERAGE",
                        "  lat,lng  bbox                   user          0.0 %",
                        "  load     minmax                 auto          100 %",
                        "  vid      bloom, minmax, values  auto          100 %",
                        "The next build reads all objects, to add bbox(lat,lng)",
                        "New objects are not summarised any more for minmax(vid)");
    }

    /** set_auto_indexes(…, false) of a CSV table turns off some 70. */
    @Test
    public void testManyChangesAreCounted() {
        List<IndexStatus> indexes = IntStream.range(0, 75)
                .mapToObj(number -> auto("minmax(c%s)".formatted(number), "minmax", "drop"))
                .toList();
        assertThat(StatusReport.format(TABLE, indexes, NOW).lines().toList())
                .last()
                .isEqualTo("New objects are not summarised any more for minmax(c0), minmax(c1), minmax(c2), minmax(c3),"
                        + " minmax(c4) and 70 more");
    }

    @Test
    public void testDamaged() {
        List<IndexStatus> indexes = List.of(new IndexStatus(
                "minmax(load)",
                "minmax",
                false,
                0,
                10,
                0,
                0,
                100,
                0,
                0,
                "add",
                Optional.empty(),
                Optional.of("Index s3://x/y.parquet is missing")));
        assertThat(StatusReport.format(TABLE, indexes, NOW).lines().toList())
                .startsWith(
                        "grid.meters: 0 of 10 objects are summarised (0 B of 100 B); never built",
                        "  DAMAGED: Index s3://x/y.parquet is missing");
    }

    @Test
    public void testJson() {
        assertThat(StatusJson.format(Map.of(), OptionalDouble.empty())).isEqualTo("[]");
        TableName odd = new TableName("grid", "o\"dd\\\u001b");
        String json = StatusJson.format(
                Map.of(
                        odd,
                        new TableStatus(List.of(auto("minmax(load)", "minmax")), Optional.empty(), Optional.empty())),
                OptionalDouble.empty());
        assertThat(json).isEqualToIgnoringNewLines("""
                        [{"table":"grid.o\\"dd\\\\\\u001b","indexes":[
                          {"index_name":"minmax(load)","index_type":"minmax","requested":false,"objects_indexed":28000,"objects_total":28000,"objects_stale":0,"bytes_indexed":1073741824,"bytes_total":1073741824,"ranges":28400,"index_bytes":1048576,"published":"%s","next_build":"keep","problem":null}]}]
                        """.strip().formatted(NOW.minusSeconds(90)));
    }

    private static IndexStatus auto(String name, String type) {
        return auto(name, type, "keep");
    }

    private static IndexStatus auto(String name, String type, String nextBuild) {
        return new IndexStatus(
                name,
                type,
                false,
                28_000,
                28_000,
                0,
                1 << 30,
                1 << 30,
                28_400,
                1 << 20,
                nextBuild,
                Optional.of(NOW.minusSeconds(90)),
                Optional.empty());
    }

    @Test
    public void testCoverageOfEmptyObjectsAndEmptyTables() {
        assertThat(coverage(1, 2, 0)).contains("50.0 %");
        assertThat(coverage(0, 0, 0)).contains("  -");
    }

    private static String coverage(long indexed, long total, long bytes) {
        return StatusReport.format(
                TABLE,
                List.of(new IndexStatus(
                        "a", "b", true, indexed, total, 0, 0, bytes, 0, 0, "keep", Optional.of(NOW), Optional.empty())),
                NOW);
    }
}
