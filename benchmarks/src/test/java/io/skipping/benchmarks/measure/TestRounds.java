// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.RequestCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.testng.annotations.Test;

/** What is made of several systems' answers. */
public class TestRounds {
    private record Named(String system) implements Contender {}

    private static Named named(String system) {
        return new Named(system);
    }

    private static Map<Named, Run> round(Run none, Run saving, Run other) {
        return Map.of(named("none"), none, named("saving"), saving, named("other"), other);
    }

    private static Run run(double seconds) {
        return run(seconds, 7);
    }

    private static Run run(double seconds, int result) {
        return new Run(List.of(List.of(result)), seconds, seconds, RequestCounts.of(List.of()));
    }

    @Test
    public void testShareOfSaving() {
        Rounds<Named> rounds = new Rounds<>(List.of(
                round(run(10), run(2), run(4)), round(run(11), run(3), run(1)), round(run(10), run(2), run(12))));
        Quartiles share = rounds.shareOfSaving(named("none"), named("saving"), named("other"), Run::seconds)
                .orElseThrow();
        assertThat(share.median()).as("6 of 8, 10 of 8, -2 of 8").isCloseTo(0.75, within(1e-9));
        assertThat(rounds.ratio(named("other"), named("none"), Run::seconds).median())
                .isCloseTo(0.4, within(1e-9));
        assertThat(rounds.of(named("none"), Run::seconds).median()).isEqualTo(10);
        assertThat(rounds.row()).containsExactly(7);
    }

    @Test
    public void testQuestionsAsOne() {
        Rounds<Named> one = new Rounds<>(List.of(round(run(10), run(2), run(4)), round(run(20), run(1), run(4))));
        Rounds<Named> other = new Rounds<>(List.of(round(run(1), run(9), run(4)), round(run(1), run(9), run(5))));
        Rounds<Named> asOne = Rounds.asOne(List.of(one, other));
        assertThat(asOne.rounds()).hasSize(2);
        assertThat(asOne.of(named("none"), Run::seconds)).isEqualTo(Quartiles.of(DoubleStream.of(11, 21)));
        assertThat(asOne.ratio(named("saving"), named("none"), Run::seconds).third())
                .as("quartiles of 11 by 11, and 10 by 21")
                .isCloseTo(10 / 21.0 + 0.75 * (1 - 10 / 21.0), within(1e-9));
    }

    @Test
    public void testNoShareOfNoSaving() {
        Rounds<Named> rounds = new Rounds<>(List.of(round(run(10), run(2), run(4)), round(run(10), run(9.6), run(4))));
        assertThat(rounds.shareOfSaving(named("none"), named("saving"), named("other"), Run::seconds))
                .as("next to nothing was saved in the second round")
                .isEmpty();
    }

    @Test
    public void testRoundsOfSeveralServers() throws SQLException {
        Rounds<Named> first = new Rounds<>(List.of(Map.of(named("a"), run(1), named("b"), run(2))));
        Rounds<Named> second = new Rounds<>(List.of(
                Map.of(named("a"), run(4), named("b"), run(2)), Map.of(named("a"), run(2), named("b"), run(2))));
        Rounds<Named> both = first.and(second).requireEqual("SELECT 7");
        assertThat(both.count(named("a"))).isEqualTo(3);
        assertThat(both.ratio(named("a"), named("b"), Run::seconds).median()).isEqualTo(1);
        assertThatThrownBy(() -> first.and(new Rounds<>(List.of(Map.of(named("a"), run(1, 8), named("b"), run(1, 8)))))
                        .requireEqual("SELECT 7"))
                .as("servers that agree with themselves, and not with each other")
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SELECT 7");
    }

    @Test
    public void testSomeTakeNoPart() {
        Rounds<Named> rounds = new Rounds<>(List.of(
                round(run(10), run(2), run(4)),
                Map.of(named("other"), run(6)),
                Map.of(named("other"), run(8), named("none"), run(16))));
        assertThat(rounds.systems()).containsExactlyInAnyOrder(named("none"), named("saving"), named("other"));
        assertThat(rounds.count(named("other"))).isEqualTo(3);
        assertThat(rounds.count(named("none"))).isEqualTo(2);
        assertThat(rounds.of(named("other"), Run::seconds).median()).isEqualTo(6);
        assertThat(rounds.of(named("saving"), Run::seconds).median()).isEqualTo(2);
        assertThat(rounds.ratio(named("other"), named("none"), Run::seconds).median())
                .as("4 by 10 and 8 by 16, of the rounds of both")
                .isCloseTo(0.45, within(1e-9));
    }

    @Test
    public void testRatioIsThatOfRounds() {
        Rounds<Named> rounds = new Rounds<>(List.of(
                round(run(1), run(1.5), run(1)), round(run(100), run(150), run(1)), round(run(4), run(6), run(1))));
        assertThat(rounds.ratio(named("saving"), named("none"), Run::seconds))
                .as("the machine was slow for a while, for both")
                .isEqualTo(Quartiles.ofOne(1.5));
    }

    @Test
    public void testTogether() {
        Rounds<Named> rounds = new Rounds<>(List.of(
                round(run(1), run(10), run(2)),
                round(run(5), run(10), run(2)),
                round(run(2), run(10), run(8)),
                round(run(3), run(20), run(2)),
                round(run(3), run(30), run(2)),
                round(run(3), run(40), run(2)),
                round(run(9), run(90), run(90))));
        Rounds<Named> three = rounds.together(3);
        assertThat(three.count(named("none"))).as("whole ones").isEqualTo(2);
        assertThat(three.ratio(named("saving"), named("none"), Run::seconds))
                .as("10 by 2, and 30 by 3")
                .isEqualTo(Quartiles.of(DoubleStream.of(5, 10)));
        assertThat(three.of(named("other"), Run::seconds).median()).isEqualTo(2);
    }

    @Test
    public void testTurns() throws SQLException {
        List<Named> asked = new ArrayList<>();
        Rounds<Named> rounds = Rounds.ask(
                system -> {
                    asked.add(system);
                    return run(asked.size());
                },
                List.of(
                        List.of(named("a"), named("b"), named("c")),
                        List.of(named("a"), named("b")),
                        List.of(named("a"), named("c"))));
        assertThat(asked)
                .containsExactly(named("a"), named("b"), named("c"), named("b"), named("a"), named("a"), named("c"));
        assertThat(rounds.count(named("c"))).isEqualTo(2);
        assertThat(rounds.requireEqual("a question")).isEqualTo(rounds);
    }

    @Test
    public void testDifferenceIsTold() {
        assertThatThrownBy(() -> new Rounds<>(List.of(round(run(1), run(2), run(3)), Map.of(named("other"), run(3, 8))))
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
