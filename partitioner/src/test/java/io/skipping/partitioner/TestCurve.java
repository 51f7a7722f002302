// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.Test;

public class TestCurve {
    @Test
    public void testZOrderTakesBitsInTurns() {
        assertThat(Curve.ZORDER.place(new int[] {0b10, 0b01}, 2)).isEqualTo(0b1001);
        assertThat(Curve.ZORDER.place(new int[] {0b1, 0b0, 0b1}, 1)).isEqualTo(0b101);
    }

    @Test
    public void testHilbertVisitsEachCellOnceAndGoesToANeighbour() {
        check(1, 6);
        check(2, 5);
        check(3, 3);
        check(4, 2);
        check(5, 1);
    }

    private static void check(int columns, int bits) {
        int cells = 1 << bits * columns;
        int[][] cellAt = new int[cells][];
        for (int number = 0; number < cells; number++) {
            int[] cell = new int[columns];
            for (int column = 0; column < columns; column++) {
                cell[column] = number >> column * bits & (1 << bits) - 1;
            }
            int place = (int) Curve.HILBERT.place(cell.clone(), bits);
            assertThat(cellAt[place]).describedAs("one cell at place %d", place).isNull();
            cellAt[place] = cell;
        }
        for (int place = 1; place < cells; place++) {
            int steps = 0;
            for (int column = 0; column < columns; column++) {
                steps += Math.abs(cellAt[place][column] - cellAt[place - 1][column]);
            }
            assertThat(steps)
                    .describedAs("steps to place %d of %d columns", place, columns)
                    .isEqualTo(1);
        }
    }
}
