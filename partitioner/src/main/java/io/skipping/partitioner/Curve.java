// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

/**
 * Defines curves through all cells of a cube with 2<sup>bits</sup> cells per side, which keep neighbouring cells close
 * together.
 */
public enum Curve {
    /** Interleaves the bits of the ranks (Morton 1966). */
    ZORDER("zorder") {
        @Override
        void turn(int[] ranks, int bits) {}
    },
    /**
     * Implements the Hilbert curve as in Skilling: Programming the Hilbert curve, AIP Conference Proceedings 707
     * (2004).
     */
    HILBERT("hilbert") {
        @Override
        void turn(int[] ranks, int bits) {
            int last = ranks.length - 1;
            // without branches on bits: half of them would be mispredicted
            for (int shift = bits - 1; shift > 0; shift--) {
                int lower = (1 << shift) - 1;
                for (int axis = 0; axis <= last; axis++) {
                    int isSet = -(ranks[axis] >> shift & 1);
                    int swapped = (ranks[0] ^ ranks[axis]) & lower & ~isSet;
                    ranks[0] ^= lower & isSet | swapped;
                    ranks[axis] ^= swapped;
                }
            }
            for (int axis = 1; axis <= last; axis++) {
                ranks[axis] ^= ranks[axis - 1];
            }
            int gray = 0;
            for (int shift = bits - 1; shift > 0; shift--) {
                gray ^= (1 << shift) - 1 & -(ranks[last] >> shift & 1);
            }
            for (int axis = 0; axis <= last; axis++) {
                ranks[axis] ^= gray;
            }
        }
    };

    private final String kind;

    Curve(String kind) {
        this.kind = kind;
    }

    /** Returns the name in a model's file. */
    public String kind() {
        return kind;
    }

    /** Transforms ranks into numbers whose interleaved bits are the place on the curve. */
    abstract void turn(int[] ranks, int bits);

    /**
     * Returns the place of a cell on the curve, counted from 0.
     *
     * @param ranks the cell's rank in each column, each less than 2<sup>bits</sup>; overwritten
     * @param bits the bits of a rank; multiplied by the number of columns, at most 62
     */
    public long place(int[] ranks, int bits) {
        turn(ranks, bits);
        long place = 0;
        for (int bit = bits - 1; bit >= 0; bit--) {
            for (int rank : ranks) {
                place = place << 1 | (rank >> bit & 1);
            }
        }
        return place;
    }
}
