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
import java.util.stream.Stream;

/**
 * Fills a table of a page with numbers of a benchmark's results. The page says in a comment which ones:
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
 * <ul>
 *   <li>A metric that ends in {@code +quartiles} is followed by its quartiles, one that ends in {@code +percent} is shown as a percentage, and one that ends in {@code +ms} in milliseconds.
 *   <li>Costs are those of 1,000 runs.
 *   <li>The first line has each of system, case and metric that is neither in rows nor in columns: {@code case=box-5km}. {@code results} may be in rows or
 *       columns, too, for numbers of several files.
 *   <li>A column of several numbers shows the others in brackets: {@code requests/teragen + cost/teragen = Teragen}.
 *   <li>If a row and its column both have a case, the column's replaces <code>{}</code> in the row's, or the other way round.
 *   <li>{@code empty=none} is shown where there is no number. Without it, a missing number is an error.
 *   <li>{@code last=Why} adds a column of texts, which rows may have after their names: {@code scan = everything | it reads all}.
 * </ul>
 *
 * @param head what stands above the names of rows
 * @param rows what each row is of, with its name
 * @param columns what each column is of, with its name
 * @param empty what is shown where there is no number
 * @param last what stands above the texts of rows
 */
record ResultTable(
        String head,
        Map<Cell, String> rows,
        Map<List<Cell>, String> columns,
        Optional<String> empty,
        Optional<String> last) {
    private static final Pattern TABLE = Pattern.compile(
            "(?ms)^(<!-- results ([^\\n]*)\\n(.*?)\\n--\\n(.*?)\\n-->\\n)(.*?)^<!-- end of results -->$");
    /** Asks for a metric with its quartiles in brackets. */
    private static final String QUARTILES = "+quartiles";
    /** Asks for a share as a percentage. */
    private static final String PERCENT = "+percent";
    /** Asks for milliseconds, where two decimals of a second say too little. */
    private static final String MILLISECONDS = "+ms";
    /** Stands in a case for what only the row, or only the column, knows. */
    private static final String OPEN = "{}";

    /** Ratios that are nearer to zero than three decimals can tell have no sign. */
    private static final double ZERO = 0.0005;

    private static final List<String> DIMENSIONS = List.of("system", "case", "metric");
    private static final String RESULTS = "results";

    /** Identifies a cell by values of some of results, system, case and metric. */
    record Cell(Map<String, String> values) {
        /** Joins what a row and a column say of a cell. */
        Cell and(Cell other) {
            Map<String, String> all = new LinkedHashMap<>(values);
            other.values.forEach((dimension, value) -> all.merge(dimension, value, Cell::filled));
            return new Cell(all);
        }

        Cell with(String dimension, String value) {
            Map<String, String> all = new LinkedHashMap<>(values);
            all.put(dimension, value);
            return new Cell(all);
        }

        private static String filled(String mine, String others) {
            if (others.contains(OPEN)) {
                return others.replace(OPEN, mine);
            }
            return mine.contains(OPEN) ? mine.replace(OPEN, others) : others;
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
        Map<Cell, String> named = new LinkedHashMap<>();
        lines(rows)
                .forEach((cell, name) ->
                        named.put(fixed.with(RESULTS, words[0]).and(cell(settings.get("rows"), cell)), name));
        Map<List<Cell>, String> numbers = new LinkedHashMap<>();
        lines(columns)
                .forEach((cells, name) -> numbers.put(
                        Stream.of(cells.split(" \\+ "))
                                .map(cell -> cell(settings.get("columns"), cell))
                                .toList(),
                        name));
        return new ResultTable(
                Optional.ofNullable(settings.get("head")).orElse(""),
                named,
                numbers,
                Optional.ofNullable(settings.get("empty")),
                Optional.ofNullable(settings.get("last")));
    }

    private static Map<String, String> lines(String text) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            String[] parts = line.split(" = ", 2);
            lines.put(parts[0].strip(), parts[1].strip());
        }
        return lines;
    }

    private static Cell cell(String dimensions, String text) {
        List<String> names = List.of(dimensions.split("/"));
        // a case may have slashes of its own, if it is the last
        List<String> values = List.of(text.split("/", names.size()));
        Map<String, String> known = new LinkedHashMap<>();
        for (int number = 0; number < names.size(); number++) {
            known.put(names.get(number), values.get(number));
        }
        return new Cell(known);
    }

    private String text(Results all) {
        List<String> lines = new ArrayList<>();
        lines.add(line(head, Stream.concat(columns.values().stream(), last.stream())));
        lines.add("|---|" + "---|".repeat(columns.size() + last.map(_ -> 1).orElse(0)));
        rows.forEach((row, name) -> {
            List<List<Optional<String>>> numbers = columns.keySet().stream()
                    .map(column -> column.stream()
                            .map(cell -> number(all, row.and(cell)))
                            .toList())
                    .toList();
            if (numbers.stream().flatMap(List::stream).noneMatch(Optional::isPresent)) {
                throw new IllegalArgumentException("No results have a number of %s".formatted(row.values()));
            }
            String[] texts = name.split(" \\| ", 2);
            lines.add(line(
                    texts[0],
                    Stream.concat(
                            numbers.stream().map(this::together),
                            last.stream().map(_ -> texts.length > 1 ? texts[1] : ""))));
        });
        return String.join("\n", lines) + "\n";
    }

    private static String line(String first, Stream<String> others) {
        return "| " + first + " | " + others.collect(Collectors.joining(" | ")) + " |";
    }

    private String together(List<Optional<String>> numbers) {
        List<String> known = numbers.stream().flatMap(Optional::stream).toList();
        if (known.isEmpty()) {
            return empty.orElseThrow();
        }
        return known.size() == 1
                ? known.getFirst()
                : known.getFirst() + " (" + String.join(", ", known.subList(1, known.size())) + ")";
    }

    private Optional<String> number(Results all, Cell cell) {
        String metric = cell.values().get("metric");
        if (metric.endsWith(PERCENT)) {
            return value(all, cell.with("metric", metric.replace(PERCENT, "")))
                    .map(number -> String.format(
                            Locale.ROOT, "%.2f %%", 100 * number.path("value").doubleValue()));
        }
        if (metric.endsWith(MILLISECONDS)) {
            return value(all, cell.with("metric", metric.replace(MILLISECONDS, "")))
                    .map(number -> text(1e6 * number.path("value").doubleValue(), "us"));
        }
        if (!metric.endsWith(QUARTILES)) {
            return value(all, cell).map(ResultTable::text);
        }
        String of = metric.replace(QUARTILES, "");
        // counts, and numbers that were equal in all rounds, have no quartiles
        Optional<String> quartiles = find(all, cell.with("metric", "first_quartile." + of))
                .map(first -> " (%s–%s)"
                        .formatted(
                                text(first),
                                text(find(all, cell.with("metric", "third_quartile." + of))
                                        .orElseThrow())));
        return value(all, cell.with("metric", of)).map(median -> text(median) + quartiles.orElse(""));
    }

    private Optional<JsonNode> value(Results all, Cell cell) {
        Optional<JsonNode> number = find(all, cell);
        if (number.isEmpty() && empty.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s.json has no number of %s".formatted(cell.values().get(RESULTS), cell.values()));
        }
        return number;
    }

    private static Optional<JsonNode> find(Results all, Cell cell) {
        for (JsonNode number : all.of(cell.values().get(RESULTS)).path("records")) {
            if (cell.matches(number)) {
                return Optional.of(number);
            }
        }
        return Optional.empty();
    }

    private static String text(JsonNode number) {
        return text(number.path("value").doubleValue(), number.path("unit").asText());
    }

    private static String text(double value, String unit) {
        return switch (unit) {
            case "B" -> Quantity.bytes(Math.round(value));
            case "us" -> "%s ms".formatted(text(value / 1000, "ms"));
            case "count" -> String.format(Locale.ROOT, "%,.0f", value);
            // of one run, which costs too little to read
            case "USD" -> text(1000 * value, "$ of 1,000 runs");
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
