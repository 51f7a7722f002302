// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records that are to become some partitions, and the ways to divide them. */
final class Bucket {
    private static final int MOST_PLACES = 256;

    /** With less on one side, a tree would be deep where nobody asks. */
    private static final double LEAST_SHARE = 0.25;

    private final Sample sample;
    private final Weights weights;
    private final RankedQueries queries;
    private final double tolerance;
    private final int[] rows;
    private final int[] met;
    private final int partitions;
    private final int depth;
    private final Box box;
    private final double weight;

    Bucket(
            Sample sample,
            Weights weights,
            RankedQueries queries,
            double tolerance,
            int[] rows,
            int[] met,
            int partitions,
            int depth) {
        this.sample = sample;
        this.weights = weights;
        this.queries = queries;
        this.tolerance = tolerance;
        this.rows = rows;
        this.partitions = partitions;
        this.depth = depth;
        box = Box.of(sample, rows);
        weight = Arrays.stream(rows).mapToDouble(weights::of).sum();
        this.met = Arrays.stream(met).filter(query -> queries.meets(query, box)).toArray();
    }

    Sample sample() {
        return sample;
    }

    RankedQueries queries() {
        return queries;
    }

    int[] rows() {
        return rows;
    }

    /** Past queries that meet the box. */
    int[] met() {
        return met;
    }

    int partitions() {
        return partitions;
    }

    int depth() {
        return depth;
    }

    Box box() {
        return box;
    }

    double weight() {
        return weight;
    }

    /** One side of a cut, as a bucket. */
    Bucket side(int[] rowsOfSide, int partitionsOfSide) {
        return new Bucket(sample, weights, queries, tolerance, rowsOfSide, met, partitionsOfSide, depth + 1);
    }

    /** The cut of each column that is nearest to the middle, for columns with more than one value. */
    List<Cut> medians() {
        List<Cut> medians = new ArrayList<>();
        int lower = (partitions + 1) / 2;
        double aim = weight * lower / partitions;
        for (int column = 0; column < sample.columns().size(); column++) {
            Order order = order(column);
            Cut best = null;
            for (int place = 0; place < order.places(); place++) {
                double miss = Math.abs(order.weightBelow(place) - aim);
                if (best == null || miss < best.miss()) {
                    best = cut(order, place, null, lower);
                }
            }
            if (best != null) {
                medians.add(best);
            }
        }
        return medians;
    }

    /** Balanced cuts of a column, in ascending order: medians, places in between, and bounds of queries that meet the bucket. */
    List<CutBoxes> balancedCuts(int column) {
        Order order = order(column);
        TreeMap<Integer, Cut> chosen = new TreeMap<>();
        List<Integer> balanced = new ArrayList<>();
        for (int place = 0; place < order.places(); place++) {
            double share = order.weightBelow(place) / weight;
            if (share >= LEAST_SHARE && share <= 1 - LEAST_SHARE && cut(order, place, null, lower(share)).balanced()) {
                balanced.add(place);
            }
        }
        for (int index = 0; index < Math.min(MOST_PLACES, balanced.size()); index++) {
            int place = balanced.get((int) ((long) index * balanced.size() / Math.min(MOST_PLACES, balanced.size())));
            chosen.put(place, cut(order, place, null, lower(order.weightBelow(place) / weight)));
        }
        List<Cut> atBounds = new ArrayList<>();
        if (!balanced.isEmpty() && met.length > 0) {
            // no bound between two places is lost: both have their rank
            Map<Integer, Interval.Bound> bounds = queries.bounds(column)
                    .subMap(order.fromRank(balanced.get(0)), true, order.fromRank(balanced.get(balanced.size() - 1)), true);
            for (Map.Entry<Integer, Interval.Bound> bound : bounds.entrySet()) {
                int place = order.placeOf(bound.getKey());
                Cut cut = cut(order, place, bound.getValue(), lower(order.weightBelow(place) / weight));
                // a bound in the gap between two values divides like the place there
                if (cut.balanced()) {
                    atBounds.add(cut);
                }
            }
        }
        for (int index = 0; index < Math.min(MOST_PLACES, atBounds.size()); index++) {
            Cut cut = atBounds.get((int) ((long) index * atBounds.size() / Math.min(MOST_PLACES, atBounds.size())));
            chosen.put(order.placeOf(cut.fromRank()), cut);
        }
        return order.boxes(chosen);
    }

    private int lower(double share) {
        return (int) Math.max(1, Math.min(partitions - 1, Math.round(share * partitions)));
    }

    private Cut cut(Order order, int place, Interval.Bound bound, int lower) {
        double below = order.weightBelow(place);
        double miss = Math.abs(below - weight * lower / partitions);
        boolean balanced = isBalanced(below, lower) && isBalanced(weight - below, partitions - lower);
        return new Cut(order.column, order.fromRank(place), bound, below, lower, miss, balanced);
    }

    private boolean isBalanced(double sideWeight, int sidePartitions) {
        double aim = sidePartitions * weights.ofPartition();
        return Math.abs(sideWeight - aim) <= tolerance * aim;
    }

    private Order order(int column) {
        return new Order(column);
    }

    /** A cut, with the boxes of its two sides. */
    record CutBoxes(Cut cut, Box below, Box above) {}

    /** The records in the order of a column. A place is between two records of different values. */
    private final class Order {
        private final int column;
        private final int[] sorted;
        /** Index of the first record of the upper side. */
        private final int[] firstAbove;

        private final double[] weightBelow;

        Order(int column) {
            this.column = column;
            RankedColumn values = sample.column(column);
            long[] packed = new long[rows.length];
            for (int index = 0; index < rows.length; index++) {
                packed[index] = (long) values.rank(rows[index]) << 32 | rows[index];
            }
            Arrays.sort(packed);
            sorted = new int[rows.length];
            int[] firsts = new int[rows.length];
            double[] sums = new double[rows.length];
            int places = 0;
            double sum = 0;
            for (int index = 0; index < packed.length; index++) {
                sorted[index] = (int) packed[index];
                if (index > 0 && packed[index] >>> 32 != packed[index - 1] >>> 32) {
                    firsts[places] = index;
                    sums[places++] = sum;
                }
                sum += weights.of(sorted[index]);
            }
            firstAbove = Arrays.copyOf(firsts, places);
            weightBelow = Arrays.copyOf(sums, places);
        }

        int places() {
            return firstAbove.length;
        }

        double weightBelow(int place) {
            return weightBelow[place];
        }

        int fromRank(int place) {
            return sample.column(column).rank(sorted[firstAbove[place]]);
        }

        /** The place that divides at a rank: the first one whose upper side begins at it or later. */
        int placeOf(int rank) {
            int low = 0;
            int high = places() - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (fromRank(middle) < rank) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        List<CutBoxes> boxes(TreeMap<Integer, Cut> cuts) {
            List<Box> below = new ArrayList<>();
            Box running = new Box(sample.columns().size());
            int index = 0;
            for (int place : cuts.keySet()) {
                for (; index < firstAbove[place]; index++) {
                    running.add(sample, sorted[index]);
                }
                below.add(running.copy());
            }
            List<CutBoxes> boxes = new ArrayList<>();
            running = new Box(sample.columns().size());
            index = sorted.length - 1;
            int number = cuts.size();
            for (Map.Entry<Integer, Cut> cut : cuts.descendingMap().entrySet()) {
                for (; index >= firstAbove[cut.getKey()]; index--) {
                    running.add(sample, sorted[index]);
                }
                boxes.add(new CutBoxes(cut.getValue(), below.get(--number), running.copy()));
            }
            java.util.Collections.reverse(boxes);
            return boxes;
        }
    }
}
