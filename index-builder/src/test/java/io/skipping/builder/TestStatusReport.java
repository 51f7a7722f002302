// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
    public void testTable() {
        assertThat(StatusReport.format(
                                TABLE,
                                List.of(
                                        new IndexStatus(
                                                "minmax(load)",
                                                "minmax",
                                                false,
                                                28_000,
                                                28_000,
                                                0,
                                                1 << 30,
                                                1 << 30,
                                                28_400,
                                                1 << 20,
                                                Optional.of(NOW.minusSeconds(90))),
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
                                                Optional.empty())),
                                NOW)
                        .lines())
                .containsExactly(
                        "grid.meters: indexes take 1.0 MB",
                        "  INDEX          TYPE    CHOSEN BY  COVERAGE        OBJECTS  STALE  RANGES          AGE",
                        "  minmax(load)   minmax  auto          100 %  28,000/28,000      0  28,400       1m 30s",
                        "  bbox(lat,lng)  bbox    user          0.0 %       0/28,000     12       0  never built");
    }

    @Test
    public void testCoverageOfEmptyObjectsAndEmptyTables() {
        assertThat(coverage(1, 2, 0)).contains("50.0 %");
        assertThat(coverage(0, 0, 0)).contains("  -  ");
    }

    private static String coverage(long indexed, long total, long bytes) {
        return StatusReport.format(
                TABLE,
                List.of(new IndexStatus("a", "b", true, indexed, total, 0, 0, bytes, 0, 0, Optional.of(NOW))),
                NOW);
    }
}
