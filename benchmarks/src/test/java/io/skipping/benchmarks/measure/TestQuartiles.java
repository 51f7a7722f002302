// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.DoubleStream;
import org.testng.annotations.Test;

public class TestQuartiles {
    @Test
    public void testNumbersThatStandAtTheQuarters() {
        assertThat(of(5, 1, 4, 2, 3)).as("in any order").isEqualTo(new Quartiles(2, 3, 4));
    }

    @Test
    public void testBetweenTwoNumbers() {
        assertThat(of(1, 2, 3, 5)).isEqualTo(new Quartiles(1.75, 2.5, 3.5));
        assertThat(of(10, 20)).isEqualTo(new Quartiles(12.5, 15, 17.5));
    }

    @Test
    public void testOneNumber() {
        assertThat(of(7)).isEqualTo(new Quartiles(7, 7, 7));
    }

    @Test
    public void testOneThatIsFarOff() {
        assertThat(of(1, 1, 1, 1, 1000)).as("moves nothing").isEqualTo(new Quartiles(1, 1, 1));
    }

    @Test
    public void testNoNumbers() {
        assertThatThrownBy(TestQuartiles::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No numbers");
    }

    private static Quartiles of(double... numbers) {
        return Quartiles.of(DoubleStream.of(numbers));
    }
}
