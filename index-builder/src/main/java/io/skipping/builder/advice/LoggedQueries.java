// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.command.TableName;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the lines of a query log about one table, which docs/query-log.md describes, put together by what they ask: lines
 * that differ in nothing but values are one question.
 */
public final class LoggedQueries {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),\\s*(\\d+)\\)");
    /** Limits the lines of a question that are kept to be measured: the newest. */
    private static final int VARIANTS = 3;

    private final Map<String, Lines> byText = new LinkedHashMap<>();
    private final Map<String, Lines> byConditions = new LinkedHashMap<>();
    /** the same for each text, to be used if it cannot be read */
    private final Map<String, Map<String, Lines>> conditionsByText = new LinkedHashMap<>();

    private final Map<String, Long> withoutValues = new LinkedHashMap<>();
    private long lines;
    private long unconditional;

    /** Sums up the lines of one question. */
    private static final class Lines {
        private final List<JsonNode> newest = new ArrayList<>();
        private long count;
        private long counted;
        private double bytes;

        void add(JsonNode line) {
            count++;
            if (line.has("bytes")) {
                counted++;
                bytes += line.get("bytes").asDouble();
            }
            newest.add(line);
            if (newest.size() > VARIANTS) {
                newest.removeFirst();
            }
        }

        static Lines sum(Lines first, Lines second) {
            Lines sum = new Lines();
            sum.count = first.count + second.count;
            sum.counted = first.counted + second.counted;
            sum.bytes = first.bytes + second.bytes;
            sum.newest.addAll(first.newest);
            sum.newest.addAll(second.newest);
            sum.newest.subList(0, Math.max(0, sum.newest.size() - VARIANTS)).clear();
            return sum;
        }

        OptionalDouble averageBytes() {
            return counted == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / counted);
        }
    }

    private LoggedQueries() {}

    /**
     * Reads files of a log, the oldest first.
     *
     * @throws IOException if a file cannot be read; the message names it
     */
    public static LoggedQueries read(List<Path> files, String catalog, TableName table) throws IOException {
        LoggedQueries log = new LoggedQueries();
        for (Path file : files) {
            log.read(file, catalog, table);
        }
        return log;
    }

    private void read(Path file, String catalog, TableName table) throws IOException {
        long number = 0;
        Set<String> seen = new LinkedHashSet<>();
        try (MappingIterator<JsonNode> all = MAPPER.readerFor(JsonNode.class).readValues(file.toFile())) {
            while (all.hasNext()) {
                JsonNode line = all.next();
                number++;
                if (line.path("catalog").asText(catalog).equalsIgnoreCase(catalog)
                        && line.path("schema").asText(table.schema()).equals(table.schema())
                        && line.path("table").asText(table.table()).equals(table.table())) {
                    add(line, seen);
                }
            }
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "%s is no query log: line %d cannot be read: %s. docs/query-log.md says what a line is"
                            .formatted(file, number + 1, firstLine(e)),
                    e);
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private void add(JsonNode line, Set<String> seen) {
        lines++;
        if (line.hasNonNull("query")) {
            String query = line.get("query").asText();
            String text = withoutConstants(query);
            // a query that scans the table twice has two lines, each with the whole text
            if (seen.add(line.path("time").asText() + query)) {
                byText.computeIfAbsent(text, _ -> new Lines()).add(line);
            }
            if (!line.path("conditions").isEmpty()) {
                add(line, conditionsByText.computeIfAbsent(text, _ -> new LinkedHashMap<>()));
            }
        } else if (line.has("extents")) {
            line.get("extents").propertyStream().forEach(field -> withoutValues.merge(field.getKey(), 1L, Long::sum));
        } else if (line.path("conditions").isEmpty()) {
            unconditional++;
        } else {
            add(line, byConditions);
        }
    }

    private static void add(JsonNode line, Map<String, Lines> byConditions) {
        byConditions
                .computeIfAbsent(shape(line.get("conditions")), _ -> new Lines())
                .add(line);
    }

    /** Returns the text of a query with a mark in place of each constant. */
    static String withoutConstants(String query) {
        // possessive: otherwise the stack grows with each character of a literal, such as a long WKT
        return query.replaceAll("'(?:[^']|'')*+'", "?")
                .replaceAll("(?<![A-Za-z0-9_$])-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?(?![A-Za-z0-9_$])", "?")
                .replaceAll("\\?(?:\\s*,\\s*\\?)+", "?, …")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String shape(JsonNode conditions) {
        return conditions
                .propertyStream()
                .map(field -> field.getKey() + shapeOf(field.getValue()))
                .collect(Collectors.joining(" AND "));
    }

    private static String shapeOf(JsonNode intervals) {
        boolean points = intervals.valueStream().noneMatch(JsonNode::isArray);
        if (points) {
            return intervals.size() == 1 ? " = ?" : " IN (?, …)";
        }
        if (intervals.size() > 1) {
            return " in several intervals";
        }
        JsonNode interval = intervals.get(0);
        return interval.path(0).isNull() ? " <= ?" : interval.path(1).isNull() ? " >= ?" : " BETWEEN ? AND ?";
    }

    /** Returns the number of lines about the table. */
    public long lines() {
        return lines;
    }

    /** Returns the number of lines without any condition. */
    public long unconditional() {
        return unconditional;
    }

    /** Returns how often columns were asked about by lines that have no values. */
    public Map<String, Long> withoutValues() {
        return withoutValues;
    }

    /**
     * Returns the expressions that lines compare, as SQL, whose types must be known to make questions of them.
     *
     * @param columns of the table
     */
    public List<String> expressions(Columns columns) {
        return Stream.concat(Stream.of(byConditions), conditionsByText.values().stream())
                .flatMap(conditions -> conditions.values().stream())
                .flatMap(shape -> shape.newest.stream())
                .flatMap(line -> line.get("conditions").propertyStream().map(Map.Entry::getKey))
                .map(columns::sql)
                .distinct()
                .toList();
    }

    /**
     * Holds what was read from a log.
     *
     * @param questions what queries asked
     * @param unreadable for each text of a query that nothing could be learnt from, why, in a sentence for the user
     */
    public record Questions(List<Question> questions, List<String> unreadable) {}

    /**
     * Returns the questions.
     *
     * @param columns of the table
     * @param types of the {@link #expressions}; what is compared with an expression of unknown type is left out
     */
    public Questions questions(FilterReader reader, Columns columns, Map<String, String> types) {
        List<Question> ofTexts = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        Map<String, Lines> conditions = new LinkedHashMap<>(byConditions);
        byText.forEach((text, asked) -> {
            try {
                ofTexts.addAll(ofText(reader, text, asked));
            } catch (IllegalArgumentException e) {
                // as of a view, or an INSERT: the server has understood what is asked of the table
                Map<String, Lines> understood = conditionsByText.getOrDefault(text, Map.of());
                understood.forEach((shape, lines) -> conditions.merge(shape, lines, Lines::sum));
                if (understood.isEmpty()) {
                    unreadable.add(e.getMessage());
                }
            }
        });
        List<Question> questions = new ArrayList<>();
        conditions.forEach((shape, asked) -> {
            List<Scan> variants = asked.newest.stream()
                    .map(line -> filter(line.get("conditions"), columns, types))
                    .flatMap(Optional::stream)
                    .map(filter -> Scan.of(reader.ofFilter(filter)))
                    .filter(scan -> !scan.isUnconditional())
                    .toList();
            if (!variants.isEmpty()) {
                questions.add(new Question(shape, asked.count, asked.averageBytes(), variants));
            } else {
                unreadable.add(shape);
            }
        });
        questions.addAll(ofTexts);
        return new Questions(questions, unreadable);
    }

    private static List<Question> ofText(FilterReader reader, String text, Lines asked) {
        List<List<Scan>> byLine = asked.newest.stream()
                .map(line -> reader.ofQuery(line.get("query").asText()))
                .toList();
        List<Question> questions = new ArrayList<>();
        int scans = byLine.getLast().size();
        for (int scan = 0; scan < scans; scan++) {
            int number = scan;
            List<Scan> variants = byLine.stream()
                    .filter(line -> line.size() == scans)
                    .map(line -> line.get(number))
                    .filter(variant -> !variant.isUnconditional())
                    .toList();
            if (!variants.isEmpty()) {
                questions.add(new Question(
                        withoutConstants(variants.getLast().text()),
                        asked.count,
                        scans == 1 ? asked.averageBytes() : OptionalDouble.empty(),
                        variants));
            }
        }
        return questions;
    }

    private static Optional<String> filter(JsonNode conditions, Columns columns, Map<String, String> types) {
        List<String> terms = new ArrayList<>();
        conditions.propertyStream().forEach(field -> {
            String expression = columns.sql(field.getKey());
            if (types.containsKey(expression)) {
                terms.add(term(expression, field.getValue(), types.get(expression)));
            }
        });
        return terms.isEmpty() ? Optional.empty() : Optional.of(String.join(" AND ", terms));
    }

    private static String term(String expression, JsonNode intervals, String type) {
        return intervals
                .valueStream()
                .map(interval -> interval(expression, interval, type))
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    private static String interval(String expression, JsonNode interval, String type) {
        if (!interval.isArray()) {
            return "%s = %s".formatted(expression, constant(interval, type));
        }
        Span span = span(interval, type);
        return span.low().isPresent() && span.high().isPresent()
                ? "%s BETWEEN %s AND %s"
                        .formatted(expression, span.low().get(), span.high().get())
                : span.test(expression);
    }

    /**
     * Returns an interval of the log, without the ends that all values of the type are inside of. An end may be no value of
     * the type: that of {@code x > 2147483647} is 2147483648, and the column may have had another type.
     */
    static Span span(JsonNode interval, String type) {
        return new Span(end(interval.path(0), type, -1), end(interval.path(1), type, 1));
    }

    /** @param side -1 for the lower end, 1 for the upper one */
    private static Optional<String> end(JsonNode end, String type, int side) {
        return end.isNull() || end.isMissingNode() || side(end, type) == side
                ? Optional.empty()
                : Optional.of(constant(end, type));
    }

    /** Returns -1 or 1 for a value that is known to be below or above all values of a type; otherwise 0. */
    private static int side(JsonNode value, String type) {
        if (type.equals("date") || type.startsWith("timestamp")) {
            // years of more than four digits have a sign
            return value.asText().startsWith("-") ? -1 : value.asText().startsWith("+") ? 1 : 0;
        }
        if (!value.isNumber()) {
            return 0;
        }
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            BigDecimal most =
                    BigDecimal.TEN.pow(Integer.parseInt(decimal.group(1))).subtract(BigDecimal.ONE);
            return side(value.decimalValue(), most.negate(), most);
        }
        return switch (type) {
            case "tinyint" -> side(value.decimalValue(), Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "smallint" -> side(value.decimalValue(), Short.MIN_VALUE, Short.MAX_VALUE);
            case "integer" -> side(value.decimalValue(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "bigint" -> side(value.decimalValue(), Long.MIN_VALUE, Long.MAX_VALUE);
            default -> 0;
        };
    }

    private static int side(BigDecimal value, long least, long most) {
        return side(value, BigDecimal.valueOf(least), BigDecimal.valueOf(most));
    }

    private static int side(BigDecimal value, BigDecimal least, BigDecimal most) {
        return value.compareTo(least) < 0 ? -1 : value.compareTo(most) > 0 ? 1 : 0;
    }

    /** Returns a value of the log as SQL; it is NULL if it is not of the type, so that no value is equal to it. */
    static String constant(JsonNode value, String type) {
        String text = value.asText();
        if (Columns.isTextType(type)) {
            return Columns.literal(text);
        }
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches() && value.isNumber()) {
            // the log has decimals without their point
            int scale = Integer.parseInt(decimal.group(2));
            text = new BigDecimal(text).movePointLeft(scale).toPlainString();
        } else if (type.startsWith("timestamp")) {
            text = text.replace('T', ' ') + (text.length() == "2026-01-01T00:00".length() ? ":00" : "");
        }
        return "TRY_CAST(%s AS %s)".formatted(Columns.literal(text), type);
    }
}
