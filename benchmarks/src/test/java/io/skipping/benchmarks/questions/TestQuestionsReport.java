// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.picture.Charts;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import io.skipping.testing.trips.TripOptions;
import io.skipping.testing.trips.TripQuestions;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** What is claimed of measurements, and when it is met. */
public class TestQuestionsReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final List<AskedQuestion> QUESTIONS =
            TripQuestions.all().stream().map(AskedQuestion::new).toList();

    private static Run run(AskedQuestion question, double seconds, int objects, long result) {
        return new Run(
                List.of(List.of(result)),
                seconds,
                seconds,
                RequestCounts.of(IntStream.range(0, objects)
                        .mapToObj(object -> new LoggedRequest(
                                DATE,
                                RequestKind.GET,
                                "lake",
                                question.question().table() + "/" + object,
                                Optional.empty(),
                                200,
                                1000,
                                0,
                                0,
                                1))
                        .toList()));
    }

    private static Answers answers(AskedQuestion question, double ratio, long result) {
        return new Answers(
                question,
                new Rounds<>(List.of(new EnumMap<>(Map.of(
                        Setting.PLAIN,
                        run(question, 2, 15, 1),
                        Setting.SKIPPING,
                        run(question, 2 * ratio, 1, result))))));
    }

    @Test
    public void testAnAimForEachQuestion() {
        assertThat(QUESTIONS).hasSize(34).extracting(AskedQuestion::name).doesNotHaveDuplicates();
        QuestionsReport report = new QuestionsReport(
                new TripOptions(1, 15, 1600),
                QUESTIONS.stream()
                        .map(question -> answers(question, question.equals(QUESTIONS.getFirst()) ? 1.5 : 0.5, 1))
                        .toList());
        assertThat(report.equalResults()).isTrue();
        assertThat(report.aims())
                .hasSize(34)
                .filteredOn(aim -> !aim.met())
                .extracting(Aim::verdict)
                .containsExactly(Aim.Verdict.MISSED);
        assertThat(report.text(DATE, MACHINE))
                .contains("33 of 34 aims are met.")
                .contains("| trips_csv/a-day-by-CAST: time of skipping by that of hive | ≤ 1.02 | 1.500")
                .contains("| trips_csv | a morning, by date_parse | 2.000 (2.000 to 2.000) | 1.000 (1.000 to 1.000)"
                        + " | 0.500 (0.500 to 0.500) | 15 | 1 | 15.0 kB | 1.00 kB |");
    }

    /** A question that was renamed would vanish from the pictures. */
    @Test
    public void testEachQuestionIsDrawn() {
        assertThat(Charts.of("questions").stream()
                        .flatMap(chart -> chart.caseNames().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        QUESTIONS.stream().map(AskedQuestion::name).toList());
    }

    @Test
    public void testDifferentResults() {
        QuestionsReport report =
                new QuestionsReport(new TripOptions(1, 15, 1600), List.of(answers(QUESTIONS.getFirst(), 1, 2)));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }
}
