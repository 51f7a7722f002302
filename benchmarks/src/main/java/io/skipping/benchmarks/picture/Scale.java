// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts numbers to places on an axis.
 *
 * @param from the number at the beginning of the axis
 * @param to the number at its end
 * @param start the place of the beginning
 * @param end the place of the end
 */
record Scale(boolean logarithmic, double from, double to, double start, double end) {
    private static final int LINEAR_TICKS = 5;

    /** Returns a scale of all numbers from the least to the most, which begins and ends at round ones. */
    static Scale around(boolean logarithmic, double least, double most, double start, double end) {
        if (!logarithmic) {
            double step = step(most / LINEAR_TICKS);
            return new Scale(false, 0, Math.max(step, step * Math.ceil(most / step)), start, end);
        }
        double from = Math.pow(10, Math.floor(Math.log10(least) - 0.01));
        double to = Math.pow(10, Math.ceil(Math.log10(most)));
        return new Scale(true, from, Math.max(to, 10 * from), start, end);
    }

    /** Returns the next 1, 2 or 5 with zeros. */
    private static double step(double least) {
        if (least <= 0) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    double place(double number) {
        double part = logarithmic
                ? (Math.log10(number) - Math.log10(from)) / (Math.log10(to) - Math.log10(from))
                : (number - from) / (to - from);
        return start + part * (end - start);
    }

    /** Returns the numbers that get a label. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            for (int power = (int) Math.round(Math.log10(from)); power <= Math.round(Math.log10(to)); power++) {
                // not a product, which has digits of its own
                ticks.add(Double.valueOf("1e" + power));
            }
        } else {
            double step = step(to / LINEAR_TICKS);
            for (int i = 0; i * step <= to * 1.0001; i++) {
                ticks.add(i * step);
            }
        }
        return ticks;
    }
}
