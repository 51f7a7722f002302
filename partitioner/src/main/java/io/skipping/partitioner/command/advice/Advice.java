// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.advice;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.command.ByteSize;
import io.skipping.partitioner.train.Forecast;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Compares how much queries would read of layouts.
 *
 * @param scans the number of scans of the table in the log
 * @param counted how many of the newer scans the forecasts use
 * @param tableBytes the size of the table, if it is known
 * @param present the layouts that exist
 * @param possible the layouts that could be made
 * @param hasLayout whether the table is known to have a layout, which may have drifted
 * @param losses what the best possible layout makes worse
 */
public record Advice(
        long scans,
        int counted,
        OptionalLong tableBytes,
        List<Layout> present,
        List<Layout> possible,
        boolean hasLayout,
        Losses losses) {
    /** A new layout is worth it if it saves at least this share of the bytes that are read. */
    private static final double WORTH = 0.1;

    private static final JsonMapper MAPPER = new JsonMapper();

    /**
     * Describes a layout, and how much queries read of it.
     *
     * @param name what tables and JSON call it
     * @param objects the number of objects
     * @param forecast what queries read of it
     */
    public record Layout(String name, int objects, Forecast forecast) {}

    public Advice {
        present = List.copyOf(present);
        possible = List.copyOf(possible);
    }

    private Layout best() {
        return possible.stream()
                .min(Comparator.comparingDouble(layout -> layout.forecast().share()))
                .orElseThrow();
    }

    /**
     * Returns the share of the bytes read of the present layout that the best possible one would save; empty if no
     * present layout is known.
     */
    private Optional<Double> spared() {
        return present.stream()
                .findFirst()
                .filter(layout -> layout.forecast().share() > 0)
                .map(layout -> 1 - best().forecast().share() / layout.forecast().share());
    }

    private boolean isWorth() {
        return spared().orElse(0.0) >= WORTH;
    }

    /** Returns a table, followed by a verdict if there is a present layout. */
    public String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "scans in the log: %,d; of the newer %,d, %,d ask about these columns%n",
                scans,
                counted,
                best().forecast().queries()));
        text.append(
                tableBytes.isPresent()
                        ? String.format("%-16s %12s %10s %15s %10s%n", "layout", "objects", "of", "bytes", "of bytes")
                        : String.format("%-16s %12s %10s %10s%n", "layout", "objects", "of", "of bytes"));
        Stream.concat(present.stream(), possible.stream()).forEach(layout -> text.append(line(layout)));
        text.append(losses.text(tableBytes));
        verdict().ifPresent(verdict -> text.append(verdict).append(System.lineSeparator()));
        return text.toString();
    }

    private String line(Layout layout) {
        Forecast forecast = layout.forecast();
        String bytes = tableBytes.isPresent() ? String.format(" %15s", bytes(forecast)) : "";
        return String.format(
                Locale.ROOT,
                "%-16s %12.2f %10d%s %9.2f%%%n",
                layout.name(),
                forecast.partitions(),
                layout.objects(),
                bytes,
                100 * forecast.share());
    }

    private String bytes(Forecast forecast) {
        return new ByteSize(Math.round(forecast.share() * tableBytes.orElseThrow())).toString();
    }

    private Optional<String> verdict() {
        if (best().forecast().queries() == 0) {
            return Optional.of("No verdict: no query asks about these columns");
        }
        return present.stream()
                .findFirst()
                .map(now -> String.format(
                        Locale.ROOT,
                        "%s: a query about these columns reads %s; with %s it would read %s, %s%s",
                        judgement(),
                        amount(now),
                        best().name(),
                        amount(best()),
                        change(spared().orElse(0.0)),
                        losses.isEmpty() ? "" : "; see above what is worse then"));
    }

    private String judgement() {
        if (hasLayout) {
            return isWorth() ? "The layout has drifted" : "The layout is good";
        }
        return isWorth() ? "A layout would help these queries" : "A layout would not help these queries";
    }

    private String amount(Layout layout) {
        Forecast forecast = layout.forecast();
        return tableBytes.isPresent()
                ? String.format(Locale.ROOT, "%s in %.1f objects", bytes(forecast), forecast.partitions())
                : String.format(Locale.ROOT, "%.2f%% of the bytes", 100 * forecast.share());
    }

    private static String change(double spared) {
        return String.format(Locale.ROOT, "%.0f %% %s", 100 * Math.abs(spared), spared >= 0 ? "less" : "more");
    }

    /** Returns the advice for programs. */
    public String json() {
        ObjectNode advice = MAPPER.createObjectNode();
        advice.put("scans", scans);
        advice.put("counted", counted);
        advice.put("asking", best().forecast().queries());
        tableBytes.ifPresent(bytes -> advice.put("tableBytes", bytes));
        ArrayNode layouts = advice.putArray("layouts");
        Stream.concat(present.stream(), possible.stream()).forEach(layout -> {
            ObjectNode node = layouts.addObject();
            node.put("name", layout.name());
            node.put("objects", layout.objects());
            node.put("objectsRead", layout.forecast().partitions());
            node.put("shareRead", layout.forecast().share());
        });
        advice.put("best", best().name());
        spared().ifPresent(part -> {
            advice.put("spared", part);
            advice.put("worth", isWorth());
            if (hasLayout) {
                advice.put("drifted", isWorth());
            }
        });
        ArrayNode worse = advice.putArray("worse");
        losses.worse().forEach(question -> {
            ObjectNode node = worse.addObject();
            node.put("columns", question.columns());
            node.put("queries", question.queries());
            node.put("shareNow", question.now());
            node.put("shareThen", question.then());
        });
        ArrayNode elsewhere = advice.putArray("notCounted");
        losses.elsewhere().forEach(scans -> {
            ObjectNode node = elsewhere.addObject();
            node.put("columns", scans.columns());
            node.put("scans", scans.scans());
            scans.bytes().ifPresent(bytes -> node.put("bytesRead", Math.round(bytes)));
        });
        return advice.toPrettyString() + System.lineSeparator();
    }
}
