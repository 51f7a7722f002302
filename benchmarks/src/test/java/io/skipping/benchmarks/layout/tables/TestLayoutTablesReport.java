// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.benchmarks.layout.ComputedLayouts.Box;
import io.skipping.benchmarks.layout.ComputedLayouts.OfAll;
import io.skipping.benchmarks.layout.ComputedLayouts.Read;
import io.skipping.benchmarks.layout.tables.BoxQuestions.Right;
import io.skipping.benchmarks.layout.tables.Written.Build;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.TableSize;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Tests what the report says of measurements, and the questions. */
public class TestLayoutTablesReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final Box BOX = new Box(5, 48.5, 48.545, 2.25, 2.3);

    /** Reads so many objects of 1,000 bytes each. */
    private static Run run(double seconds, int objects) {
        return new Run(
                List.of(List.of(3L, "A", "B")),
                seconds,
                seconds,
                RequestCounts.of(IntStream.range(0, objects)
                        .mapToObj(object -> new LoggedRequest(
                                DATE,
                                RequestKind.GET,
                                "lake",
                                "layouts/readings__1/" + object,
                                Optional.empty(),
                                200,
                                1000,
                                0,
                                0,
                                1))
                        .toList()));
    }

    private static Answered answered(int computed, Map<Way, Run> runs) {
        return new Answered(
                BOX,
                new Read(computed, computed / 100.0),
                new OfAll(3097, 40, new Quartiles.Interval(30, 50)),
                new Rounds<>(List.of(runs)));
    }

    private static LayoutTablesReport report(int objectsOfFirst) {
        return report(objectsOfFirst, Map.of());
    }

    /** @param others the answers of other ways to each question */
    private static LayoutTablesReport report(int objectsOfFirst, Map<Way, Run> others) {
        Map<Way, Run> first = new EnumMap<>(Map.of(
                Way.HIVE, run(8, 100),
                Way.OBJECTS, run(1, objectsOfFirst),
                Way.RANGES, run(0.5, 1),
                Way.SPARK, run(9, 100),
                Way.SKIPPING_SPARK, run(0.75, 2)));
        first.putAll(others);
        Map<Way, Run> second = new EnumMap<>(Map.of(
                Way.OBJECTS, run(1, 4),
                Way.RANGES, run(0.5, 1),
                Way.SKIPPING_SPARK, run(0.75, 2)));
        second.putAll(others);
        Written table = new Written(
                "kdtree",
                new TableSize(100, 100_000),
                12,
                Map.of(
                        Way.OBJECTS, new Build(3, 4000),
                        Way.RANGES, new Build(5, 6000),
                        Way.SKIPPING_SPARK, new Build(7, 8000)));
        return new LayoutTablesReport(
                1234,
                "4.2.0",
                new Latency(Duration.ofMillis(20), 50_000_000),
                List.of(table),
                List.of(List.of(answered(2, first), answered(4, second))));
    }

    @Test
    public void testWhatIsReadStandsBesideWhatIsComputed() {
        LayoutTablesReport report = report(2);
        assertThat(report.text(DATE, MACHINE))
                .contains("3 of 3 aims are met.")
                .as("of 100 objects 3 on average; by the published figure 53 times fewer bytes")
                .contains(
                        "| 5 × 5 km | kdtree | 2 | 53 | 33.3 | 40.0 (30.0 to 50.0) | 33.3 | 100 | 100 | 3.0 | 3.0 | 1.0 |")
                .contains("| 5 × 5 km | kdtree | 100 | 3.0 | 1.0 | 100 kB | 3.00 kB | 1.00 kB |")
                .contains("| 0.50 (0.50 to 0.50) | 16.0 |")
                .contains("| kdtree | 100 kB | 100 | 12.0 s | 3.00 s | 4.00 kB | 5.00 s | 6.00 kB | 7.00 s | 8.00 kB |")
                .contains("Without skipping, a question takes 9.00 s, 100 requests and 100 kB.")
                .contains("| 5 × 5 km | kdtree | 2 | 2.0 | 2.0 | 2.00 kB | 50.0 | 0.75 (0.75 to 0.75) | 12.0 |");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.toString().equals("""
                {"system":"skipping-objects","case":"kdtree/5x5km","metric":"objects","value":3,"unit":"count"}\
                """))
                .anyMatch(each -> each.toString().equals("""
                {"system":"computed","case":"kdtree/5x5km","metric":"objects","value":3,"unit":"count"}\
                """))
                .as("what a program reads of an aim")
                .anyMatch(each -> each.toString().equals("""
                {"system":"skipping","case":"aim/kdtree/5x5km: whole objects that are read","metric":"objects",\
                "value":3,"unit":"count"}\
                """))
                .anyMatch(each -> each.toString().equals("""
                {"system":"skipping","case":"aim/kdtree/5x5km: whole objects that are read","metric":"target_met",\
                "value":1,"unit":"boolean"}\
                """));
    }

    @Test
    public void testWholeObjectsBySpark() {
        assertThat(report(2).text(DATE, MACHINE)).doesNotContain("Whole objects, by");
        assertThat(report(2, Map.of(Way.SPARK_OBJECTS, run(3, 5))).text(DATE, MACHINE))
                .contains("3 of 4 aims are met.")
                .contains("| kdtree/5x5km: whole objects that are read by Spark | as computed, ≤ 3.0 | 5.0 | **NO** |")
                .contains("| 5 × 5 km | kdtree | 2 | 5.0 | 5.0 | 5.00 kB | 20.0 | 3.00 (3.00 to 3.00) | 3.0 |");
    }

    @Test
    public void testMoreObjectsThanComputedAreTold() {
        assertThat(report(5).text(DATE, MACHINE))
                .contains("2 of 3 aims are met.")
                .contains("| kdtree/5x5km: whole objects that are read | as computed, ≤ 3.0 | 4.5 | **NO** |");
    }

    @Test
    public void testWrongAnswersAreTold() throws SQLException {
        Run run = run(1, 1);
        Right right = new Right(List.of(3L, "A", "B"), "3|40|500");
        assertThat(BoxQuestions.requireRight(run, right, Way.RANGES, BOX)).isSameAs(run);
        assertThatThrownBy(() ->
                        BoxQuestions.requireRight(run, new Right(List.of(4L, "A", "B"), "3|40|500"), Way.RANGES, BOX))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("RESULTS DIFFER")
                .hasMessageContaining(
                        "FROM lake.layouts.ranges WHERE latitude BETWEEN DOUBLE '48.5' AND DOUBLE '48.545' AND longitude BETWEEN DOUBLE '2.25' AND DOUBLE '2.3' gives [[3, A, B]] by skipping");
        // of Spark, the sums count
        assertThatThrownBy(() -> BoxQuestions.requireRight(run, right, Way.SKIPPING_SPARK, BOX))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(
                        "sum(`date` % 1000003) FROM meters WHERE latitude BETWEEN 48.5D AND 48.545D AND longitude BETWEEN 2.25D AND 2.3D gives [[3, A, B]] by skipping-spark, and a scan of the table as it arrived gives [[3|40|500]]");
    }
}
