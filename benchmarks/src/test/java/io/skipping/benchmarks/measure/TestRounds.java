// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.skipping.benchmarks.local.RequestCounts;
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
