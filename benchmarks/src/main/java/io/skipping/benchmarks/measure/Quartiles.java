// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.util.Locale;
import java.util.stream.DoubleStream;

/** Holds the quartiles of some numbers. A quartile between two numbers is interpolated linearly. */
public record Quartiles(double first, double median, double third) {
    public static Quartiles of(DoubleStream numbers) {
        double[] sorted = sorted(numbers);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    /** Returns the quantile of numbers at a fraction from 0 to 1. */
    public static double quantile(DoubleStream numbers, double part) {
        return at(sorted(numbers), part);
    }

    public static Quartiles ofOne(double number) {
        return new Quartiles(number, number, number);
    }

    /** Formats the median, with the other quartiles in brackets. */
    public String text(int decimals) {
        String number = "%." + decimals + "f";
        return String.format(Locale.ROOT, number + " (" + number + " to " + number + ")", median, first, third);
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
