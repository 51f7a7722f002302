// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws charts, by XChart, as SVG and PNG. */
public final class Drawing {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 450;
    private static final int PNG_DOTS_PER_INCH = 144;

    /** Of systems, in their order; people with any kind of sight tell them apart (Okabe and Ito, 2008). */
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

    /** @param results of a benchmark, in long form */
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
     * Writes {@code <file>.svg} and {@code <file>.png}. What there is no record of is left out: a part of a benchmark may not have been run.
     *
     * @param file without its ending
     * @return whether there is anything to draw
     */
    public boolean draw(BarChart chart, Path file) throws IOException {
        List<String> cases = chart.cases().keySet().stream()
                .filter(name -> chart.systems().stream().anyMatch(system -> value(chart, system, name) != null))
                .toList();
        if (cases.isEmpty()) {
            return false;
        }
        CategoryChart drawn = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(chart.title())
                .yAxisTitle(chart.axis())
                .build();
        style(drawn, chart.logarithmic());
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
            // XChart would have bars begin at 0, and refuse it
            drawn.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least) - 0.01)));
        }
        VectorGraphicsEncoder.saveVectorGraphic(drawn, file.toString(), VectorGraphicsFormat.SVG);
        BitmapEncoder.saveBitmapWithDPI(drawn, file.toString(), BitmapFormat.PNG, PNG_DOTS_PER_INCH);
        return true;
    }

    /** @return null, which XChart draws nothing for, where there is no record, or no logarithm */
    private Double value(BarChart chart, String system, String names) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().is(system, names, chart.metric()))
                .map(Map.Entry::getValue)
                .filter(number -> number > 0 || !chart.logarithmic())
                .findFirst()
                .orElse(null);
    }

    private static void style(CategoryChart chart, boolean logarithmic) {
        chart.getStyler()
                .setSeriesColors(COLOURS.toArray(Color[]::new))
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setLegendPosition(LegendPosition.OutsideE)
                .setLegendBorderColor(Color.WHITE);
        chart.getStyler().setYAxisLogarithmic(logarithmic).setAxisTickLabelsFont(new Font("SansSerif", Font.PLAIN, 12));
        chart.getStyler().setLocale(Locale.ROOT);
    }
}
