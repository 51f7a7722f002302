// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.commits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

public class TestCommitsReport {
    private static final Compared FASTER = new Compared("Open.open", List.of(4.0, 2.0, 3.0), List.of(2.0, 1.0, 1.5));
    private static final Compared SLOWER =
            new Compared("Verdict.warm (type=bigint)", List.of(1.0, 1.0), List.of(2.0, 3.0));

    @Test
    public void testText() {
        CommitsReport report = new CommitsReport("abc", List.of(FASTER, SLOWER));
        assertThat(report.aims()).extracting(Aim::met).containsExactly(true, false);
        assertThat(report.text(Instant.EPOCH, new Machine("Some CPU", 2, "25", Machine.NO_TRINO, 0.25, 1.75)))
                .contains("1 of 2 aims are met.")
                .contains("| Open.open | 3.0 | 1.5 | 0.500 (0.500 to 0.500) |")
                .contains("| Verdict.warm (type=bigint) | 1.0 | 2.5 | 2.500 (2.250 to 2.750) |");
    }

    @Test
    public void testScores() throws IOException {
        String result = """
            [{"benchmark": "io.a.OpenBenchmark.open", "primaryMetric": {"score": 1.5, "scoreUnit": "%1$s"}},
             {"benchmark": "io.a.VerdictBenchmark.warm", "params": {"type": "bigint", "condition": "in"},
              "primaryMetric": {"score": 2, "scoreUnit": "%1$s"}}]""";
        ObjectMapper json = new ObjectMapper();
        assertThat(Version.scores(json.readTree(result.formatted("us/op"))))
                .isEqualTo(Map.of("Open.open", 1.5, "Verdict.warm (condition=in, type=bigint)", 2.0));
        assertThatThrownBy(() -> Version.scores(json.readTree(result.formatted("ms/op"))))
                .hasMessage("Open.open is in ms/op, not in us/op");
    }
}
