// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Holds the quartiles of some numbers. A quartile between two numbers is interpolated linearly.
 *
 * @param ofMedian where the median would be if the numbers were drawn again, in 95 of 100 cases. It gets narrower with more
 *     numbers, while the quartiles stay where they are
 */
public record Quartiles(double first, double median, double third, Interval ofMedian) {
    /** The quantile of the normal distribution between which and its negative 95 % lie. */
    private static final double NORMAL_95 = 1.96;

    /** A part of the numbers, with its ends. */
    public record Interval(double low, double high) {}

    public static Quartiles of(DoubleStream numbers) {
        double[] sorted = sorted(numbers);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), ofMedian(sorted));
    }

    /**
     * Returns the 95 % confidence interval of the median, by order statistics, whatever the distribution is: W. J. Conover,
     * Practical Nonparametric Statistics, section 3.2. Of fewer than six numbers it is all of them, which are fewer than 95 %.
     */
    private static Interval ofMedian(double[] sorted) {
        double half = sorted.length / 2.0;
        int rank = (int) Math.max(1, Math.round(half - NORMAL_95 * Math.sqrt(half / 2)));
        return new Interval(sorted[rank - 1], sorted[sorted.length - rank]);
    }

    /** Returns the quantile of numbers at a fraction from 0 to 1. */
    public static double quantile(DoubleStream numbers, double part) {
        return at(sorted(numbers), part);
    }

    public static Quartiles ofOne(double number) {
        return new Quartiles(number, number, number, new Interval(number, number));
    }

    /** Formats the median, with the other quartiles in brackets. */
    public String text(int decimals) {
        return text(decimals, first, third);
    }

    /** Formats the median, with its interval in brackets. */
    String textOfMedian(int decimals) {
        return text(decimals, ofMedian.low(), ofMedian.high());
    }

    private String text(int decimals, double from, double to) {
        String number = "%." + decimals + "f";
        return String.format(Locale.ROOT, number + " (" + number + " to " + number + ")", median, from, to);
    }

    private static double[] sorted(DoubleStream numbers) {
        double[] sorted = numbers.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("No numbers");
        }
        return sorted;
    }

    private static double at(double[] sorted, double part) {
        double position = part * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
