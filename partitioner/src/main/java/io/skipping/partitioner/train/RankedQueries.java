// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Represents past queries in the ranks of a sample. An interval becomes two ranks: that of the first value at or above
 * its lower end, and that of the last value at or below its upper end. If it contains no value, the second rank is one
 * less than the first. In either case, it meets bounds unless one of the two lies entirely beyond the other.
 */
final class RankedQueries {
    private final double[] weights;
    /** For each query and column: low, high, low, high, …; null if the query did not ask about the column. */
    private final int[][][] intervals;
    /** For each column: the ranks at which queries' bounds divide it, and the bounds. */
    private final List<TreeMap<Integer, Interval.Bound>> bounds = new ArrayList<>();
    /** For each column: the median extent that queries ask of it; NaN for the whole column. */
    private final double[] typicalExtents;

    RankedQueries(Sample sample, History history) {
        List<History.Weighed> queries = new ArrayList<>(history.weighed(sample));
        List<String> names = sample.columns().stream().map(Column::name).toList();
        queries.removeIf(weighed -> !asks(weighed.query(), names));
        names.forEach(name -> bounds.add(new TreeMap<>()));
        weights = queries.stream().mapToDouble(History.Weighed::weight).toArray();
        intervals = new int[queries.size()][names.size()][];
        for (int query = 0; query < intervals.length; query++) {
            for (int column = 0; column < names.size(); column++) {
                List<Interval> asked = queries.get(query).query().conditions().get(names.get(column));
                if (asked != null) {
                    intervals[query][column] =
                            ranked(sample, column, asked, queries.get(query).original());
                }
            }
        }
        List<PastQuery> past =
                history.queries().stream().filter(query -> asks(query, names)).toList();
        typicalExtents = new double[names.size()];
        for (int column = 0; column < typicalExtents.length; column++) {
            typicalExtents[column] = typicalExtent(past, names.get(column));
        }
    }

    private static boolean asks(PastQuery query, List<String> columns) {
        return columns.stream().anyMatch(query.conditions()::containsKey);
    }

    private static double typicalExtent(List<PastQuery> past, String column) {
        double[] extents = past.stream()
                .map(query -> query.conditions().get(column))
                .mapToDouble(RankedQueries::extent)
                .sorted()
                .toArray();
        double median = extents.length == 0 ? Double.POSITIVE_INFINITY : extents[extents.length / 2];
        return Double.isFinite(median) ? median : Double.NaN;
    }

    /**
     * Returns the extent of all intervals together; infinite if the query does not ask about the column, or asks for
     * text.
     */
    private static double extent(List<Interval> asked) {
        return asked == null || asked.get(0).type().isText()
                ? Double.POSITIVE_INFINITY
                : asked.stream().mapToDouble(Interval::extent).sum();
    }

    /**
     * Returns what queries typically ask of a column: the median of their extents, or the column's whole extent if most
     * do not ask about it.
     */
    double typicalExtent(Sample sample, int column) {
        return Double.isNaN(typicalExtents[column]) ? sample.whole().extent(sample, column) : typicalExtents[column];
    }

    private int[] ranked(Sample sample, int column, List<Interval> asked, boolean keepBounds) {
        RankedColumn values = sample.column(column);
        int[] ranks = new int[2 * asked.size()];
        for (int index = 0; index < asked.size(); index++) {
            Interval interval = asked.get(index);
            if (interval.type() != values.type()) {
                throw new IllegalArgumentException("A query asks for a %s of column %s, which is a %s"
                        .formatted(
                                interval.type().typeName(),
                                sample.columns().get(column).name(),
                                values.type().typeName()));
            }
            Interval.Bound below = interval.below();
            Interval.Bound above = interval.above();
            ranks[2 * index] = below.rank(values);
            ranks[2 * index + 1] = (above == null ? values.distinct() : above.rank(values)) - 1;
            if (keepBounds) {
                bounds.get(column).putIfAbsent(below.rank(values), below);
                if (above != null) {
                    bounds.get(column).putIfAbsent(above.rank(values), above);
                }
            }
        }
        return ranks;
    }

    /** Returns the numbers of all queries. */
    int[] all() {
        return IntStream.range(0, weights.length).toArray();
    }

    double weight(int query) {
        return weights[query];
    }

    /** Returns the bounds of queries in a column, by the first rank that is not below. */
    TreeMap<Integer, Interval.Bound> bounds(int column) {
        return bounds.get(column);
    }

    boolean meets(int query, Box box) {
        int[][] asked = intervals[query];
        for (int column = 0; column < asked.length; column++) {
            if (asked[column] != null && !meets(asked[column], box.low(column), box.high(column))) {
                return false;
            }
        }
        return true;
    }

    private static boolean meets(int[] asked, int low, int high) {
        for (int index = 0; index < asked.length; index += 2) {
            if (asked[index] <= high && asked[index + 1] >= low && low <= high) {
                return true;
            }
        }
        return false;
    }

    /** Returns the share of a box that satisfies a query's conditions on all columns but one, measured by ranks. */
    double relevance(int query, Box box, int exceptColumn) {
        double relevance = 1;
        int[][] asked = intervals[query];
        for (int column = 0; column < asked.length; column++) {
            if (column != exceptColumn && asked[column] != null && box.low(column) <= box.high(column)) {
                double left = 0;
                for (int index = 0; index < asked[column].length; index += 2) {
                    int low = Math.max(asked[column][index], box.low(column));
                    int high = Math.min(asked[column][index + 1], box.high(column));
                    left += Math.max(0, high - low + 1);
                }
                relevance *= Math.min(1, left / (box.high(column) - box.low(column) + 1));
            }
        }
        return relevance;
    }
}
