// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.trino.TrinoRelease;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Tests what is written of scans of text on two releases. */
public class TestTextScansReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476 and 483", 0.25, 1.75);
    private static final TextQuestion QUESTION =
            TextQuestion.of(TextTable.CSV, 400_000).getFirst();

    @Test
    public void testRatiosAreThoseOfTheSameRelease() {
        String text = report(7).text(DATE, MACHINE);
        assertThat(text)
                .contains("All results are equal.")
                .contains(
                        "| csv/all-columns on 483: time of skipping by that of hive | ≤ 1.02 | 1.500 (1.500 to 1.500) | **NO** |")
                .doesNotContain("csv/all-columns on 476: time of skipping")
                .contains("| | hive-476 | skipping-476 | skipping-stock-reader-476 | hive-483 | skipping-483 |"
                        + " skipping-stock-reader-483 |")
                .contains(
                        "| csv/all-columns | 4.000 (4.000 to 4.000) | 2.000 (2.000 to 2.000) | 4.000 (4.000 to 4.000) |"
                                + " 2.000 (2.000 to 2.000) | 3.000 (3.000 to 3.000) | 2.000 (2.000 to 2.000) |")
                .contains("| csv/all-columns | 0.50 (0.50 to 0.50) | 1.00 (1.00 to 1.00) | 1.50 (1.50 to 1.50) |");
    }

    @Test
    public void testReportOfDifferentResults() {
        assertThat(report(8).text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }

    @Test
    public void testEveryStepHasTheNameThatIsAskedFor() {
        for (TextTable table : TextTable.values()) {
            assertThat(table.insert(0, 400_000)).contains("(x * 31 + y) % 500", "sequence(0, 999)");
            assertThat(TextQuestion.of(table, 400_000))
                    .filteredOn(question -> !question.readsAll())
                    .as("questions that the index helps")
                    .extracting(TextQuestion::name)
                    .containsExactly(table.title() + "/one-row");
        }
    }

    @Test
    public void testRegexTableReadsTextWithCommas() {
        assertThat(TextTable.REGEX.create())
                .contains("c0 bigint, c1 double, c2 date, c3 varchar", "format = 'REGEX', regex = '([^,]*),([^,]*),")
                .contains("s3://lake/text/regex'");
        assertThat(TextTable.REGEX.createCommas())
                .hasValueSatisfying(sql -> assertThat(sql).contains(TextTable.REGEX.written(), "/text/regex'"));
        assertThat(TextTable.REGEX.insert(0, 4000)).contains("INSERT INTO " + TextTable.REGEX.written());
        assertThat(TextTable.JSON.createCommas()).isEmpty();
    }

    /** @param result what skipping on 483 answers; the others answer 7 */
    private static TextScansReport report(long result) {
        Map<TextReading, Run> round = new LinkedHashMap<>();
        double[] seconds = {4, 2, 4, 2, 3, 2};
        for (List<TextReading> ofRelease : TextReading.all(List.of(TrinoRelease.values()))) {
            for (TextReading reading : ofRelease) {
                boolean other = reading.equals(new TextReading(TrinoRelease.TRINO_483, TextReading.Way.SKIPPING));
                round.put(reading, run(seconds[round.size()], other ? result : 7));
            }
        }
        return new TextScansReport(400_000, List.of(new TextScan(QUESTION, new Rounds<>(List.of(round)))));
    }

    private static Run run(double seconds, long result) {
        return new Run(List.of(List.of(result)), seconds, seconds / 2, RequestCounts.of(List.of()));
    }
}
