// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.Curve;
import io.skipping.partitioner.CurveModel;
import io.skipping.partitioner.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Trains models that divide a curve into runs of equal weight. */
public final class CurveTrainer {
    /** The bits of a rank: at most 4,095 values in the file for each column. */
    private static final int BITS = 12;

    /**
     * The bits of all columns together. They are finer than partitions, and fewer bits make places faster to compute.
     */
    private static final int BITS_OF_PLACE = 32;

    private final Curve curve;

    /** Creates a trainer of models over this curve. */
    public CurveTrainer(Curve curve) {
        this.curve = curve;
    }

    /**
     * Trains a model.
     *
     * @param partitions the number of partitions, from 1 to {@link io.skipping.partitioner.LayoutModel#MOST_PARTITIONS}
     * @throws IllegalArgumentException if the sample has too many columns for a curve
     */
    public CurveModel train(Sample sample, int partitions) {
        int columns = sample.columns().size();
        int bits = Math.max(1, Math.min(BITS, BITS_OF_PLACE / columns));
        if (columns > CurveModel.MOST_BITS_OF_PLACE) {
            throw new IllegalArgumentException("A curve goes through %d columns at the most: %d"
                    .formatted(CurveModel.MOST_BITS_OF_PLACE, columns));
        }
        List<Ranks> ranks = new ArrayList<>();
        int[][] cells = new int[columns][];
        for (int column = 0; column < columns; column++) {
            int[] chosen = quantiles(sample, column, 1 << bits);
            ranks.add(ranks(sample.column(column), chosen));
            cells[column] = cells(sample.column(column), chosen);
        }
        return new CurveModel(curve, sample.columns(), bits, ranks, cuts(sample, partitions, bits, cells));
    }

    /**
     * Returns the ranks of the values that divide a column into parts of equal weight. There are fewer parts where
     * single values are heavier than a part.
     */
    private static int[] quantiles(Sample sample, int column, int parts) {
        RankedColumn values = sample.column(column);
        double[] weights = new double[values.distinct()];
        for (int row = 0; row < sample.rows(); row++) {
            weights[values.rank(row)] += sample.weight(row);
        }
        double total = Arrays.stream(weights).sum();
        double below = 0;
        int parts0 = 0;
        List<Integer> chosen = new ArrayList<>();
        for (int rank = 0; rank < weights.length; rank++) {
            int part = (int) (below / total * parts);
            // rank 0 is NULL's, whatever the values are
            if (part > parts0 && chosen.size() < parts - 1) {
                chosen.add(rank);
                parts0 = part;
            }
            below += weights[rank];
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Ranks ranks(RankedColumn values, int[] chosen) {
        return values.type().isText()
                ? Ranks.ofTexts(Arrays.stream(chosen).mapToObj(values::text).toArray(byte[][]::new))
                : Ranks.ofKeys(
                        values.type(),
                        Arrays.stream(chosen).mapToLong(values::key).toArray());
    }

    /** Returns, for each value, how many of the chosen values are not greater. */
    private static int[] cells(RankedColumn values, int[] chosen) {
        int[] cells = new int[values.distinct()];
        int cell = 0;
        for (int rank = 0; rank < cells.length; rank++) {
            if (cell < chosen.length && chosen[cell] == rank) {
                cell++;
            }
            cells[rank] = cell;
        }
        return cells;
    }

    private long[] cuts(Sample sample, int partitions, int bits, int[][] cells) {
        long[] places = new long[sample.rows()];
        int[] cell = new int[cells.length];
        for (int row = 0; row < places.length; row++) {
            for (int column = 0; column < cell.length; column++) {
                cell[column] = cells[column][sample.column(column).rank(row)];
            }
            places[row] = curve.place(cell, bits);
        }
        int[] order = IntStream.range(0, places.length)
                .boxed()
                .sorted((left, right) -> Long.compare(places[left], places[right]))
                .mapToInt(Integer::intValue)
                .toArray();
        double total = Arrays.stream(sample.weights()).asDoubleStream().sum();
        long[] cuts = new long[partitions - 1];
        int made = 0;
        double below = 0;
        double belowPlace = 0;
        long place = places[order[0]];
        for (int index = 0; index <= order.length; index++) {
            // after the last record comes a place that no record has, so that there are cuts before the last place, too
            long next = index < order.length ? places[order[index]] : Long.MAX_VALUE;
            if (next != place) {
                // for each target, cut before or after the current place, whichever is nearer
                double previous = belowPlace;
                while (made < cuts.length && total * (made + 1) / partitions <= below) {
                    double aim = total * (made + 1) / partitions;
                    cuts[made++] = aim - previous < below - aim ? place : next;
                }
                place = next;
                belowPlace = below;
            }
            if (index < order.length) {
                below += sample.weight(order[index]);
            }
        }
        Arrays.fill(cuts, made, cuts.length, Long.MAX_VALUE);
        return cuts;
    }
}
