// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.picture.Charts;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What is claimed of measurements, and when it is met. */
public class TestPlanningReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final List<String> JOINS = List.of("InnerJoin", "Distribution: PARTITIONED");

    private static Run run(double seconds, long bytes) {
        return new Run(
                List.of(List.of(1L)),
                seconds,
                seconds,
                RequestCounts.of(List.of(new LoggedRequest(
                        DATE, RequestKind.GET, "lake", "star_fact/a", Optional.empty(), 200, bytes, 0, 0, 1))));
    }

    private static Map<Planner, Run> round(double hive, double skipping, long bytes) {
        return new EnumMap<>(Map.of(
                Planner.HIVE, run(hive, 1000),
                Planner.SKIPPING, run(skipping, bytes),
                Planner.WITHOUT_STATISTICS, run(hive, 1000)));
    }

    private static PlanningReport report(JoinTables tables, double seconds, long bytes, List<String> joins) {
        Rounds<Planner> rounds = new Rounds<>(List.of(round(1, seconds, bytes), round(2, 2 * seconds, bytes)));
        return new PlanningReport(
                "tiny",
                StarQuestions.of(tables).stream()
                        .limit(2)
                        .map(question -> new Answers(
                                question,
                                rounds,
                                rounds,
                                Map.of(
                                        Planner.HIVE,
                                        JOINS,
                                        Planner.SKIPPING,
                                        joins,
                                        Planner.WITHOUT_STATISTICS,
                                        JOINS)))
                        .toList());
    }

    @Test
    public void testAllAimsAreMet() {
        PlanningReport report = report(JoinTables.FACT, 0.5, 500, JOINS);
        assertThat(report.aims())
                .hasSize(5)
                .allMatch(Aim::met)
                .extracting(Aim::what)
                .contains(
                        "star_fact, all questions: time of skipping by that of hive",
                        "star_fact, all questions: bytes of skipping by those of hive",
                        "star_fact: questions whose joins are planned as by hive",
                        "star_fact/large-last: time of skipping by that of hive");
        assertThat(report.text(DATE, MACHINE))
                .contains("All results are equal.", "5 of 5 aims are met.", "## a star, only lineitem has an index")
                .contains("| large-last | 1.500 (1.250 to 1.750) | 0.750 (0.625 to 0.875) |");
    }

    @Test
    public void testAimsAreMissed() {
        assertThat(report(JoinTables.DIMENSION, 1.5, 2000, List.of("InnerJoin")).aims())
                .noneMatch(Aim::met);
    }

    /** Where all tables have an index, joins may be planned better than by the stock connector. */
    @Test
    public void testJoinsOfIndexedTablesMayDiffer() {
        PlanningReport report = report(JoinTables.TPCH, 0.5, 500, List.of("InnerJoin"));
        assertThat(report.aims()).hasSize(4).allMatch(Aim::met);
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .extracting(JsonNode::toString)
                .contains(
                        "{\"system\":\"skipping\",\"case\":\"tpch/two-dimensions\",\"metric\":\"planned_as_by_hive\",\"value\":0,\"unit\":\"boolean\"}",
                        "{\"system\":\"skipping\",\"case\":\"tpch/two-dimensions\",\"metric\":\"seconds.ratio\",\"value\":0.5,\"unit\":\"1\"}");
    }

    @Test
    public void testThereAre22Queries() {
        assertThat(TpchQuestions.of(JoinTables.TPCH))
                .hasSize(22)
                .extracting(JoinQuestion::name)
                .contains("tpch/q01", "tpch/q22")
                .doesNotHaveDuplicates();
    }

    /** A question that was renamed would vanish from the pictures. */
    @Test
    public void testEachQuestionIsDrawn() {
        assertThat(Charts.of("planning").stream()
                        .flatMap(chart -> chart.caseNames().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                TpchQuestions.of(JoinTables.TPCH),
                                StarQuestions.of(JoinTables.FACT),
                                StarQuestions.of(JoinTables.DIMENSION))
                        .flatMap(List::stream)
                        .map(JoinQuestion::name)
                        .toList());
    }

    @Test
    public void testTimesOfAQuery() throws SQLException {
        String query = "{\"queryStats\" : {\"analysisTime\" : \"1.50ms\", \"planningTime\":\"2.00s\"}}";
        assertThat(Client.seconds(query, "analysisTime")).isEqualTo(0.0015);
        assertThat(Client.seconds(query, "planningTime")).isEqualTo(2);
        assertThatThrownBy(() -> Client.seconds(query, "finishingTime")).isInstanceOf(SQLException.class);
    }
}
