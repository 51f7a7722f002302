// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Holds records that are to become one or more partitions, and finds ways to divide them. Immutable. */
final class Bucket {
    private static final int MOST_PLACES = 64;

    /** The least share of the weight on one side. With less, a tree would be deep where no query looks. */
    private static final double LEAST_SHARE = 0.25;

    private final Training training;
    /** The records in the order of each column. */
    private final int[][] sorted;

    private final int[] met;
    private final int partitions;
    private final int depth;
    private final Box box;
    private final double weight;

    /** Creates a bucket of all records of the sample. */
    Bucket(Training training, int partitions) {
        this(training, training.sorted(), training.queries().all(), partitions, 0);
    }

    private Bucket(Training training, int[][] sorted, int[] met, int partitions, int depth) {
        this.training = training;
        this.sorted = sorted;
        this.partitions = partitions;
        this.depth = depth;
        box = Box.of(training.sample(), sorted[0]);
        double sum = 0;
        for (int row : sorted[0]) {
            sum += training.weights().of(row);
        }
        weight = sum;
        this.met = Arrays.stream(met)
                .filter(query -> training.queries().meets(query, box))
                .toArray();
    }

    Sample sample() {
        return training.sample();
    }

    RankedQueries queries() {
        return training.queries();
    }

    /** Returns the past queries that meet the box. */
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

    /** Returns how much weight past queries read of the bucket if it is not divided further. */
    double cost() {
        double read = 0;
        for (int query : met) {
            read += training.queries().weight(query) * weight;
        }
        return read;
    }

    /** Returns the two sides of a cut. */
    List<Bucket> sides(Cut cut) {
        RankedColumn values = sample().column(cut.column());
        int[][] below = new int[sorted.length][];
        int[][] above = new int[sorted.length][];
        for (int column = 0; column < sorted.length; column++) {
            int[] order = sorted[column];
            int[] lower = new int[order.length];
            int[] upper = new int[order.length];
            int lowerCount = 0;
            int upperCount = 0;
            for (int row : order) {
                if (values.rank(row) < cut.fromRank()) {
                    lower[lowerCount++] = row;
                } else {
                    upper[upperCount++] = row;
                }
            }
            below[column] = Arrays.copyOf(lower, lowerCount);
            above[column] = Arrays.copyOf(upper, upperCount);
        }
        // a side with fewer distinct records than partitions would leave some partitions empty
        int differentBelow = training.weights().different(below[0], partitions);
        int differentAbove = training.weights().different(above[0], partitions);
        int partitionsAbove = Math.min(partitions - Math.min(cut.partitionsBelow(), differentBelow), differentAbove);
        int partitionsBelow = Math.min(partitions - partitionsAbove, differentBelow);
        return List.of(
                new Bucket(training, below, met, partitionsBelow, depth + 1),
                new Bucket(training, above, met, partitionsAbove, depth + 1));
    }

    /** Returns, for each column with more than one value, the cut nearest to the middle. */
    List<Cut> medians() {
        List<Cut> medians = new ArrayList<>();
        int lower = (partitions + 1) / 2;
        double aim = weight * lower / partitions;
        for (int column = 0; column < sorted.length; column++) {
            Order order = new Order(column);
            int best = -1;
            for (int place = 0; place < order.places(); place++) {
                if (best < 0 || Math.abs(order.weightBelow(place) - aim) < Math.abs(order.weightBelow(best) - aim)) {
                    best = place;
                }
            }
            if (best >= 0) {
                medians.add(order.cut(best, null, lower));
            }
        }
        return medians;
    }

    /** Returns a cut with the boxes of its sides. */
    Sides boxes(Cut cut) {
        Order order = new Order(cut.column());
        TreeMap<Integer, Cut> only = new TreeMap<>();
        only.put(order.placeOf(cut.fromRank()), cut);
        return order.boxes(only).get(0);
    }

    /** Returns balanced cuts of a column, in ascending order: places evenly spaced by weight, and bounds of queries. */
    List<Sides> balancedCuts(int column) {
        Order order = new Order(column);
        int[] balanced =
                IntStream.range(0, order.places()).filter(order::isWanted).toArray();
        if (balanced.length == 0) {
            return List.of();
        }
        TreeMap<Integer, Cut> chosen = new TreeMap<>();
        for (int place : thinned(balanced)) {
            chosen.put(place, order.cut(place, null, order.partitionsBelow(place)));
        }
        if (met.length > 0) {
            Map<Integer, Interval.Bound> bounds = new TreeMap<>();
            queries()
                    .bounds(column)
                    .subMap(order.fromRank(balanced[0]), true, order.fromRank(balanced[balanced.length - 1]), true)
                    .forEach((rank, bound) -> bounds.putIfAbsent(order.placeOf(rank), bound));
            int[] atBounds = bounds.keySet().stream()
                    .mapToInt(Integer::intValue)
                    .filter(order::isWanted)
                    .toArray();
            for (int place : thinned(atBounds)) {
                chosen.put(place, order.cut(place, bounds.get(place), order.partitionsBelow(place)));
            }
        }
        return order.boxes(chosen);
    }

    /** Returns at most {@link #MOST_PLACES} of the places, evenly spaced. */
    private static int[] thinned(int[] places) {
        int count = Math.min(MOST_PLACES, places.length);
        return IntStream.range(0, count)
                .map(index -> places[(int) ((long) index * places.length / count)])
                .toArray();
    }

    /** Holds a cut, with the boxes of its two sides. */
    record Sides(Cut cut, Box below, Box above) {}

    /** Holds the places at which a column can be cut. Each is between two records with different values. */
    private final class Order {
        private final int column;
        private final RankedColumn values;
        private final int[] rows;
        /** For each place, the index of the first record of the upper side. */
        private final int[] firstAbove;

        private final double[] weightBelow;

        Order(int column) {
            this.column = column;
            values = sample().column(column);
            rows = sorted[column];
            int[] firsts = new int[rows.length];
            double[] sums = new double[rows.length];
            int places = 0;
            double sum = 0;
            for (int index = 0; index < rows.length; index++) {
                if (index > 0 && values.rank(rows[index]) != values.rank(rows[index - 1])) {
                    firsts[places] = index;
                    sums[places++] = sum;
                }
                sum += training.weights().of(rows[index]);
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

        /** Returns the number of partitions that fits the lower side's weight best. */
        int partitionsBelow(int place) {
            return (int) Math.max(1, Math.min(partitions - 1, Math.round(weightBelow[place] / weight * partitions)));
        }

        boolean isWanted(int place) {
            double share = weightBelow[place] / weight;
            return share >= LEAST_SHARE
                    && share <= 1 - LEAST_SHARE
                    && isBalanced(weightBelow[place], partitionsBelow(place));
        }

        private boolean isBalanced(double below, int lower) {
            return training.isBalanced(below, lower) && training.isBalanced(weight - below, partitions - lower);
        }

        Cut cut(int place, Interval.Bound bound, int lower) {
            double below = weightBelow[place];
            double miss = Math.abs(below - weight * lower / partitions);
            return new Cut(column, fromRank(place), bound, below, lower, miss, isBalanced(below, lower));
        }

        int fromRank(int place) {
            return values.rank(rows[firstAbove[place]]);
        }

        /** Returns the place that divides at a rank: the first one whose upper side begins at that rank or later. */
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

        /** Returns the boxes of the sides of cuts, given by their places. */
        List<Sides> boxes(TreeMap<Integer, Cut> cuts) {
            List<Box> below = new ArrayList<>();
            Box running = new Box(sorted.length);
            int index = 0;
            for (int place : cuts.keySet()) {
                for (; index < firstAbove[place]; index++) {
                    running.add(sample(), rows[index]);
                }
                below.add(running.copy());
            }
            List<Sides> sides = new ArrayList<>();
            running = new Box(sorted.length);
            index = rows.length - 1;
            int number = cuts.size();
            for (Map.Entry<Integer, Cut> cut : cuts.descendingMap().entrySet()) {
                for (; index >= firstAbove[cut.getKey()]; index--) {
                    running.add(sample(), rows[index]);
                }
                sides.add(new Sides(cut.getValue(), below.get(--number), running.copy()));
            }
            Collections.reverse(sides);
            return sides;
        }
    }
}
