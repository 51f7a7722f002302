// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.ObjectStates;
import io.skipping.builder.catalog.TableScans;
import io.skipping.command.TableName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.testng.annotations.Test;

public class TestStatusLines {
    private static final Instant NOW = Instant.parse("2026-01-15T12:00:00Z");
    private static final Instant STARTED = Instant.parse("2026-01-15T08:00:00Z");
    private static final TableName METERS = new TableName("grid", "meters");
    private static final OptionalDouble MEGABYTE_A_SECOND = OptionalDouble.of(1 << 20);

    private static IndexStatus index(long indexed, String nextBuild, String problem) {
        return new IndexStatus(
                "minmax(load)",
                "minmax",
                false,
                indexed,
                10,
                1,
                indexed << 20,
                10 << 20,
                40,
                2048,
                nextBuild,
                Optional.of(NOW.minusSeconds(90)),
                Optional.ofNullable(problem));
    }

    private static TableScans scans(long count) {
        return new TableScans(STARTED, count, 10 * count, 9 * count, count * (100L << 20), count * (90L << 20));
    }

    private static TableStatus status(IndexStatus index, TableScans scans) {
        return new TableStatus(
                index == null ? List.of() : List.of(index), Optional.ofNullable(scans), Optional.empty());
    }

    @Test
    public void testALineForEachTable() {
        Map<TableName, TableStatus> tables = new LinkedHashMap<>();
        tables.put(METERS, status(index(10, "keep", null), scans(2)));
        tables.put(new TableName("grid", "late"), status(index(5, "keep", null), scans(0)));
        tables.put(new TableName("grid", "asked"), status(index(10, "add", null), null));
        tables.put(new TableName("grid", "broken"), status(index(0, "add", "s3://x is missing"), null));
        tables.put(new TableName("grid", "bare"), status(null, null));
        assertThat(StatusLines.format(tables, MEGABYTE_A_SECOND, NOW).lines())
                .containsExactly(
                        "TABLE        COVERAGE  OBJECTS  CHANGED  RANGES   INDEX       BUILT  SCANS            SKIPPED   SAVED  STATE",
                        "grid.meters     100 %       10        1      40  2.0 kB  1m 30s ago      2  180.0 MB (90.0 %)  3m 00s  fresh",
                        "grid.late      50.0 %       10        1      40  2.0 kB  1m 30s ago      0                  -       -  build",
                        "grid.asked      100 %       10        1      40  2.0 kB  1m 30s ago      0                  -       -  build",
                        "grid.broken     0.0 %       10        1      40  2.0 kB  1m 30s ago      0                  -       -  DAMAGED",
                        "grid.bare         0 %        -        -       -       -       never      0                  -       -  no index",
                        "Scans with a condition are counted by the server since 2026-01-15 08:00Z; SAVED assumes the speed of its recent queries");
        assertThat(StatusLines.format(Map.of(), MEGABYTE_A_SECOND, NOW)).isEmpty();
    }

    @Test
    public void testScansOfOneTable() {
        assertThat(scans(1).text(MEGABYTE_A_SECOND))
                .isEqualTo(
                        "1 scan with a condition since 2026-01-15 08:00Z skipped 90.0 MB of 100.0 MB, which saved a thread about 1m 30s");
        assertThat(scans(2).text(OptionalDouble.empty()))
                .isEqualTo("2 scans with a condition since 2026-01-15 08:00Z skipped 180.0 MB of 200.0 MB");
        assertThat(scans(0).text(MEGABYTE_A_SECOND)).isEqualTo("no scan with a condition since 2026-01-15 08:00Z");
    }

    @Test
    public void testDetails() {
        StatusDetails details = new StatusDetails(
                new ObjectStates(1, 2, new ObjectStates.Single(3, 30 << 20, "s3://b/large.csv.gz")),
                Optional.of(List.of(
                        new StatusDetails.Gap("ngram", "note", 38, 40),
                        new StatusDetails.Gap("minmax", "CAST(at AS date)", 0, 40))),
                List.of(
                        new StatusDetails.UnindexedColumn("tags", "array(varchar)"),
                        new StatusDetails.UnindexedColumn("attributes", "map(varchar, varchar)")));
        assertThat(details.text().lines())
                .containsExactly(
                        "1 object is not in the index, and 2 changed since; queries read them: build",
                        "3 objects (30.0 MB) are one range each, skipped as a whole or not at all: gzip of one member; written in members, it can be skipped in parts (docs/formats.md)",
                        "ngram(note) has no summary of 2 of 40 ranges: what the texts hold does not fit in its budget; see budget_percent",
                        "minmax(CAST(at AS date)) has no summary of 40 of 40 ranges: some text there is of a form that only the engine reads",
                        "No index is over tags array(varchar): ask for elements(tags)",
                        "No index is over attributes map(varchar, varchar): ask for element_at(attributes, 'key')");
        assertThat(StatusDetails.line(details.gaps().orElseThrow()))
                .as("after a build, the largest gap stands for all")
                .isEqualTo(
                        "minmax(CAST(at AS date)) has no summary of 40 of 40 ranges: some text there is of a form that only the engine reads; status names 1 more such index%n"
                                .formatted());
        assertThat(StatusDetails.line(List.of())).isEmpty();
        String json = StatusJson.format(
                Map.of(METERS, new TableStatus(List.of(), Optional.of(scans(1)), Optional.of(details))),
                MEGABYTE_A_SECOND);
        assertThat(json)
                .contains(
                        "\"scans\":{\"since\":\"2026-01-15T08:00:00Z\",\"scans\":1,\"objects_considered\":10,\"objects_pruned\":9",
                        "\"seconds_saved\":90",
                        "\"objects_unindexed\":1,\"objects_stale\":2,\"objects_of_one_range\":3");
    }
}
