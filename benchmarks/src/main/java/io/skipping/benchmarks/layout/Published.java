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
record Published(double least, double most, Source source) {
    /** Gives the gigabytes that are read without a filter (figures 9, 10 and 12). */
    private static final double ALL = 1024;

    /** Section 2.3.4: "between 3 and 7 times improvement compared to fixed grid with precision 1". */
    static final Published TREE_BY_GRID_1 = new Published(3, 7, Source.TEXT);

    /** Section 2.3.3: "between x17 and x2.5 reduction". */
    private static final Published GRID = new Published(2.5, 17, Source.TEXT);

    /**
     * The four numbers of figure 10 that its text leaves open: those of precision 0, and of precision 1 for 10 km.
     */
    private static final Published FIGURE_10 = new Published(ALL / 97, ALL / 84, Source.FIGURE_10);

    /** Says where a ratio comes from. */
    enum Source {
        /** The text states it of this very box and number of partitions, or of all of them. */
        TEXT(""),
        /** It is computed from gigabytes that figure 10 shows. */
        FIGURE_10("*"),
        /** The text or a figure has the number, and which box and number of partitions it is of is a conclusion. */
        CONCLUDED("†");

        private final String mark;

        Source(String mark) {
            this.mark = mark;
        }
    }

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
                                ? new Published(53, 53, Source.TEXT)
                                : new Published(18, Double.POSITIVE_INFINITY, Source.TEXT));
            default -> Optional.empty();
        };
    }

    /**
     * Returns what is published of the grid of precision 1. Its text says that larger boxes and fewer partitions read more
     * (2.3.3), so that its greatest ratio must be that of 5 km and 128 partitions, and its least that of 20 km and 32. Of the
     * numbers of figure 10 the largest must be that of 20 km, because there precision 0 reads less.
     */
    private static Published grid(int kilometres, int partitions) {
        if (partitions == 128) {
            return switch (kilometres) {
                case 5 -> new Published(17, 17, Source.CONCLUDED);
                case 20 -> new Published(ALL / 137, ALL / 137, Source.CONCLUDED);
                default -> FIGURE_10;
            };
        }
        return kilometres == 20 && partitions == 32 ? new Published(2.5, 2.5, Source.CONCLUDED) : GRID;
    }

    /** Returns whether the document states this number of this case. */
    boolean stated() {
        return source == Source.TEXT;
    }

    /** Returns the ratio for human readers, with the mark of its source. */
    @Override
    public String toString() {
        String range;
        if (least == most) {
            range = number(least);
        } else {
            range = Double.isInfinite(most) ? "≥ " + number(least) : "%s to %s".formatted(number(least), number(most));
        }
        return range + source.mark;
    }

    /** Explains the marks of {@link #toString}, for human readers. */
    static String marks() {
        return "\\* computed from the gigabytes that figure 10 shows, of 1,024; their places are not labelled."
                + " † D4.3 has the number, but which case it is of is a conclusion: section 2.3.3 says that larger boxes and"
                + " fewer partitions read more, so ×17 must be of 5 km and 128 partitions, and ×2.5 of 20 km and 32;"
                + " 7.5 is 1,024 ÷ 137, the largest number of figure 10, which must be of precision 1 and 20 km.";
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, ratio == Math.rint(ratio) ? "%.0f" : "%.1f", ratio);
    }
}
