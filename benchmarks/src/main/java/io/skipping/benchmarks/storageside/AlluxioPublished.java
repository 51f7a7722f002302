// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.storageside.KeyedTable.Arrangement;
import io.skipping.benchmarks.storageside.KeyedTable.Way;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Holds what <i>Storage-Side Processing for Spark with Tiered Storage</i> publishes as numbers or as statements. Its figures 7 to 12 are
 * curves: the numbers that they have are the sizes of files in their captions.
 */
final class AlluxioPublished {
    private static final int MILLION = 1 << 20;

    /** Sizes of files in millions of bytes, by rows and number of values: captions of figures 7 to 9, and of 10 to 12. */
    private static final Map<Long, Map<Integer, Double>> SIZES = Map.of(
            (long) MILLION,
            Map.of(1, 8.1, 5, 41.0, 10, 81.0),
            4L * MILLION,
            Map.of(1, 33.0, 5, 161.0, 10, 321.0),
            16L * MILLION,
            Map.of(1, 129.0, 5, 643.0, 10, 1284.0));

    private AlluxioPublished() {}

    /**
     * Something that the paper says, with the number here that it can be compared with.
     *
     * @param name in results
     * @param where section of the paper
     * @param says for human readers
     * @param compared what is compared here, for human readers
     * @param publishedLeast the number that the paper states, or the least that its statement allows; NaN if it allows any
     * @param publishedMost the greatest of the same
     * @param here the numbers here, of which the report has the least and the greatest
     */
    record Statement(
            String name,
            String where,
            String says,
            String compared,
            double publishedLeast,
            double publishedMost,
            String unit,
            Function<List<KeyedOutcome>, DoubleStream> here) {
        /** Returns the least and the greatest number here; without numbers if nothing comparable was measured. */
        DoubleSummaryStatistics measured(List<KeyedOutcome> outcomes) {
            return here.apply(outcomes).summaryStatistics();
        }

        /** Returns the numbers here for human readers. */
        String text(List<KeyedOutcome> outcomes) {
            DoubleSummaryStatistics measured = measured(outcomes);
            if (measured.getCount() == 0) {
                return "not measured";
            }
            String suffix = unit.equals("1") ? " times" : " " + unit;
            return measured.getMin() == measured.getMax()
                    ? number(measured.getMin()) + suffix
                    : "%s to %s%s".formatted(number(measured.getMin()), number(measured.getMax()), suffix);
        }

        private static String number(double number) {
            return String.format(Locale.ROOT, "%.2f", number);
        }
    }

    /** Returns the size of a file with such a table, in bytes; empty if the paper has none. */
    static OptionalDouble bytes(KeyedTable table) {
        Double megabytes = SIZES.getOrDefault(table.rows(), Map.of()).get(table.values());
        return megabytes == null ? OptionalDouble.empty() : OptionalDouble.of(megabytes * 1e6);
    }

    /** Returns the figures that have a table, for human readers. */
    static String figures(KeyedTable table) {
        return switch ((int) (table.rows() / MILLION)) {
            case 1 -> "7, 10";
            case 4 -> "8, 11";
            case 16 -> "9, 12";
            default -> "";
        };
    }

    static List<Statement> statements() {
        return List.of(
                new Statement(
                        "reading",
                        "4.2",
                        "reading without the query is faster than with it, for all numbers of rows and columns",
                        "time of store-filter ÷ hive-no-statistics, where rows match",
                        1,
                        Double.NaN,
                        "1",
                        outcomes -> ratios(outcomes, Way.STORE, Way.ENGINE_READS_ALL)),
                new Statement(
                        "columns-with-filter",
                        "4.2",
                        "reading with the query takes longer with more columns",
                        "store-filter: time of most values ÷ one, of all rows, scattered",
                        1,
                        Double.NaN,
                        "1",
                        outcomes -> moreColumns(outcomes, Way.STORE)),
                new Statement(
                        "columns-without-filter",
                        "4.2",
                        "more columns do not affect reading without the query",
                        "hive-no-statistics: the same",
                        1,
                        1,
                        "1",
                        outcomes -> moreColumns(outcomes, Way.ENGINE_READS_ALL)),
                new Statement(
                        "largest-with-filter",
                        "4.2",
                        "reading nearly 1.3 GB with the query takes more than a minute",
                        "store-filter: seconds for all rows of 16,777,216 with ten values",
                        60,
                        Double.NaN,
                        "s",
                        outcomes -> seconds(
                                outcomes,
                                Way.STORE,
                                each -> each.table().rows() == 16L * MILLION
                                        && each.table().values() == 10
                                        && each.share() == 100)),
                new Statement(
                        "growth-in-spark",
                        "4.3",
                        "filtering in Spark takes 0.5 to 1 s more, from the smallest to the largest table",
                        "hive: seconds of the most rows − the fewest, by columns, of all rows, scattered",
                        0.5,
                        1,
                        "s",
                        AlluxioPublished::growth),
                new Statement(
                        "pushdown",
                        "4.3",
                        "filter pushdown is slightly better in some results, \"but the advantage looks weak\"",
                        "time of hive ÷ hive-no-statistics, of scattered rows, where rows match",
                        Double.NaN,
                        1,
                        "1",
                        outcomes -> ratios(
                                outcomes.stream()
                                        .filter(AlluxioPublished::scattered)
                                        .toList(),
                                Way.ENGINE,
                                Way.ENGINE_READS_ALL)),
                new Statement(
                        "filter-by-engine",
                        "5",
                        "filtering on the Alluxio worker was not faster than filtering in Spark",
                        "time of store-filter ÷ hive, where rows match",
                        1,
                        Double.NaN,
                        "1",
                        outcomes -> ratios(outcomes, Way.STORE, Way.ENGINE)));
    }

    private static DoubleStream ratios(List<KeyedOutcome> outcomes, Way way, Way other) {
        return outcomes.stream()
                .filter(each -> each.share() > 0)
                .mapToDouble(each -> each.seconds(way) / each.seconds(other));
    }

    private static DoubleStream moreColumns(List<KeyedOutcome> outcomes, Way way) {
        return allScattered(outcomes)
                .map(each -> each.table().rows())
                .distinct()
                .flatMapToDouble(rows -> {
                    List<KeyedOutcome> byValues = allScattered(outcomes)
                            .filter(each -> each.table().rows() == rows)
                            .sorted(Comparator.comparingInt(each -> each.table().values()))
                            .toList();
                    return byValues.size() < 2
                            ? DoubleStream.empty()
                            : DoubleStream.of(byValues.getLast().seconds(way)
                                    / byValues.getFirst().seconds(way));
                });
    }

    private static DoubleStream growth(List<KeyedOutcome> outcomes) {
        return allScattered(outcomes)
                .map(each -> each.table().values())
                .distinct()
                .flatMapToDouble(values -> {
                    List<KeyedOutcome> byRows = allScattered(outcomes)
                            .filter(each -> each.table().values() == values)
                            .sorted(Comparator.comparingLong(
                                    each -> each.table().rows()))
                            .toList();
                    return byRows.size() < 2
                            ? DoubleStream.empty()
                            : DoubleStream.of(byRows.getLast().seconds(Way.ENGINE)
                                    - byRows.getFirst().seconds(Way.ENGINE));
                });
    }

    private static Stream<KeyedOutcome> allScattered(List<KeyedOutcome> outcomes) {
        return outcomes.stream().filter(each -> each.share() == 100 && scattered(each));
    }

    private static boolean scattered(KeyedOutcome outcome) {
        return outcome.table().arrangement() == Arrangement.SCATTERED;
    }

    private static DoubleStream seconds(List<KeyedOutcome> outcomes, Way way, Predicate<KeyedOutcome> which) {
        return outcomes.stream().filter(which).mapToDouble(each -> each.seconds(way));
    }
}
