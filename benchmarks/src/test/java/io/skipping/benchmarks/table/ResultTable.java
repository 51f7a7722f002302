// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.table;

import com.fasterxml.jackson.databind.JsonNode;
import io.skipping.testing.console.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of a page whose numbers are those of a benchmark's results. The page says in a comment which ones:
 *
 * <pre>
 * &lt;!-- results skipping-483 rows=case columns=system/metric head=Seconds
 * box-5km = box of 5 km
 * scan = everything
 * --
 * hive/seconds = Hive
 * skipping/seconds = ours
 * --&gt;
 * the table
 * &lt;!-- end of results --&gt;
 * </pre>
 *
 * A metric that ends in {@code +quartiles} is followed by its quartiles. What is neither in rows nor in columns, of system, case and metric, stands in the first line: {@code case=box-5km}.
 *
 * @param results name of the file of results, without its ending
 * @param head what stands above the names of rows
 * @param rows what each row is of, with its name
 * @param columns what each column is of, with its name
 */
record ResultTable(String results, String head, Map<Cell, String> rows, Map<Cell, String> columns) {
    private static final Pattern TABLE = Pattern.compile(
            "(?ms)^(<!-- results ([^\\n]*)\\n(.*?)\\n--\\n(.*?)\\n-->\\n)(.*?)^<!-- end of results -->$");
    /** Behind a metric: with its quartiles in brackets. */
    private static final String QUARTILES = "+quartiles";

    /** Ratios that are nearer to zero than three decimals can tell have no sign. */
    private static final double ZERO = 0.0005;

    private static final List<String> DIMENSIONS = List.of("system", "case", "metric");

    /** Identifies a cell by values of some of system, case and metric. */
    record Cell(Map<String, String> values) {
        Cell and(Cell other) {
            Map<String, String> all = new LinkedHashMap<>(values);
            all.putAll(other.values);
            return new Cell(all);
        }

        Cell with(String dimension, String value) {
            return and(new Cell(Map.of(dimension, value)));
        }

        private boolean matches(JsonNode number) {
            return DIMENSIONS.stream()
                    .allMatch(name -> number.path(name).asText().equals(values.get(name)));
        }
    }

    /** Supplies results by the name of their file. */
    interface Results {
        JsonNode of(String name);
    }

    /** Returns a page with the numbers of results in its tables. */
    static String fill(String page, Results results) {
        return TABLE.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1)
                        + of(found.group(2), found.group(3), found.group(4)).text(results)
                        + "<!-- end of results -->"));
    }

    private static ResultTable of(String first, String rows, String columns) {
        Map<String, String> settings = new LinkedHashMap<>();
        String[] words = first.strip().split(" +(?=\\w+=)");
        for (String word : List.of(words).subList(1, words.length)) {
            String[] parts = word.split("=", 2);
            settings.put(parts[0], parts[1].strip());
        }
        Cell fixed = new Cell(settings.entrySet().stream()
                .filter(setting -> DIMENSIONS.contains(setting.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        return new ResultTable(
                words[0],
                Optional.ofNullable(settings.get("head")).orElse(""),
                cells(settings.get("rows"), rows, fixed),
                cells(settings.get("columns"), columns, fixed));
    }

    private static Map<Cell, String> cells(String dimensions, String lines, Cell fixed) {
        List<String> names = List.of(dimensions.split("/"));
        Map<Cell, String> cells = new LinkedHashMap<>();
        for (String line : lines.split("\n")) {
            String[] parts = line.split(" = ", 2);
            // a case may have slashes of its own, if it is the last
            List<String> values = List.of(parts[0].strip().split("/", names.size()));
            Map<String, String> known = new LinkedHashMap<>();
            for (int number = 0; number < names.size(); number++) {
                known.put(names.get(number), values.get(number));
            }
            cells.put(fixed.and(new Cell(known)), parts[1].strip());
        }
        return cells;
    }

    private String text(Results all) {
        JsonNode numbers = all.of(results).path("records");
        List<String> lines = new ArrayList<>();
        lines.add(line(head, columns.values().stream().toList()));
        lines.add("|---|" + "---|".repeat(columns.size()));
        rows.forEach((row, name) -> lines.add(line(
                name,
                columns.keySet().stream()
                        .map(column -> number(numbers, row.and(column)))
                        .toList())));
        return String.join("\n", lines) + "\n";
    }

    private static String line(String first, List<String> others) {
        return "| " + first + " | " + String.join(" | ", others) + " |";
    }

    private String number(JsonNode numbers, Cell cell) {
        String metric = cell.values().get("metric");
        if (!metric.endsWith(QUARTILES)) {
            return value(numbers, cell);
        }
        String of = metric.substring(0, metric.length() - QUARTILES.length());
        return "%s (%s–%s)"
                .formatted(
                        value(numbers, cell.with("metric", of)),
                        value(numbers, cell.with("metric", "first_quartile." + of)),
                        value(numbers, cell.with("metric", "third_quartile." + of)));
    }

    private String value(JsonNode numbers, Cell cell) {
        for (JsonNode number : numbers) {
            if (cell.matches(number)) {
                return text(
                        number.path("value").doubleValue(), number.path("unit").asText());
            }
        }
        throw new IllegalArgumentException("%s.json has no number of %s".formatted(results, cell.values()));
    }

    private static String text(double value, String unit) {
        return switch (unit) {
            case "B" -> Quantity.bytes(Math.round(value));
            case "count" -> String.format(Locale.ROOT, "%,.0f", value);
            case "$" -> String.format(Locale.ROOT, "%.3f", Math.abs(value) < ZERO ? 0 : value);
            case "1" ->
                String.format(
                        Locale.ROOT,
                        value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.3f",
                        Math.abs(value) < ZERO ? 0 : value);
            default -> String.format(Locale.ROOT, "%." + decimals(value) + "f", value);
        };
    }

    /** Returns how many decimals three significant digits have, two at the most. */
    private static int decimals(double value) {
        return value >= 99.5 ? 0 : value >= 9.95 ? 1 : 2;
    }
}
