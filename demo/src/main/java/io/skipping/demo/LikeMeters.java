// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Setting;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Holds what a meter used beside meters like it, and tells it as a sentence and a picture.
 *
 * @param days how many days were asked of
 * @param runs how the query was answered in each setting, once
 */
record LikeMeters(LikeMetersQuery query, int days, Map<Setting, Measurement.Run> runs) {
    /** Width of the longest bar, in characters. */
    private static final int WIDTH = 40;

    /** Returns the rows, as the stock connector gives them. */
    List<List<Object>> rows() {
        return runs.get(Setting.PLAIN).rows();
    }

    boolean equalResults() {
        return runs.values().stream().map(Measurement.Run::rows).allMatch(rows()::equals);
    }

    /** Returns the number of meters that this one is compared with. */
    long others() {
        return rows().stream()
                .mapToLong(row -> ((Number) row.getLast()).longValue())
                .max()
                .orElse(0);
    }

    double ownKwh() {
        return rows().stream().mapToDouble(row -> kwh(row.get(1))).sum();
    }

    /** Returns the mean of the others. */
    double othersKwh() {
        return rows().stream().mapToDouble(row -> kwh(row.get(2))).sum();
    }

    private static double kwh(Object value) {
        return value == null ? 0 : ((BigDecimal) value).doubleValue();
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(query.description()).append("\n\n");
        text.append(query.sql("meters").indent(2)).append('\n');
        if (others() == 0) {
            return text.append("There is no meter like it.\n\n").append(costs()).toString();
        }
        double greatest = rows().stream()
                .mapToDouble(row -> Math.max(kwh(row.get(1)), kwh(row.get(2))))
                .max()
                .orElse(0);
        text.append("  UTC    █ this meter, ▒ the mean of the others, kWh\n");
        for (List<Object> row : rows()) {
            text.append(
                    bar("%02d:00".formatted(((Number) row.getFirst()).longValue()), '█', kwh(row.get(1)), greatest));
            text.append(bar("     ", '▒', kwh(row.get(2)), greatest));
        }
        return text.append('\n')
                .append(sentence())
                .append("\n\n")
                .append(costs())
                .toString();
    }

    /** Returns a line for each setting with what its run took. */
    private String costs() {
        StringBuilder costs = new StringBuilder();
        for (Setting setting : Setting.values()) {
            Measurement.Run run = runs.get(setting);
            if (run != null) {
                costs.append(String.format(
                        Locale.ROOT,
                        "%-20s %8d requests %10s %8s%n",
                        setting.title(),
                        run.counts().requests(),
                        Quantity.bytes(run.counts().bytesSent()),
                        Quantity.seconds(run.seconds())));
            }
        }
        return costs.toString();
    }

    private static String bar(String hour, char block, double kwh, double greatest) {
        int length = greatest > 0 ? (int) Math.round(kwh / greatest * WIDTH) : 0;
        return String.format(
                Locale.ROOT, "  %s  %s %.2f%n", hour, String.valueOf(block).repeat(length), kwh);
    }

    private String sentence() {
        double percent = 100 * (ownKwh() / othersKwh() - 1);
        return String.format(
                Locale.ROOT,
                "In %s this meter used %.2f kWh, and %s like it %.2f kWh%s: it used %s.",
                days == 1 ? "a day" : days + " days",
                ownKwh(),
                others() == 1 ? "the one" : "the %d".formatted(others()),
                othersKwh(),
                others() == 1 ? "" : " on average",
                Math.abs(percent) < 0.5
                        ? "as much"
                        : String.format(Locale.ROOT, "%.0f %% %s", Math.abs(percent), percent > 0 ? "more" : "less"));
    }
}
