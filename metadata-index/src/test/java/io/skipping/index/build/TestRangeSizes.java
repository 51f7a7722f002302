// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static io.skipping.index.build.RangeSizes.RANGES_OF_A_SIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestRangeSizes {
    private static final long KB = 1024;

    @DataProvider
    public static Object[][] sizes() {
        return new Object[][] {
            {0, 64 * KB},
            {RANGES_OF_A_SIZE - 1, 64 * KB},
            {RANGES_OF_A_SIZE, 128 * KB},
            {2 * RANGES_OF_A_SIZE, 256 * KB},
            {4 * RANGES_OF_A_SIZE - 1, 512 * KB},
            {4 * RANGES_OF_A_SIZE, 1000 * KB},
            {Long.MAX_VALUE, 1000 * KB},
        };
    }

    @Test(dataProvider = "sizes")
    public void testRangesGrowWithTheIndex(long ranges, long bytes) {
        assertThat(new RangeSizes(64 * KB, 1000 * KB).after(ranges)).isEqualTo(bytes);
    }

    @Test
    public void testFixedSizesStay() {
        assertThat(RangeSizes.fixed(5000).after(0)).isEqualTo(5000);
        assertThat(RangeSizes.fixed(5000).after(Long.MAX_VALUE)).isEqualTo(5000);
    }

    @Test
    public void testRefusesNonsense() {
        assertThatThrownBy(() -> new RangeSizes(0, 5)).hasMessageContaining("0 to 5 bytes");
        assertThatThrownBy(() -> new RangeSizes(6, 5)).hasMessageContaining("6 to 5 bytes");
    }
}
