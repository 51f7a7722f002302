// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;
import org.testng.annotations.Test;

/** What is written of the same measurements, for people and for programs. */
public class TestPruningReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final List<String> ALL = List.of("a", "b", "c", "d");
    private static final int OBJECT_BYTES = 1000;

    @Test
    public void testTight() {
        Outcome outcome = outcome("tight", Target.tightness(1.05), List.of("a", "b"), List.of("a", "b"));
        assertThat(outcome.targetMet()).isTrue();
        String report = report(outcome);
        assertThat(report)
                .contains("All results are equal.")
                .contains("2 of 2 aims are met.\n")
                .contains("| tight | 4 | 2 | 2 | 1.00 | 4.00 kB, 2.01 kB | 4, 3 | tightness ≤ 1.05 | yes | yes |\n")
                .contains("- **tight**: `n > 1`\n")
                .contains("| Some kind | 1 | 2 | 2 | 1.00 | 4.00 kB, 2.01 kB | 4, 3 | ≤ 1.05 | yes |\n")
                .contains("Measured on 2026-01-15T12:00:00Z, on 2 cores of Some CPU");
    }

    @Test
    public void testNotTight() {
        String report = report(outcome("loose", Target.tightness(1.05), List.of("a"), List.of("a", "b", "c")));
        assertThat(report)
                .contains("0 of 2 aims are met.\n")
                .contains("| kind/all | tightness ≤ 1.05 | 3.000 | **NO** |\n")
                .contains("| loose | tightness ≤ 1.05 | 3 objects read, 1 needed; 3.01 kB of 4.00 kB | **NO** |\n")
                .contains("| loose | 4 | 1 | 3 | 3.00 | 4.00 kB, 3.01 kB | 4, 4 | tightness ≤ 1.05 | **NO** | yes |\n");
    }

    @Test
    public void testDifferentResults() {
        PruningCase question = PruningCase.where("wrong", "t", "n > 1", "n", Target.NONE);
        Outcome outcome = new Outcome(question, hive(ALL), hive(ALL), skipping(List.of("a"), List.of("a")));
        assertThat(outcome.equalResults()).isFalse();
        assertThat(report(outcome)).contains("**RESULTS DIFFER.**").contains(" | **NO** |\n");
        assertThat(value(outcome, "skipping", "equal_results")).contains(0.0);
    }

    @Test
    public void testRecords() {
        Outcome outcome = outcome("some", Target.objects(1), List.of("a", "b"), List.of("a", "b", "c"));
        assertThat(value(outcome, "hive", "objects")).contains(4.0);
        assertThat(value(outcome, "hive", "bytes")).contains(4000.0);
        assertThat(value(outcome, "hive", "tightness.ratio")).isEmpty();
        assertThat(value(outcome, "skipping", "objects")).contains(3.0);
        assertThat(value(outcome, "skipping", "needed.objects")).contains(2.0);
        assertThat(value(outcome, "skipping", "tightness.ratio")).contains(1.5);
        assertThat(value(outcome, "skipping", "bytes")).as("with the index").contains(3010.0);
        assertThat(value(outcome, "skipping", "index.bytes")).contains(10.0);
        assertThat(value(outcome, "skipping", "requests")).contains(4.0);
        assertThat(value(outcome, "skipping", "target_met")).contains(0.0);
        assertThat(value(outcome, "skipping", "equal_results")).contains(1.0);
    }

    @Test
    public void testTargets() {
        List<String> one = List.of("a");
        assertThat(outcome("", Target.bytes(26), one, one).targetMet())
                .as("1010 of 4000 bytes")
                .isTrue();
        assertThat(outcome("", Target.bytes(25), one, one).targetMet()).isFalse();
        assertThat(outcome("", Target.tightness(1.05), List.of(), List.of()).targetMet())
                .isTrue();
        assertThat(outcome("", Target.tightness(1.05), List.of(), one).targetMet())
                .as("no object holds a match")
                .isFalse();
    }

    @Test
    public void testCost() {
        IndexKind kind = new IndexKind(
                "bbox",
                new Lake.DataSet("meters", 1_000_000),
                (_, _) -> {},
                List.of("x", "y"),
                Map.of(),
                OptionalDouble.of(0.5));
        IndexCost cost = new IndexCost(kind, 6000, List.of(1.0, 2.0, 4.0), List.of(1.5, 2.0, 4.0));
        String report = new PruningReport(List.of(), List.of(cost)).text(DATE, MACHINE);
        assertThat(report)
                .contains("0 of 2 aims are met. 1 cannot be decided")
                .contains("| index/meters/bbox | ≤ 0.5 % of the data | 0.60 % | **NO** |\n")
                .contains("| index/meters/bbox | x, y | 1.00 MB | 6.00 kB | 0.60 % | ≤ 0.5 % | **NO** | 2.00 | 2.00"
                        + " | 1.00 (1.00 to 1.25) | ≤ 1.2 | undecided |\n");
    }

    private static Optional<Double> value(Outcome outcome, String system, String metric) {
        JsonNode json = result(outcome).records(DATE, MACHINE).json().get("records");
        return StreamSupport.stream(json.spliterator(), false)
                .filter(entry ->
                        entry.get("case").asText().equals(outcome.question().name())
                                && entry.get("system").asText().equals(system)
                                && entry.get("metric").asText().equals(metric))
                .map(entry -> entry.get("value").asDouble())
                .findFirst();
    }

    private static String report(Outcome outcome) {
        return result(outcome).text(DATE, MACHINE);
    }

    private static PruningReport result(Outcome outcome) {
        Group group = new Group(
                "kind", "Some kind", "", List.of(outcome.question()), false, OptionalDouble.of(1.05), List.of());
        return new PruningReport(List.of(new GroupResult(group, List.of(outcome))), List.of());
    }

    private static Outcome outcome(String name, Target target, List<String> matching, List<String> read) {
        PruningCase question = PruningCase.where(name, "t", "n > 1", "n", target);
        return new Outcome(question, hive(matching), hive(matching), skipping(matching, read));
    }

    private static Run hive(List<String> matching) {
        return run(matching, requests(ALL));
    }

    private static Run skipping(List<String> matching, List<String> read) {
        List<LoggedRequest> requests = new ArrayList<>(requests(read));
        requests.add(request("t/_skipping/segments/1", 10));
        return run(matching, requests);
    }

    private static List<LoggedRequest> requests(List<String> objects) {
        return objects.stream()
                .map(object -> request("t/" + object, OBJECT_BYTES))
                .toList();
    }

    private static LoggedRequest request(String key, long bytes) {
        return new LoggedRequest(Instant.EPOCH, RequestKind.GET, "lake", key, Optional.empty(), 200, bytes, 0, 0, 1);
    }

    private static Run run(List<String> matching, List<LoggedRequest> requests) {
        List<List<Object>> rows =
                matching.stream().map(object -> List.<Object>of(object, 1L)).toList();
        return new Run(rows, 1, 1, RequestCounts.of(requests));
    }
}
