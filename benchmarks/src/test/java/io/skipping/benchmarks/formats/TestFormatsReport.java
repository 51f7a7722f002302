// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests what the report says of measurements. */
public class TestFormatsReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final Question QUESTION =
            new Question("integer/clustered", "an integer", "records", "SELECT sum(int2) FROM %s");

    private static Run run(double seconds, long bytes, Object result) {
        LoggedRequest request = new LoggedRequest(
                DATE, RequestKind.GET, "lake", "records_text/records-00000", Optional.empty(), 200, bytes, 0, 0, 1);
        return new Run(List.of(List.of(result)), seconds, seconds, RequestCounts.of(List.of(request)));
    }

    /** All take a second and 1000 bytes, but for some. */
    private static FormatsReport report(Map<Contender, Run> others) {
        Map<Contender, Run> round = new LinkedHashMap<>();
        Contender.all().forEach(contender -> round.put(contender, others.getOrDefault(contender, run(1, 1000, 7L))));
        return new FormatsReport(
                6, Map.of(Format.TEXT, 5000L), List.of(new Answers(QUESTION, new Rounds<>(List.of(round)))));
    }

    @Test
    public void testGivenBack() {
        FormatsReport report = report(Map.of(
                Contender.skipping(Format.TEXT), run(0.5, 400, 7L),
                Contender.plain(Format.PARQUET), run(0.75, 200, 7L),
                Contender.skipping(Format.PARQUET), run(0.25, 100, 7L)));
        assertThat(report.equalResults()).isTrue();
        String text = report.text(DATE, MACHINE);
        assertThat(text).contains("All results are equal.", "6 objects of each format: 5.00 kB of text.");
        assertThat(text)
                .as("600 of 800 bytes, 0.5 of 0.25 s; Parquet with skipping 900 of 800, 0.75 of 0.25")
                .contains("### text beside parquet", "| integer/clustered | 0.75 | 2.00 | 1.12 | 3.00 |");
        assertThat(text)
                .as("ORC saves nothing")
                .contains("### text beside orc", "| integer/clustered | none | none | none | none |");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.toString().equals("""
                    {"system":"skipping-text","case":"integer/clustered","metric":"of_parquet_saving_over_text.bytes.ratio",\
                    "value":0.75,"unit":"1"}\
                    """))
                .noneMatch(each -> each.get("metric").textValue().startsWith("of_orc"));
    }

    @Test
    public void testLossesAreTold() {
        FormatsReport report = report(Map.of(
                Contender.plain(Format.PARQUET), run(0.5, 100, 7L),
                Contender.skipping(Format.PARQUET), run(0.5, 100, 7L),
                Contender.skipping(Format.JSON), run(1.1, 1000, 7L)));
        assertThat(report.text(DATE, MACHINE))
                .contains(
                        "- integer/clustered: text with skipping takes 10.00 × the bytes of parquet by the stock"
                                + " connector\n",
                        "- integer/clustered: text with skipping takes 2.00 × the seconds of parquet by the stock"
                                + " connector\n",
                        "| integer/clustered: time of skipping by that of the stock connector over json | ≤ 1.02 |"
                                + " 1.100 (1.100 to 1.100) | **NO** |")
                .doesNotContain("over text |", "of orc by");
        assertThat(report(Map.of()).text(DATE, MACHINE))
                .contains("behind columns without\n\nNowhere.", "5 of 5 aims are met.");
    }

    @Test
    public void testDifferentResultsAreTold() {
        FormatsReport report = report(Map.of(Contender.skipping(Format.ORC), run(1, 1000, 8L)));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }
}
