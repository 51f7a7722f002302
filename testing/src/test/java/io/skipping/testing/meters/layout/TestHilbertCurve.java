// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.Test;

public class TestHilbertCurve {
    @Test
    public void testStepsGoToANeighbourAndVisitEveryCellOnce() {
        for (int order = 1; order <= 6; order++) {
            HilbertCurve curve = new HilbertCurve(order);
            int side = (int) curve.side();
            long[][] cells = new long[side * side][];
            for (int x = 0; x < side; x++) {
                for (int y = 0; y < side; y++) {
                    int position = Math.toIntExact(curve.position(x, y));
                    assertThat(cells[position]).as("cell at %s", position).isNull();
                    cells[position] = new long[] {x, y};
                }
            }
            for (int position = 1; position < cells.length; position++) {
                long step = Math.abs(cells[position][0] - cells[position - 1][0])
                        + Math.abs(cells[position][1] - cells[position - 1][1]);
                assertThat(step).as("step to %s in order %s", position, order).isEqualTo(1);
            }
        }
    }

    @Test
    public void testLargestCurveFitsALong() {
        HilbertCurve curve = new HilbertCurve(31);
        assertThat(curve.position(0, 0)).isZero();
        assertThat(curve.position(curve.side() - 1, 0)).isEqualTo((1L << 62) - 1);
    }

    @Test
    public void testOtherCellsAreRefused() {
        assertThatThrownBy(() -> new HilbertCurve(4).position(16, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HilbertCurve(4).position(0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HilbertCurve(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
