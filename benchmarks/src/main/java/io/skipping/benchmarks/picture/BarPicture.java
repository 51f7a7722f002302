// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import static java.util.stream.Collectors.joining;

import io.skipping.benchmarks.picture.Svg.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/**
 * Draws bars from left to right, one below the other, so that each has room for its number and, where systems are
 * compared, for the ratio.
 */
final class BarPicture {
    private static final int WIDTH = 900;
    private static final int EDGE = 16;
    private static final int BAR = 13;
    private static final int ROW = 17;
    private static final int GROUP_GAP = 10;
    private static final int TICKS = 20;

    private final BarChart chart;
    private final BiFunction<String, String, OptionalDouble> values;
    private final Unit unit;

    /** @param values numbers by system and case */
    BarPicture(BarChart chart, BiFunction<String, String, OptionalDouble> values) {
        this.chart = chart;
        this.values = values;
        this.unit = Unit.of(chart.metric());
    }

    private record Bar(String system, String name, double value) {}

    /** Returns the picture; nothing if there are no numbers. */
    Optional<String> draw() {
        Map<String, List<Bar>> groups = new LinkedHashMap<>();
        for (String name : chart.cases().keySet()) {
            List<Bar> bars = new ArrayList<>();
            for (String system : chart.systems()) {
                values.apply(system, name).ifPresent(value -> bars.add(new Bar(system, name, value)));
            }
            if (!bars.isEmpty()) {
                groups.put(name, bars);
            }
        }
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        List<Bar> all = groups.values().stream().flatMap(List::stream).toList();
        Svg svg = new Svg(WIDTH);
        Map<String, String> entries = new LinkedHashMap<>();
        for (String system : chart.systems()) {
            if (all.stream().anyMatch(bar -> bar.system().equals(system))) {
                entries.put(colour(system), chart.nameOf(system));
            }
        }
        double top = Legend.write(svg, chart.title(), entries, EDGE, WIDTH);
        for (String note : notes(all)) {
            svg.text("note", note, EDGE, top + 12, Anchor.START);
            top += ROW;
        }
        double left = EDGE
                + groups.keySet().stream()
                        .mapToDouble(name -> Svg.width(chart.cases().get(name), Svg.TEXT))
                        .max()
                        .orElseThrow();
        double labels = all.stream()
                .mapToDouble(bar -> Svg.width(label(bar), Svg.TEXT))
                .max()
                .orElseThrow();
        Scale scale = Scale.around(
                chart.logarithmic(),
                all.stream().mapToDouble(Bar::value).min().orElseThrow(),
                all.stream().mapToDouble(Bar::value).max().orElseThrow(),
                left + 10,
                WIDTH - EDGE - labels);
        return Optional.of(svg.end(chart.title(), write(svg, groups, scale, top + 10)));
    }

    /** Writes bars and axis, and returns where the space below them begins. */
    private double write(Svg svg, Map<String, List<Bar>> groups, Scale scale, double top) {
        double bottom = top
                + groups.values().stream()
                        .mapToDouble(bars -> bars.size() * ROW + GROUP_GAP)
                        .sum();
        double written = Double.NEGATIVE_INFINITY;
        for (double tick : scale.ticks()) {
            double x = scale.place(tick);
            svg.gridLine(x, top, x, bottom);
            String text = unit.write(tick);
            double half = Svg.width(text, Svg.TEXT) / 2;
            if (x - half > written + 4) {
                svg.text("tick", text, x, bottom + TICKS - 4, Anchor.MIDDLE);
                written = x + half;
            }
        }
        double y = top + GROUP_GAP / 2.0;
        for (Map.Entry<String, List<Bar>> group : groups.entrySet()) {
            int rows = group.getValue().size();
            svg.text(
                    "case", chart.cases().get(group.getKey()), scale.start() - 8, y + rows * ROW / 2.0 + 4, Anchor.END);
            for (Bar bar : group.getValue()) {
                double end = scale.place(bar.value());
                if (bar.value() > 0) {
                    svg.bar("bar", scale.start(), y + 2, Math.max(1, end - scale.start()), BAR, colour(bar.system()));
                }
                svg.text("value", label(bar), Math.max(scale.start() + 1, end) + 5, y + BAR - 1, Anchor.START);
                y += ROW;
            }
            y += GROUP_GAP;
        }
        String axis = chart.logarithmic() ? chart.axis() + ", logarithmic" : chart.axis();
        svg.text("axis", axis, (scale.start() + scale.end()) / 2, bottom + 2 * TICKS, Anchor.MIDDLE);
        return bottom + 2 * TICKS + EDGE;
    }

    private String colour(String system) {
        return Legend.colour(chart.systems().indexOf(system));
    }

    /** Returns the number of a bar and, if it is compared with another, how many times as much or as little that is. */
    private String label(Bar bar) {
        String number = unit.write(bar.value());
        return chart.baselineOf(bar.system())
                .flatMap(other -> ratio(bar.value(), values.apply(other, bar.name())))
                .map(ratio -> number + ", " + ratio)
                .orElse(number);
    }

    private static Optional<String> ratio(double value, OptionalDouble other) {
        if (value <= 0 || other.isEmpty() || other.getAsDouble() <= 0) {
            return Optional.empty();
        }
        double ratio = value / other.getAsDouble();
        String word = ratio > 1 ? "more" : "less";
        if (ratio > 0.9 && ratio < 1.1) {
            long percent = Math.abs(Math.round(100 * (ratio - 1)));
            return Optional.of(percent == 0 ? "equal" : "%d %% %s".formatted(percent, word));
        }
        return Optional.of("%s× %s".formatted(Unit.digits(ratio > 1 ? ratio : 1 / ratio), word));
    }

    /** Says what is compared with what. */
    private List<String> notes(List<Bar> bars) {
        Map<String, List<String>> compared = new LinkedHashMap<>();
        for (String system : chart.systems()) {
            boolean drawn = bars.stream().anyMatch(bar -> bar.system().equals(system));
            chart.baselineOf(system)
                    .filter(other ->
                            drawn && bars.stream().anyMatch(bar -> bar.system().equals(other)))
                    .ifPresent(other -> compared.computeIfAbsent(other, _ -> new ArrayList<>())
                            .add(chart.nameOf(system)));
        }
        if (compared.size() == 1) {
            return List.of("Ratios are to: "
                    + chart.nameOf(compared.keySet().iterator().next()));
        }
        return compared.entrySet().stream()
                .map(entry -> "Ratios of %s are to: %s"
                        .formatted(entry.getValue().stream().collect(joining("; ")), chart.nameOf(entry.getKey())))
                .toList();
    }
}
