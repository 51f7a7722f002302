// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.Locale;
import java.util.Optional;

/**
 * Holds how many times fewer bytes queries read than without a filter, as IOStack D4.3 reports it for some system, size of boxes
 * and number of partitions.
 *
 * @param least the ratio, or the least that it can be by what is reported
 * @param most the ratio, or the most that it can be; infinite if nothing is reported of that
 */
record Published(double least, double most) {
    /** Gives the gigabytes that are read without a filter (figures 9, 10 and 12). */
    private static final double ALL = 1024;

    /** Section 2.3.3: "between x17 and x2.5 reduction". */
    private static final Published GRID = new Published(2.5, 17);

    /**
     * The four numbers of figure 10 that its text leaves open: those of precision 0, and of precision 1 for 10 km.
     */
    private static final Published FIGURE_10 = new Published(ALL / 97, ALL / 84);

    /**
     * Returns what is published; empty if nothing is.
     *
     * @param kilometres side of the boxes
     */
    static Optional<Published> of(String system, int kilometres, int partitions) {
        return switch (system) {
            case Systems.GRID_0 -> partitions == 128 ? Optional.of(FIGURE_10) : Optional.empty();
            case Systems.GRID_1 -> Optional.of(grid(kilometres, partitions));
            // section 2.3.4, figure 12
            case Systems.KD_TREE ->
                Optional.of(
                        kilometres == 5 && partitions == 128
                                ? new Published(53, 53)
                                : new Published(18, Double.POSITIVE_INFINITY));
            default -> Optional.empty();
        };
    }

    private static Published grid(int kilometres, int partitions) {
        if (partitions == 128) {
            return switch (kilometres) {
                case 5 -> new Published(17, 17);
                // the largest of figure 10: larger boxes read more, and at 20 km precision 0 reads less
                case 20 -> new Published(ALL / 137, ALL / 137);
                default -> FIGURE_10;
            };
        }
        // the least: fewer partitions and larger boxes both read more
        return kilometres == 20 && partitions == 32 ? new Published(2.5, 2.5) : GRID;
    }

    /** Returns the ratio for human readers. */
    @Override
    public String toString() {
        if (least == most) {
            return number(least);
        }
        return Double.isInfinite(most) ? "≥ " + number(least) : "%s to %s".formatted(number(least), number(most));
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, ratio == Math.rint(ratio) ? "%.0f" : "%.1f", ratio);
    }
}
