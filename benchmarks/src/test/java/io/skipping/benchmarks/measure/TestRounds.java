// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.RequestCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** What is made of several systems' answers. */
public class TestRounds {
    private static Map<String, Run> round(Run none, Run saving, Run other) {
        return Map.of("none", none, "saving", saving, "other", other);
    }

    private static Run run(double seconds) {
        return run(seconds, 7);
    }

    private static Run run(double seconds, int result) {
        return new Run(List.of(List.of(result)), seconds, seconds, RequestCounts.of(List.of()));
    }

    @Test
    public void testShareOfSaving() {
        Rounds<String> rounds = new Rounds<>(List.of(
                round(run(10), run(2), run(4)), round(run(11), run(3), run(1)), round(run(10), run(2), run(12))));
        Quartiles share =
                rounds.shareOfSaving("none", "saving", "other", Run::seconds).orElseThrow();
        assertThat(share.median()).as("6 of 8, 10 of 8, -2 of 8").isCloseTo(0.75, within(1e-9));
        assertThat(rounds.ratio("other", "none", Run::seconds).median()).isCloseTo(0.4, within(1e-9));
        assertThat(rounds.of("none", Run::seconds).median()).isEqualTo(10);
        assertThat(rounds.row()).containsExactly(7);
    }

    @Test
    public void testNoShareOfNoSaving() {
        Rounds<String> rounds = new Rounds<>(List.of(round(run(10), run(2), run(4)), round(run(10), run(9.6), run(4))));
        assertThat(rounds.shareOfSaving("none", "saving", "other", Run::seconds))
                .as("next to nothing was saved in the second round")
                .isEmpty();
    }

    @Test
    public void testRoundsOfSeveralServers() throws SQLException {
        Rounds<String> first = new Rounds<>(List.of(Map.of("a", run(1), "b", run(2))));
        Rounds<String> second =
                new Rounds<>(List.of(Map.of("a", run(4), "b", run(2)), Map.of("a", run(2), "b", run(2))));
        Rounds<String> both = first.and(second).requireEqual("SELECT 7");
        assertThat(both.count("a")).isEqualTo(3);
        assertThat(both.ratio("a", "b", Run::seconds).median()).isEqualTo(1);
        assertThatThrownBy(() -> first.and(new Rounds<>(List.of(Map.of("a", run(1, 8), "b", run(1, 8)))))
                        .requireEqual("SELECT 7"))
                .as("servers that agree with themselves, and not with each other")
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SELECT 7");
    }

    @Test
    public void testSomeTakeNoPart() {
        Rounds<String> rounds = new Rounds<>(List.of(
                round(run(10), run(2), run(4)), Map.of("other", run(6)), Map.of("other", run(8), "none", run(16))));
        assertThat(rounds.systems()).containsExactlyInAnyOrder("none", "saving", "other");
        assertThat(rounds.count("other")).isEqualTo(3);
        assertThat(rounds.count("none")).isEqualTo(2);
        assertThat(rounds.of("other", Run::seconds).median()).isEqualTo(6);
        assertThat(rounds.of("saving", Run::seconds).median()).isEqualTo(2);
        assertThat(rounds.ratio("other", "none", Run::seconds).median())
                .as("4 by 10 and 8 by 16, of the rounds of both")
                .isCloseTo(0.45, within(1e-9));
    }

    @Test
    public void testRatioIsThatOfRounds() {
        Rounds<String> rounds = new Rounds<>(List.of(
                round(run(1), run(1.5), run(1)), round(run(100), run(150), run(1)), round(run(4), run(6), run(1))));
        assertThat(rounds.ratio("saving", "none", Run::seconds))
                .as("the machine was slow for a while, for both")
                .isEqualTo(new Quartiles(1.5, 1.5, 1.5));
    }

    @Test
    public void testTurns() throws SQLException {
        List<String> asked = new ArrayList<>();
        Rounds<String> rounds = Rounds.ask(
                system -> {
                    asked.add(system);
                    return run(asked.size());
                },
                List.of(List.of("a", "b", "c"), List.of("a", "b"), List.of("a", "c")));
        assertThat(asked).containsExactly("a", "b", "c", "b", "a", "a", "c");
        assertThat(rounds.count("c")).isEqualTo(2);
        assertThat(rounds.requireEqual("a question")).isEqualTo(rounds);
    }

    @Test
    public void testDifferenceIsTold() {
        assertThatThrownBy(() -> new Rounds<>(List.of(round(run(1), run(2), run(3)), Map.of("other", run(3, 8))))
                        .requireEqual("a question"))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("RESULTS DIFFER, this is a bug, please report it: a question gives ")
                .hasMessageContaining("[[7]] by none")
                .hasMessageContaining("[[8]] by other");
    }

    @Test
    public void testEqual() {
        assertThat(new Rounds<>(List.of(round(run(1), run(2), run(3)))).equal()).isTrue();
        assertThat(new Rounds<>(List.of(round(run(1), run(2), run(3)), round(run(1, 8), run(2, 8), run(3, 8)))).equal())
                .as("rounds differ")
                .isFalse();
        assertThat(new Rounds<>(List.of(round(run(1), run(2, 8), run(3)))).equal())
                .as("systems differ")
                .isFalse();
    }
}
