// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.List;

/** Divides a curve through the ranks of all columns into runs of equal weight. */
public final class CurveModel implements LayoutModel {
    /** Is the maximum number of bits for the rank of one column. */
    public static final int MOST_BITS = 16;

    /** Is the maximum number of bits for all columns together, because a place is a long. */
    public static final int MOST_BITS_OF_PLACE = 62;

    private final Curve curve;
    private final List<Column> columns;
    private final int bits;
    private final Ranks[] ranks;
    private final long[] cuts;

    /**
     * Creates a model.
     *
     * @param bits the bits of a rank
     * @param ranks for each column, fewer than 2<sup>bits</sup> values
     * @param cuts ascending places on the curve, each the first place of the next partition
     * @throws IllegalArgumentException if the arguments do not fit together
     */
    public CurveModel(Curve curve, List<Column> columns, int bits, List<Ranks> ranks, long[] cuts) {
        this.curve = curve;
        this.columns = Column.distinct(columns);
        LayoutModel.checkPartitions(cuts.length + 1);
        if (bits < 1 || bits > MOST_BITS || bits * columns.size() > MOST_BITS_OF_PLACE) {
            throw new IllegalArgumentException(
                    "The bits of a rank must be 1 to %d, and at most %d for all columns together: %d"
                            .formatted(MOST_BITS, MOST_BITS_OF_PLACE, bits));
        }
        if (ranks.size() != columns.size()) {
            throw new IllegalArgumentException("Each column needs ranks");
        }
        for (int column = 0; column < columns.size(); column++) {
            if (ranks.get(column).type() != columns.get(column).type()) {
                throw new IllegalArgumentException("The ranks of column %s are of another type than it"
                        .formatted(columns.get(column).name()));
            }
            if (ranks.get(column).size() >= 1 << bits) {
                throw new IllegalArgumentException("Column %s has more ranks than %d bits have room for"
                        .formatted(columns.get(column).name(), bits));
            }
        }
        for (int index = 1; index < cuts.length; index++) {
            if (cuts[index - 1] > cuts[index]) {
                throw new IllegalArgumentException("Cuts of a curve must be in ascending order");
            }
        }
        this.bits = bits;
        this.ranks = ranks.toArray(Ranks[]::new);
        this.cuts = cuts.clone();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public int partitions() {
        return cuts.length + 1;
    }

    @Override
    public int partition(Row row) {
        return Ranks.notGreater(cuts, place(row));
    }

    /** Returns the place of a record on the curve. */
    public long place(Row row) {
        int[] cell = new int[ranks.length];
        for (int column = 0; column < cell.length; column++) {
            cell[column] = ranks[column].rank(row, column);
        }
        return curve.place(cell, bits);
    }

    /** Returns the largest place that a record may have. */
    public long lastPlace() {
        return (1L << bits * ranks.length) - 1;
    }

    Curve curve() {
        return curve;
    }

    int bits() {
        return bits;
    }

    Ranks ranks(int column) {
        return ranks[column];
    }

    long cut(int index) {
        return cuts[index];
    }
}
