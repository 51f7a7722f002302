// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.benchmarks.measure.Quartiles.Interval;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestQuartiles {
    @Test
    public void testNumbersThatStandAtTheQuarters() {
        assertThat(of(5, 1, 4, 2, 3)).as("in any order").satisfies(at(2, 3, 4));
    }

    @Test
    public void testBetweenTwoNumbers() {
        assertThat(of(1, 2, 3, 5)).satisfies(at(1.75, 2.5, 3.5));
        assertThat(of(10, 20)).satisfies(at(12.5, 15, 17.5));
    }

    @Test
    public void testOneNumber() {
        assertThat(of(7)).satisfies(at(7, 7, 7));
    }

    @Test
    public void testOneThatIsFarOff() {
        assertThat(of(1, 1, 1, 1, 1000)).as("moves nothing").satisfies(at(1, 1, 1));
    }

    @Test
    public void testNoNumbers() {
        assertThatThrownBy(TestQuartiles::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No numbers");
    }

    @Test
    public void testIntervalOfMedian() {
        assertThat(of(3).ofMedian()).isEqualTo(new Interval(3, 3));
        assertThat(of(5, 1, 4, 2, 3).ofMedian()).as("too few for 95 %").isEqualTo(new Interval(1, 5));
        // by tables of the binomial distribution
        assertThat(first(15).ofMedian()).isEqualTo(new Interval(4, 12));
        assertThat(first(25).ofMedian()).isEqualTo(new Interval(8, 18));
        assertThat(first(100).ofMedian()).isEqualTo(new Interval(40, 61));
    }

    /** Draws numbers whose median is known: about 95 of 100 samples have it in their interval. */
    @Test
    public void testIntervalHasTheMedian() {
        Random random = new Random(7);
        for (int count : List.of(10, 15, 25, 60)) {
            int has = 0;
            for (int sample = 0; sample < 4000; sample++) {
                // skewed, as times are
                Interval interval = Quartiles.of(DoubleStream.generate(() -> Math.exp(random.nextGaussian()))
                                .limit(count))
                        .ofMedian();
                if (interval.low() <= 1 && interval.high() >= 1) {
                    has++;
                }
            }
            assertThat(has / 4000.0).as("%s numbers", count).isBetween(0.93, 0.99);
        }
    }

    private static Quartiles first(int count) {
        return Quartiles.of(IntStream.rangeClosed(1, count).asDoubleStream());
    }

    private static Consumer<Quartiles> at(double first, double median, double third) {
        return found -> {
            assertThat(found.first()).isEqualTo(first);
            assertThat(found.median()).isEqualTo(median);
            assertThat(found.third()).isEqualTo(third);
        };
    }

    private static Quartiles of(double... numbers) {
        return Quartiles.of(DoubleStream.of(numbers));
    }
}
