// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.formats.CifTables.Build;
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
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tests what the report says of measurements. */
public class TestCifReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final CifData RECORDS = CifData.records(new SyntheticRecords(4, 300));
    private static final Question INTEGER = CifFigure.SCANS.questions(RECORDS).getFirst();

    private static Run run(double seconds, long bytes, Object result) {
        LoggedRequest request = new LoggedRequest(
                DATE, RequestKind.GET, "lake", "figures_text/0", Optional.empty(), 200, bytes, 0, 0, 1);
        return new Run(List.of(List.of(result)), seconds, seconds, RequestCounts.of(List.of(request)));
    }

    /** All take a second and 1000 bytes, but for some. */
    private static Rounds<Contender> round(Stream<Contender> contenders, Map<Contender, Run> others) {
        Map<Contender, Run> round = new LinkedHashMap<>();
        contenders.forEach(contender -> round.put(contender, others.getOrDefault(contender, run(1, 1000, 7L))));
        return new Rounds<>(List.of(round));
    }

    private static CifReport report(Map<Contender, Run> others) {
        CifTables.Loaded loaded = new CifTables.Loaded(
                RECORDS,
                round(
                        RECORDS.formats().stream().map(Contender::plain),
                        Map.of(Contender.plain(Format.RC_BINARY), run(2, 1, 7L))),
                Map.of(Format.TEXT, 5000L),
                Map.of(Format.TEXT, new Build(0.5, 40), Format.PARQUET, new Build(0.25, 40)));
        Answers answers = new Answers(INTEGER, round(CifFigure.SCANS.contenders().stream(), others));
        return new CifReport(List.of(loaded), Map.of(CifFigure.SCANS, List.of(answers)));
    }

    @Test
    public void testReadingAllColumnsIsPublishedOfThreeFormats() {
        assertThat(CifPublished.all())
                .filteredOn(each -> each.published().contains("1.2"))
                .filteredOn(each -> each.name().equals("scan/all"))
                .extracting(each -> each.name() + " " + each.ratio())
                .containsExactly(
                        "scan/all hive-parquet_by_hive-sequence.seconds.ratio",
                        "scan/all hive-rc-binary_by_hive-sequence.seconds.ratio",
                        "scan/all hive-rc-binary-gzip_by_hive-sequence.seconds.ratio");
        assertThat(CifPublished.all())
                .extracting(each -> each.name() + " " + each.ratio())
                .as("each has a record of its own")
                .doesNotHaveDuplicates();
    }

    @Test
    public void testBesideThePublished() {
        CifReport report = report(Map.of(
                Contender.plain(Format.PARQUET), run(0.25, 100, 7L),
                Contender.skipping(Format.PARQUET), run(0.25, 100, 7L),
                Contender.skipping(Format.AVRO), run(0.5, 200, 7L)));
        assertThat(report.equalResults()).isTrue();
        assertThat(report.text(DATE, MACHINE))
                .contains("All results are equal.", "8 of 8 aims are met.")
                .contains(
                        "| scan/integer | seconds of hive-rc-binary ÷ hive-parquet | 38 (6.2) | 4.00 (4.00 to 4.00) |",
                        "| scan/integer | bytes of hive-rc-binary ÷ hive-parquet | 20 (B.2: 8.5 GB, 415 MB) | 10.00"
                                + " (10.00 to 10.00) |",
                        "| load/figures | seconds of hive-rc-binary ÷ hive-parquet | 1.0 (table 2: 89 min, 89 min) |"
                                + " 2.00 (2.00 to 2.00) |")
                .contains(
                        "| scan/integer | 200 B, avro | 100 B, parquet | columns, 2.00 × | 0.50, avro | 0.25, parquet |"
                                + " columns, 2.00 × |")
                .contains(
                        "1200 rows in 4 objects of each format: 5.00 kB of text.",
                        "| text | 1.00 (1.00 to 1.00) | 0.50" + " | 40 B |")
                .as("table 2 of the paper; the index takes a quarter of the time of conversion")
                .contains(
                        "| CIF-SL, with skip lists | 93 | 1.04 | Parquet with its index | 1.25 |",
                        "| RCFile | 89 | 1.00 | RCFile | 2.00 |")
                .doesNotContain("crawl/");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.toString().equals("""
                {"system":"measured","case":"scan/integer","metric":"hive-rc-binary_by_hive-parquet.seconds.ratio",\
                "value":4,"unit":"1"}\
                """));
    }

    @Test
    public void testDifferentResultsAreTold() {
        CifReport report = report(Map.of(Contender.skipping(Format.RC_TEXT), run(1.5, 1000, 8L)));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**", "over rc-text | ≤ 1.02 | 1.500");
    }
}
