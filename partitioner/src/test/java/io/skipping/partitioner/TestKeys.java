// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.Test;

public class TestKeys {
    private static final double[] ASCENDING = {
        Double.NEGATIVE_INFINITY,
        -Double.MAX_VALUE,
        -1,
        -Double.MIN_VALUE,
        0,
        Double.MIN_VALUE,
        1,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NaN
    };

    @Test
    public void testDoublesKeepTheirOrder() {
        for (int index = 1; index < ASCENDING.length; index++) {
            assertThat(Keys.ofDouble(ASCENDING[index])).isGreaterThan(Keys.ofDouble(ASCENDING[index - 1]));
        }
        assertThat(Keys.ofDouble(Double.NEGATIVE_INFINITY))
                .describedAs("NULL comes before every double")
                .isGreaterThan(Keys.NULL);
    }

    @Test
    public void testKeysAreDoublesAgain() {
        for (double value : ASCENDING) {
            assertThat(Keys.toDouble(Keys.ofDouble(value))).isEqualTo(Double.valueOf(value));
        }
    }

    @Test
    public void testWhatIsEqualHasOneKey() {
        assertThat(Keys.ofDouble(-0.0)).isEqualTo(Keys.ofDouble(0.0));
        assertThat(Keys.ofDouble(Double.longBitsToDouble(0xFFF8_0000_0000_0001L)))
                .isEqualTo(Keys.NAN);
    }
}
