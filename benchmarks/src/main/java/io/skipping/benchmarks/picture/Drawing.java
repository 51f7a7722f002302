// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws charts as SVG. */
public final class Drawing {
    private final Map<Key, Double> values = new HashMap<>();

    private record Key(String system, String name, String metric) {
        boolean is(String wantedSystem, String names, String wantedMetric) {
            return system.equals(wantedSystem) && metric.equals(wantedMetric) && name.matches(names);
        }
    }

    /**
     * Creates a drawing of results.
     *
     * @param results the results of a benchmark, one record per number
     */
    public Drawing(JsonNode results) {
        for (JsonNode each : results.required("records")) {
            Key key = new Key(
                    each.required("system").textValue(),
                    each.required("case").textValue(),
                    each.required("metric").textValue());
            values.put(key, each.required("value").doubleValue());
        }
    }

    /**
     * Writes {@code <file>.svg}. Leaves out cases and systems without records, since a benchmark may have run only in
     * part.
     *
     * @param file the file without its extension
     * @return whether there is anything to draw
     */
    public boolean draw(Chart chart, Path file) throws IOException {
        Optional<String> drawn = switch (chart) {
            case BarChart bars -> new BarPicture(bars, (system, name) -> value(bars, system, name)).draw();
            case LineChart lines -> new LinePicture(lines, points(lines)).draw();
        };
        if (drawn.isPresent()) {
            Files.writeString(file.resolveSibling(file.getFileName() + ".svg"), drawn.get());
        }
        return drawn.isPresent();
    }

    private Map<String, SortedMap<Double, Double>> points(LineChart chart) {
        Map<String, SortedMap<Double, Double>> lines = new LinkedHashMap<>();
        for (String system : chart.systems()) {
            SortedMap<Double, Double> points = points(chart, system);
            if (!points.isEmpty()) {
                lines.put(system, points);
            }
        }
        return lines;
    }

    private SortedMap<Double, Double> points(LineChart chart, String system) {
        Pattern cases = Pattern.compile(chart.cases());
        SortedMap<Double, Double> points = new TreeMap<>();
        values.forEach((key, value) -> {
            Matcher matcher = cases.matcher(key.name());
            if (key.system().equals(system) && key.metric().equals(chart.metric()) && matcher.matches() && value > 0) {
                points.put(Double.valueOf(matcher.group(1)), value);
            }
        });
        return points;
    }

    /** Returns the value of a bar; none if there is no record or no logarithm. */
    private OptionalDouble value(BarChart chart, String system, String names) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().is(system, names, chart.metric()))
                .mapToDouble(Map.Entry::getValue)
                .filter(number -> number > 0 || !chart.logarithmic())
                .findFirst();
    }
}
