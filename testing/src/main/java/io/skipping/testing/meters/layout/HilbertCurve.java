// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.layout;

/**
 * Computes the Hilbert curve over a square of 2<sup>order</sup> × 2<sup>order</sup> cells. Cells that are close on the curve are
 * close on the map.
 */
final class HilbertCurve {
    private final int order;

    /** @param order bits per coordinate, 1 to 31 */
    HilbertCurve(int order) {
        if (order < 1 || order > 31) {
            throw new IllegalArgumentException("Order of a Hilbert curve must be 1 to 31: " + order);
        }
        this.order = order;
    }

    /** Returns the number of cells along a side. */
    long side() {
        return 1L << order;
    }

    /** Returns the position of a cell along the curve, from 0 to side² − 1. */
    long position(long x, long y) {
        if (x < 0 || x >= side() || y < 0 || y >= side()) {
            throw new IllegalArgumentException("Not a cell of the curve: " + x + ", " + y);
        }
        long position = 0;
        for (long half = side() / 2; half > 0; half /= 2) {
            boolean right = (x & half) != 0;
            boolean upper = (y & half) != 0;
            int quadrant = right ? (upper ? 2 : 3) : (upper ? 1 : 0);
            position = position * 4 + quadrant;
            // in the first and the last quadrant, the curve is mirrored on a diagonal
            if (!upper) {
                if (right) {
                    x = ~x;
                    y = ~y;
                }
                long swap = x;
                x = y;
                y = swap;
            }
        }
        return position;
    }
}
