// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/**
 * Distributes a day's consumption over its 96 quarters of an hour and over the two tariffs. Off-peak is from 22:00 to
 * 06:00 UTC.
 */
final class LoadCurve {
    /** Number of different daily habits. */
    static final int HABITS = 4;

    static final int OFF_PEAK_ENDS = 6 * 4;
    static final int OFF_PEAK_BEGINS = 22 * 4;

    private static final LoadCurve[] BASE = {
        // away at work; at home; water heated by night; late risers
        new LoadCurve(3, 2, 2, 2, 2, 3, 6, 9, 7, 4, 3, 3, 4, 3, 3, 3, 4, 6, 9, 11, 10, 8, 6, 4),
        new LoadCurve(3, 2, 2, 2, 2, 3, 5, 7, 8, 7, 6, 7, 9, 7, 6, 6, 6, 7, 8, 9, 9, 7, 5, 4),
        new LoadCurve(9, 9, 8, 7, 6, 5, 5, 6, 5, 4, 3, 4, 5, 4, 3, 3, 4, 5, 7, 8, 7, 6, 6, 8),
        new LoadCurve(5, 4, 3, 2, 2, 2, 3, 4, 5, 7, 7, 7, 8, 7, 6, 5, 5, 6, 7, 9, 10, 10, 9, 7),
    };

    private static final LoadCurve HEATING =
            new LoadCurve(4, 4, 4, 4, 5, 7, 9, 9, 7, 5, 5, 4, 4, 4, 4, 4, 5, 6, 7, 8, 8, 7, 6, 5);

    /** Share of the day's consumption that is off-peak and before each quarter: 97 values, starting with 0. */
    private final double[] offPeak = new double[Climate.SLOTS + 1];

    private final double[] peak = new double[Climate.SLOTS + 1];
    private double least = Double.MAX_VALUE;

    private LoadCurve(int... hourlyWeights) {
        int total = 0;
        for (int weight : hourlyWeights) {
            total += weight * 4;
        }
        for (int slot = 0; slot < Climate.SLOTS; slot++) {
            double share = (double) hourlyWeights[slot / 4] / total;
            boolean cheap = isOffPeak(slot);
            offPeak[slot + 1] = offPeak[slot] + (cheap ? share : 0);
            peak[slot + 1] = peak[slot] + (cheap ? 0 : share);
            least = Math.min(least, share);
        }
    }

    static LoadCurve base(int habits) {
        return BASE[habits];
    }

    static LoadCurve heating() {
        return HEATING;
    }

    /** Returns whether consumption in the quarter of an hour that begins at a slot is off-peak. */
    static boolean isOffPeak(int slot) {
        return slot < OFF_PEAK_ENDS || slot >= OFF_PEAK_BEGINS;
    }

    /** Returns the share of the day's consumption that is off-peak and before a slot, 0 to 96. */
    double offPeakBefore(int slot) {
        return offPeak[slot];
    }

    /** Returns the share of the day's consumption that is at peak and before a slot, 0 to 96. */
    double peakBefore(int slot) {
        return peak[slot];
    }

    /** Returns the smallest share of any quarter. */
    double least() {
        return least;
    }
}
