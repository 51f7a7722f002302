// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import io.skipping.benchmarks.picture.Svg.Anchor;
import java.util.List;
import java.util.Map;

/** Writes what stands above a chart: its title, what the colours mean, and notes. */
final class Legend {
    /**
     * Colours of systems, in order, that readers with any kind of colour vision can tell apart (Okabe and Ito, 2008).
     */
    private static final List<String> COLOURS =
            List.of("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999");

    private static final int LINE = 18;
    private static final int SWATCH = 12;
    private static final int GAP = 20;

    private Legend() {}

    /** Returns the colour of a system by its place in the chart. */
    static String colour(int system) {
        return COLOURS.get(system % COLOURS.size());
    }

    /**
     * Writes title and legend, and returns where the space below them begins.
     *
     * @param entries names of systems by their colours
     */
    static double write(Svg svg, String title, Map<String, String> entries, int left, int width) {
        double y = 26;
        svg.title(title, left, y);
        y += 24;
        double x = left;
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            double wide = SWATCH + 6 + Svg.width(entry.getValue(), Svg.TEXT) + GAP;
            if (x > left && x + wide > width) {
                x = left;
                y += LINE;
            }
            svg.bar("key", x, y - SWATCH + 2, SWATCH, SWATCH, entry.getKey());
            svg.text("legend", entry.getValue(), x + SWATCH + 6, y, Anchor.START);
            x += wide;
        }
        return y + LINE / 2.0;
    }
}
