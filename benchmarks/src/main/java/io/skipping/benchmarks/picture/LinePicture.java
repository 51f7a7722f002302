// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import io.skipping.benchmarks.picture.Svg.Anchor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Draws lines over two logarithmic axes. */
final class LinePicture {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 320;
    private static final int EDGE = 16;
    private static final int LEFT = 90;

    private final LineChart chart;
    private final Map<String, SortedMap<Double, Double>> lines;

    /** @param lines points by system, in the order of the chart; none is empty */
    LinePicture(LineChart chart, Map<String, SortedMap<Double, Double>> lines) {
        this.chart = chart;
        this.lines = lines;
    }

    /** Returns the picture; nothing if there are no lines. */
    Optional<String> draw() {
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        Svg svg = new Svg(WIDTH);
        Map<String, String> entries = new LinkedHashMap<>();
        lines.keySet().forEach(system -> entries.put(colour(system), Names.system(system)));
        double top = Legend.write(svg, chart.title(), entries, EDGE, WIDTH) + 34;
        Scale across = scale(true, LEFT, WIDTH - 3 * EDGE);
        Scale up = scale(false, top + HEIGHT, top);
        svg.text("axis", chart.verticalAxis() + ", logarithmic", EDGE, top - 16, Anchor.START);
        Unit unit = Unit.of(chart.metric());
        for (double tick : up.ticks()) {
            svg.gridLine(across.start(), up.place(tick), across.end(), up.place(tick));
            svg.text("tick", unit.write(tick), across.start() - 8, up.place(tick) + 4, Anchor.END);
        }
        for (double tick : across.ticks()) {
            svg.gridLine(across.place(tick), up.start(), across.place(tick), up.end());
            svg.text("tick", Unit.COUNT.write(tick), across.place(tick), up.start() + 18, Anchor.MIDDLE);
        }
        svg.text(
                "axis",
                chart.horizontalAxis() + ", logarithmic",
                (across.start() + across.end()) / 2,
                up.start() + 38,
                Anchor.MIDDLE);
        lines.forEach((system, points) -> write(svg, colour(system), points, across, up));
        return Optional.of(svg.end(chart.title(), up.start() + 38 + EDGE));
    }

    private static void write(Svg svg, String colour, SortedMap<Double, Double> points, Scale across, Scale up) {
        StringBuilder path = new StringBuilder();
        points.forEach((x, y) -> path.append(path.isEmpty() ? "M" : "L")
                .append(Svg.number(across.place(x)))
                .append(' ')
                .append(Svg.number(up.place(y))));
        svg.line(path.toString(), colour);
        points.forEach((x, y) -> svg.point(across.place(x), up.place(y), colour));
    }

    /** Returns the scale of the numbers of one axis. */
    private Scale scale(boolean horizontal, double start, double end) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (SortedMap<Double, Double> points : lines.values()) {
            var numbers = horizontal ? points.keySet() : points.values();
            least = Math.min(least, Collections.min(numbers));
            most = Math.max(most, Collections.max(numbers));
        }
        double from = Math.pow(10, Math.floor(Math.log10(least)));
        return new Scale(true, from, Math.max(Math.pow(10, Math.ceil(Math.log10(most))), 10 * from), start, end);
    }

    private String colour(String system) {
        return Legend.colour(chart.systems().indexOf(system));
    }
}
