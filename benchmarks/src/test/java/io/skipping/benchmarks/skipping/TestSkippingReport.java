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
import io.skipping.testing.trino.TrinoRelease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** What is claimed of measurements, and when it is met. */
public class TestSkippingReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final Question BOX = new Question(Questions.NEIGHBOURHOOD, "a box", "SELECT count(*) FROM %s");

    /** @param objects of data that a byte each is read of */
    private static Run run(double seconds, int objects, Object result) {
        List<LoggedRequest> requests = new ArrayList<>();
        for (int object = 0; object < objects; object++) {
            requests.add(new LoggedRequest(
                    DATE,
                    RequestKind.GET,
                    "lake",
                    "meters_csv/%d.csv".formatted(object),
                    Optional.empty(),
                    200,
                    1,
                    0,
                    0,
                    1));
        }
        return new Run(List.of(List.of(result)), seconds, seconds, RequestCounts.of(requests));
    }

    /** A round in which all take a second and read 10 objects, but for one. */
    private static Map<Contender, Run> round(Contender other, Run of) {
        Map<Contender, Run> round = new EnumMap<>(Contender.class);
        for (Contender contender : Contender.values()) {
            round.put(contender, contender == other ? of : run(1, 10, 7L));
        }
        return round;
    }

    private static Answers answers(Contender other, Run of) {
        return new Answers(BOX, new Rounds<>(List.of(round(other, of))));
    }

    private static List<String> missed(Answers answers) {
        return Aims.of(List.of(answers)).stream()
                .filter(aim -> !aim.met())
                .map(Aim::what)
                .toList();
    }

    @Test
    public void testAims() {
        Answers fast = answers(Contender.SKIPPING, run(0.5, 2, 7L));
        assertThat(fast.prunes(Contender.SKIPPING)).isTrue();
        assertThat(fast.prunes(Contender.ICEBERG)).isFalse();
        assertThat(missed(fast)).isEmpty();
        assertThat(missed(answers(Contender.SKIPPING, run(1.5, 2, 7L))))
                .containsExactly(
                        "box-5km: time of skipping on CSV by that of Iceberg on Parquet",
                        "box-5km: time of skipping by that of hive");
        assertThat(missed(answers(Contender.ICEBERG, run(1, 2, 7L))))
                .containsExactly(
                        "box-5km: bytes of skipping on CSV by those of Iceberg on Parquet",
                        "box-5km: bytes of skipping on CSV in gzip members by those of Iceberg on Parquet");
        assertThat(missed(answers(Contender.SKIPPING_ORC, run(1.01, 10, 7L))))
                .as("within 2 %")
                .isEmpty();
        assertThat(missed(answers(Contender.SKIPPING_ORC, run(1.1, 10, 7L))))
                .containsExactly("box-5km: time of skipping-orc by that of hive-orc");
    }

    @Test
    public void testAimsBesideIceberg() {
        Question polygon = new Question("polygon-5km", "a polygon", "SELECT count(*) FROM %s");
        assertThat(missed(new Answers(polygon, new Rounds<>(List.of(round(Contender.ICEBERG, run(1, 10, 7L)))))))
                .as("as many bytes and as much time as Iceberg takes are too much where its bounds do not help")
                .containsExactly(
                        "polygon-5km: bytes of skipping-iceberg by that of Iceberg on the same objects",
                        "polygon-5km: time of skipping-iceberg by that of Iceberg on the same objects");
        assertThat(missed(new Answers(polygon, new Rounds<>(List.of(round(Contender.ICEBERG, run(3, 1000, 7L)))))))
                .filteredOn(aim -> aim.contains("skipping-iceberg"))
                .isEmpty();
    }

    @Test
    public void testReport() {
        SkippingReport report = new SkippingReport(
                TrinoRelease.TRINO_476, "10 objects", 1, List.of(answers(Contender.SKIPPING, run(0.5, 2, 7L))));
        assertThat(report.text(DATE, MACHINE))
                .contains("All results are equal.", "10 of 10 aims are met", "| box-5km | 1.00 | 0.50 | 1.00 | 1.00 |")
                .contains("| box-5km | 10 | 2 | 10 | 10 |", "`SELECT count(*) FROM lake.grid.meters_csv`")
                .as("10 or 2 GET, of a byte each")
                .contains("$0.0004 for 1,000 reads, $0.02 for a gigabyte to another region, $0.09 to the Internet.")
                .contains("## The same, asked over the Internet", "| box-5km | 0.0040 | 0.0008 | 0.0040 |");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(
                        each -> each.toString()
                                .equals(
                                        "{\"system\":\"skipping\",\"case\":\"box-5km\",\"metric\":\"bytes\",\"value\":2,\"unit\":\"B\"}"))
                .filteredOn(each -> each.get("metric").textValue().equals("dollars.of.1000.internet")
                        && each.get("system").textValue().equals("skipping"))
                .extracting(each -> each.get("value").doubleValue())
                .as("2 GET and 2 bytes for each of 1,000 questions")
                .containsExactly(1000 * (2 * 0.0004 / 1000 + 2 / 1e9 * 0.09));
    }

    @Test
    public void testIcebergAlone() {
        Map<Contender, Run> round =
                new EnumMap<>(Map.of(Contender.ICEBERG, run(3, 60, 7L), Contender.SKIPPING_ICEBERG, run(1.5, 2, 7L)));
        Question town = new Question("city", "a town", "SELECT count(*) FROM %s");
        SkippingReport report = new SkippingReport(
                TrinoRelease.TRINO_483, "10 objects", 1, List.of(new Answers(town, new Rounds<>(List.of(round)))));
        assertThat(report.name()).isEqualTo("skipping-iceberg-483");
        assertThat(report.text(DATE, MACHINE))
                .contains(
                        "| | iceberg | skipping-iceberg |",
                        "| city | 3.00 | 1.50 |",
                        "iceberg_lake.grid.meters_parquet");
        assertThat(report.aims().stream().filter(aim -> !aim.met()).map(Aim::what))
                .containsExactly("city: time of skipping-iceberg by that of Iceberg on the same objects");
    }

    @Test
    public void testDifferentResultsAreTold() {
        SkippingReport report = new SkippingReport(
                TrinoRelease.TRINO_476, "10 objects", 1, List.of(answers(Contender.ICEBERG, run(1, 10, 8L))));
        assertThat(report.answers().getFirst().rounds().equal()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }
}
