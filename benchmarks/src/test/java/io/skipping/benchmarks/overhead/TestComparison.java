// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import static io.skipping.benchmarks.overhead.Runs.SCAN;
import static io.skipping.benchmarks.overhead.Runs.hive;
import static io.skipping.benchmarks.overhead.Runs.pair;
import static io.skipping.benchmarks.overhead.Runs.skipping;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Run;
import java.util.List;
import org.testng.annotations.Test;

public class TestComparison {
    @Test
    public void testEachSide() {
        Comparison comparison = new Comparison(SCAN, List.of(pair(1, 10), pair(2, 20), pair(3, 30)));
        assertThat(comparison.of(Side.HIVE, Run::seconds)).isEqualTo(new Quartiles(1.5, 2, 2.5));
        assertThat(comparison.of(Side.SKIPPING, Run::seconds)).isEqualTo(new Quartiles(15, 20, 25));
    }

    @Test
    public void testRatioIsThatOfPairs() {
        Comparison comparison = new Comparison(SCAN, List.of(pair(1, 1.5), pair(100, 150), pair(4, 6)));
        assertThat(comparison.ratio(Run::seconds))
                .as("the machine was slow for a while, for both")
                .isEqualTo(new Quartiles(1.5, 1.5, 1.5));
    }

    @Test
    public void testRatioIsAboveOneWhenSkippingIsSlower() {
        assertThat(new Comparison(SCAN, List.of(pair(2, 3))).ratio(Run::seconds).median())
                .isEqualTo(1.5);
        assertThat(new Comparison(SCAN, List.of(pair(3, 1.5)))
                        .ratio(Run::cpuSeconds)
                        .median())
                .isEqualTo(0.5);
    }

    @Test
    public void testEqualResults() {
        assertThat(new Comparison(SCAN, List.of(pair(1, 1), pair(2, 2))).equalResults())
                .isTrue();
        assertThat(new Comparison(SCAN, List.of(pair(1, 1), new Pair(hive(1, 7), skipping(1, 8)))).equalResults())
                .as("within a pair")
                .isFalse();
        assertThat(new Comparison(SCAN, List.of(pair(1, 1), new Pair(hive(1, 7), skipping(1, 7)))).equalResults())
                .as("between pairs")
                .isFalse();
    }
}
