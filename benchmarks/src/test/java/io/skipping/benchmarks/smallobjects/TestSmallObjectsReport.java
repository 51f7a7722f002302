// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** What is claimed of measurements, and when it is met. */
public class TestSmallObjectsReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final Question BOX = new Question("box", "a box", "latitude > 45");
    private static final Question ALL = new Question(Question.SCAN, "all", "temp <> 1");

    /** Reads so many objects, a byte of each. */
    private static RequestCounts counts(int objects) {
        List<LoggedRequest> requests = new ArrayList<>();
        for (int object = 0; object < objects; object++) {
            requests.add(new LoggedRequest(
                    DATE,
                    RequestKind.GET,
                    "lake",
                    "meters/%d.csv".formatted(object),
                    Optional.empty(),
                    200,
                    1,
                    0,
                    0,
                    1));
        }
        return RequestCounts.of(requests);
    }

    private static Work work(double seconds) {
        return new Work(seconds, counts(100));
    }

    private static Builds builds(int objects, double grouped, double oneByOne) {
        return new Builds(
                objects,
                List.of(new EnumMap<>(
                        Map.of(Way.GROUPED, work(grouped), Way.ONE_BY_ONE, work(oneByOne), Way.SCAN, work(1)))),
                40,
                10_000);
    }

    /** @param wanted objects that hold a row that is wanted */
    private static Run run(double seconds, int objects, long count, long wanted) {
        return new Run(List.of(List.of(count, 1.5, wanted)), seconds, seconds, counts(objects));
    }

    /** The stock connector takes a second for 100 objects, each time. */
    private static Answers answers(Question question, Run... ours) {
        List<Map<Setting, Run>> rounds = new ArrayList<>();
        for (Run run : ours) {
            Map<Setting, Run> round = new EnumMap<>(Setting.class);
            round.put(Setting.SKIPPING, run);
            if (rounds.isEmpty()) {
                round.put(Setting.PLAIN, run(1, 100, 7, 4));
                round.put(Setting.OFF, run(1, 100, 7, 4));
            }
            rounds.add(round);
        }
        Map<Setting, Run> planning = Map.of(Setting.PLAIN, run(0.1, 0, 1, 1), Setting.SKIPPING, run(0.2, 0, 1, 1));
        return new Answers(20_000, question, new Rounds<>(rounds), new Rounds<>(List.of(planning)));
    }

    private static List<String> missed(Builds builds, Answers answers) {
        return Aims.of(List.of(builds), List.of(answers)).stream()
                .filter(aim -> !aim.met())
                .map(Aim::what)
                .toList();
    }

    @Test
    public void testAims() {
        Builds fast = builds(1000, 1.1, 9);
        assertThat(missed(fast, answers(BOX, run(0.1, 4, 7, 4)))).isEmpty();
        assertThat(missed(builds(1000, 1.3, 9), answers(BOX, run(0.1, 4, 7, 4))))
                .containsExactly("1,000 objects: a build in groups, in scans of the same columns");
        assertThat(missed(fast, answers(BOX, run(1.1, 5, 7, 4))))
                .containsExactly(
                        "20,000 objects: box: time by that of the stock connector",
                        "20,000 objects: box: objects read by objects that hold a row that is wanted");
        assertThat(missed(fast, answers(ALL, run(1.01, 100, 7, 4))))
                .as("within 2 %, and of a scan it is no matter how many objects are read")
                .isEmpty();
        assertThat(missed(new Builds(9, fast.rounds(), 51, 10_000), answers(BOX, run(0.1, 4, 7, 4))))
                .containsExactly("9 objects: bytes of the index by bytes of data");
    }

    @Test
    public void testSlowSidesHaveFewerRuns() {
        Answers answers = answers(BOX, run(0.1, 4, 7, 4), run(0.3, 4, 7, 4), run(0.2, 4, 7, 4));
        assertThat(answers.rounds().count(Setting.SKIPPING)).isEqualTo(3);
        assertThat(answers.rounds().count(Setting.PLAIN)).isEqualTo(1);
        assertThat(answers.rounds().of(Setting.SKIPPING, Run::seconds).median()).isEqualTo(0.2);
        assertThat(answers.rounds()
                        .ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds)
                        .median())
                .as("of the round of both")
                .isEqualTo(0.1);
    }

    @Test
    public void testReport() {
        SmallObjectsReport report = new SmallObjectsReport(
                100,
                List.of(builds(1000, 1.1, 9), builds(20_000, 1.3, 9)),
                List.of(work(0.5)),
                List.of(answers(BOX, run(0.1, 4, 7, 4)), answers(ALL, run(1, 100, 7, 4))));
        assertThat(report.equalResults()).isTrue();
        assertThat(report.text(DATE, MACHINE))
                .contains("All results are equal.", "6 of 7 aims are met.", "20,000 CSV objects")
                .contains("| 1,000 | one by one | 1 | 9.00 (9.00 to 9.00) | 9.00 (9.00 to 9.00) | 100 |")
                .contains("| 20,000 | again, 100 more are new | 1 | 0.50 (0.50 to 0.50) | | 100 |")
                .contains("The index of 1,000 objects takes 40 B, 0.40 % of the data.")
                .as("9 s by 1.1 s; 1 s by 0.1 s")
                .contains("| 1,000 | making the index | one by one ÷ in groups | 8.2 (8.2 to 8.2) |")
                .contains("| 20,000 | box | hive ÷ skipping | 10.0 (10.0 to 10.0) |");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(
                        each -> each.toString()
                                .equals(
                                        "{\"system\":\"skipping-one-by-one\",\"case\":\"objects=1000/build\",\"metric\":\"seconds\",\"value\":9,\"unit\":\"s\"}"));
    }

    @Test
    public void testDifferentResultsAreTold() {
        SmallObjectsReport report = new SmallObjectsReport(
                100, List.of(builds(1000, 1, 9)), List.of(work(0.5)), List.of(answers(BOX, run(0.1, 4, 8, 4))));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE)).contains("**RESULTS DIFFER.**");
    }
}
