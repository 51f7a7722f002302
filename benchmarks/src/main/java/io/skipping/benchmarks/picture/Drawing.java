// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws charts as SVG with XChart. */
public final class Drawing {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 450;

    /**
     * Colours of systems, in order, that readers with any kind of colour vision can tell apart (Okabe and Ito, 2008).
     */
    private static final List<Color> COLOURS = List.of(
            new Color(0xE69F00),
            new Color(0x56B4E9),
            new Color(0x009E73),
            new Color(0xF0E442),
            new Color(0x0072B2),
            new Color(0xD55E00),
            new Color(0xCC79A7),
            new Color(0x999999));

    private final Map<Key, Double> values = new HashMap<>();

    private record Key(String system, String name, String metric) {
        boolean is(String wantedSystem, String names, String wantedMetric) {
            return system.equals(wantedSystem) && metric.equals(wantedMetric) && name.matches(names);
        }
    }

    /** @param results the results of a benchmark, one record per number */
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
        Optional<org.knowm.xchart.internal.chartpart.Chart<?, ?>> drawn = switch (chart) {
            case BarChart bars -> drawn(bars);
            case LineChart lines -> drawn(lines);
        };
        if (drawn.isPresent()) {
            VectorGraphicsEncoder.saveVectorGraphic(drawn.get(), file.toString(), VectorGraphicsFormat.SVG);
        }
        return drawn.isPresent();
    }

    private Optional<org.knowm.xchart.internal.chartpart.Chart<?, ?>> drawn(LineChart chart) {
        XYChart drawn = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(chart.title())
                .xAxisTitle(chart.horizontalAxis())
                .yAxisTitle(chart.verticalAxis())
                .build();
        style(drawn.getStyler());
        drawn.getStyler().setMarkerSize(8);
        drawn.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setXAxisDecimalPattern("#,##0.######")
                .setYAxisDecimalPattern("#,##0.######");
        double least = Double.MAX_VALUE;
        double most = 0;
        for (String system : chart.systems()) {
            SortedMap<Double, Double> points = points(chart, system);
            if (!points.isEmpty()) {
                least = Math.min(least, Collections.min(points.values()));
                most = Math.max(most, Collections.max(points.values()));
                drawn.addSeries(system, List.copyOf(points.keySet()), List.copyOf(points.values()));
            }
        }
        if (drawn.getSeriesMap().isEmpty()) {
            return Optional.empty();
        }
        // only powers of ten have labels, and a small part of an axis may have none
        drawn.getStyler()
                .setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))))
                .setYAxisMax(Math.pow(10, Math.ceil(Math.log10(most))));
        return Optional.of(drawn);
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

    private Optional<org.knowm.xchart.internal.chartpart.Chart<?, ?>> drawn(BarChart chart) {
        List<String> cases = chart.cases().keySet().stream()
                .filter(name -> chart.systems().stream().anyMatch(system -> value(chart, system, name) != null))
                .toList();
        if (cases.isEmpty()) {
            return Optional.empty();
        }
        CategoryChart drawn = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(chart.title())
                .yAxisTitle(chart.axis())
                .build();
        style(drawn.getStyler());
        drawn.getStyler().setYAxisLogarithmic(chart.logarithmic());
        List<String> labels = cases.stream().map(chart.cases()::get).toList();
        double least = Double.MAX_VALUE;
        for (String system : chart.systems()) {
            List<Double> bars = new ArrayList<>();
            cases.forEach(name -> bars.add(value(chart, system, name)));
            if (bars.stream().anyMatch(bar -> bar != null)) {
                drawn.addSeries(system, labels, bars);
                least = Math.min(
                        least,
                        bars.stream()
                                .filter(bar -> bar != null)
                                .mapToDouble(bar -> bar)
                                .min()
                                .orElseThrow());
            }
        }
        if (chart.logarithmic()) {
            // XChart would start bars at 0, and then reject a logarithmic axis
            drawn.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least) - 0.01)));
        }
        return Optional.of(drawn);
    }

    /** Returns the value of a bar; null, for which XChart draws nothing, if there is no record or no logarithm. */
    private Double value(BarChart chart, String system, String names) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().is(system, names, chart.metric()))
                .map(Map.Entry::getValue)
                .filter(number -> number > 0 || !chart.logarithmic())
                .findFirst()
                .orElse(null);
    }

    private static void style(AxesChartStyler styler) {
        styler.setSeriesColors(COLOURS.toArray(Color[]::new))
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setLegendPosition(LegendPosition.OutsideE)
                .setLegendBorderColor(Color.WHITE);
        styler.setAxisTickLabelsFont(new Font("SansSerif", Font.PLAIN, 12));
        styler.setLocale(Locale.ROOT);
    }
}
