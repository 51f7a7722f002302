// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestAxis {
    @DataProvider
    public Object[][] nearlyEqualValues() {
        return new Object[][] {
            {ColumnType.DOUBLE, 0.3, 0.1 + 0.2},
            {ColumnType.DOUBLE, -0.3, Math.nextUp(-0.3)},
            {ColumnType.DOUBLE, 1e300, Math.nextUp(1e300)},
            // nanoseconds
            {ColumnType.BIGINT, 1.7684712e18, 1.7684712e18 + 3_000},
            {ColumnType.BIGINT, Math.nextDown(0x1p63), 0x1p63},
        };
    }

    /** Where a step is smaller than the distance of two doubles, steps must end all the same. */
    @Test(dataProvider = "nearlyEqualValues")
    public void testValuesThatAreNearlyEqual(ColumnType type, double least, double most) {
        for (int count = 1; count <= 20; count++) {
            assertThat(Axis.of(new Column("x", type), Map.of(), least, most).ticks(count))
                    .hasSizeLessThanOrEqualTo(count + 1)
                    .extracting(Axis.Tick::label)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    public void testRoundValues() {
        List<Axis.Tick> ticks =
                Axis.of(new Column("x", ColumnType.DOUBLE), Map.of(), 0, 10).ticks(5);
        assertThat(ticks).extracting(Axis.Tick::label).containsExactly("0", "2", "4", "6", "8", "10");
    }
}
