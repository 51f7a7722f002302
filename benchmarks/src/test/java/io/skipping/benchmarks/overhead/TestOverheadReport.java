// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import static io.skipping.benchmarks.overhead.Runs.SCAN;
import static io.skipping.benchmarks.overhead.Runs.hive;
import static io.skipping.benchmarks.overhead.Runs.round;
import static io.skipping.benchmarks.overhead.Runs.skipping;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Setting;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.testng.annotations.Test;

/** What is written of the same measurements, for people and for programs. */
public class TestOverheadReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final OverheadReport EQUAL = new OverheadReport(
            1, List.of(new Comparison(SCAN, new Rounds<>(List.of(round(1, 1.5), round(2, 2), round(4, 2))))));
    private static final OverheadReport DIFFERENT = new OverheadReport(
            1, List.of(new Comparison(SCAN, new Rounds<>(List.of(round(hive(1, 7), skipping(1, 8)))))));

    @Test
    public void testReport() {
        assertThat(EQUAL.text(DATE, MACHINE))
                .contains(
                        "| scan on 483: time of skipping by that of hive | ≤ 1.02 | 1.000 (0.500 to 1.500) | undecided |")
                .contains(
                        "| scan on 476: time of skipping by that of hive | ≤ 1.02 | 2.000 (1.000 to 3.000) | undecided |")
                .contains("| scan | 476 | 3 | 2.000 (1.500 to 3.000) | 4.000 (3.500 to 4.000)"
                        + " | 2.000 (1.500 to 2.500) | 2.000 (1.500 to 2.500) | 4, 4 | 2 | 2 | yes |\n")
                .contains("| scan | 483 | 3 | 2.000 (1.500 to 3.000) | 2.000 (1.750 to 2.000)"
                        + " | 1.000 (0.750 to 1.250) | 1.000 (0.750 to 1.250) | 4, 4 | 2 | 2 | yes |\n")
                .contains("- **scan**: all rows: `SELECT count(*) FROM "
                        + MeterTables.LARGE_OBJECTS.name(Setting.SKIPPING)
                        + " WHERE temp > -100`\n")
                .contains("Measured on 2026-01-15T12:00:00Z, on 2 cores of Some CPU with Java 25, by Trino 476."
                        + " Load average 0.3 before and 1.8 after");
    }

    @Test
    public void testReportOfDifferentResults() {
        assertThat(DIFFERENT.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**", "| **NO** |");
    }

    @Test
    public void testJson() {
        ObjectNode json = EQUAL.records(DATE, MACHINE).json();
        assertThat(json.get("benchmark").asText()).isEqualTo("overhead");
        assertThat(json.get("date").asText()).isEqualTo("2026-01-15T12:00:00Z");
        assertThat(json.get("environment").toString())
                .isEqualTo("{\"cpu\":\"Some CPU\",\"cores\":2,\"java\":\"25\",\"trino\":\"476\","
                        + "\"load_average_before\":0.25,\"load_average_after\":1.75}");
        assertThat(StreamSupport.stream(json.get("records").spliterator(), false)
                        .map(JsonNode::toString))
                .as("one number a record, of one case and its aim")
                .allMatch(entry -> entry.contains("\"case\":\"scan\"") || entry.contains("\"case\":\"aim/scan on 4"))
                .contains(
                        "{\"system\":\"hive-483\",\"case\":\"scan\",\"metric\":\"seconds\",\"value\":2,\"unit\":\"s\"}",
                        "{\"system\":\"skipping-483\",\"case\":\"scan\",\"metric\":\"first_quartile.seconds\",\"value\":1.75,\"unit\":\"s\"}");
    }

    @Test
    public void testMetrics() {
        ObjectNode json = EQUAL.records(DATE, MACHINE).json();
        assertThat(value(json, "hive-483", "rounds")).contains(3.0);
        assertThat(value(json, "skipping-476", "seconds.ratio")).contains(2.0);
        assertThat(value(json, "hive-483", "third_quartile.seconds")).contains(3.0);
        assertThat(value(json, "hive-483", "cpu.seconds")).contains(1.0);
        assertThat(value(json, "hive-483", "requests")).contains(4.0);
        assertThat(value(json, "hive-483", "index.requests")).contains(0.0);
        assertThat(value(json, "hive-483", "bytes")).contains(2000.0);
        assertThat(value(json, "skipping-483", "requests"))
                .as("those for the index too")
                .contains(4.0);
        assertThat(value(json, "skipping-483", "index.requests")).contains(2.0);
        assertThat(value(json, "skipping-483", "bytes"))
                .as("those of the index too")
                .contains(2010.0);
        assertThat(value(json, "skipping-483", "objects"))
                .as("those of the table only")
                .contains(2.0);
        assertThat(value(json, "skipping-483", "seconds.ratio")).contains(1.0);
        assertThat(value(json, "skipping-483", "first_quartile.seconds.ratio")).contains(0.75);
        assertThat(value(json, "skipping-483", "equal_results")).contains(1.0);
        assertThat(value(json, "hive-483", "first_quartile.requests"))
                .as("all were the same")
                .isEmpty();
        assertThat(value(json, "hive-483", "seconds.ratio"))
                .as("against itself")
                .isEmpty();
    }

    @Test
    public void testJsonOfDifferentResults() {
        assertThat(value(DIFFERENT.records(DATE, MACHINE).json(), "skipping-483", "equal_results"))
                .contains(0.0);
    }

    private static Optional<Double> value(ObjectNode json, String system, String metric) {
        return StreamSupport.stream(json.get("records").spliterator(), false)
                .filter(entry -> entry.get("system").asText().equals(system)
                        && entry.get("metric").asText().equals(metric))
                .map(entry -> entry.get("value").asDouble())
                .findFirst();
    }
}
