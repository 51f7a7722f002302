// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests what is claimed of Spark's measurements, and when it is met. */
public class TestSparkSkippingReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", Machine.NO_TRINO, 0.25, 1.75);
    private static final String MUCH_LESS =
            "city, of which a fiftieth of the bytes or less is read: time of skipping-spark by that of spark";
    private static final String NOT_SLOWER = "city: time of skipping-spark by that of spark";

    private static Run run(double seconds, long bytes, Object result) {
        LoggedRequest read = new LoggedRequest(
                DATE, RequestKind.GET, "lake", "meters_csv/a.csv", Optional.empty(), 200, bytes, 0, 0, 1);
        return new Run(List.of(List.of(result)), seconds, seconds, RequestCounts.of(List.of(read)));
    }

    private static SparkSkippingReport report(Run plain, Run skipping) {
        Map<SparkContender, Run> round =
                new EnumMap<>(Map.of(SparkContender.SPARK, plain, SparkContender.SKIPPING_SPARK, skipping));
        return new SparkSkippingReport(
                "4.2.0",
                "16 objects",
                1,
                List.of(new SparkAnswers(
                        new Question("city", "a town", "SELECT count(*) FROM %s"), new Rounds<>(List.of(round)))));
    }

    private static List<String> missed(SparkSkippingReport report) {
        return report.aims().stream().filter(aim -> !aim.met()).map(Aim::what).toList();
    }

    @Test
    public void testAims() {
        Run plain = run(14, 5000, 7L);
        assertThat(missed(report(plain, run(1, 100, 7L))))
                .as("a fiftieth of the bytes, and a fourteenth of the time")
                .isEmpty();
        assertThat(missed(report(plain, run(1.1, 100, 7L)))).containsExactly(MUCH_LESS);
        assertThat(missed(report(plain, run(14.2, 101, 7L))))
                .as("not that few bytes, and within 2 %")
                .isEmpty();
        assertThat(missed(report(plain, run(15, 5000, 7L)))).containsExactly(NOT_SLOWER);
    }

    @Test
    public void testReport() {
        SparkSkippingReport report = report(run(14, 5000, 7L), run(1, 100, 7L));
        assertThat(report.name()).isEqualTo("skipping-spark");
        assertThat(report.text(DATE, MACHINE))
                .contains("Skipping in Spark 4.2.0", "All results are equal.", "2 of 2 aims are met")
                .contains("| | spark | skipping-spark |", "| city | 14.00 | 1.00 |", "| city | 5.00 kB | 100 B |")
                .contains("`SELECT count(*) FROM meters`");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(
                        each -> each.toString()
                                .equals(
                                        "{\"system\":\"skipping-spark\",\"case\":\"city\",\"metric\":\"bytes\",\"value\":100,\"unit\":\"B\"}"));
    }

    @Test
    public void testDifferentResultsAreTold() {
        SparkSkippingReport report = report(run(1, 5000, 7L), run(1, 5000, 8L));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }
}
