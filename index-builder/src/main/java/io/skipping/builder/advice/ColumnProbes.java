// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes up questions that could be asked about columns, where nobody knows what is asked: for values that the sample holds,
 * each as likely as any other.
 */
public final class ColumnProbes {
    private static final int PROBES = 3;
    /** Texts of more words are searched for words. */
    private static final double WORDS_OF_PROSE = 3;

    private static final double SHARE_THAT_CASTS = 0.9;
    private static final int LONGEST_PROBE = 200;
    private static final int SHORTEST_WORD = 4;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d+");
    /** Lists the types to which the values of a column are cast as a probe. */
    private static final List<String> CASTS = List.of("double", "timestamp(6)");

    private ColumnProbes() {}

    /** Returns the columns that can be probed. */
    public static List<String> probed(Columns columns) {
        return columns.names().stream()
                .filter(name -> !columns.isPartition(name))
                .filter(name -> columns.type(name)
                        .filter(Columns::isScalarType)
                        .filter(type -> !type.equals("boolean"))
                        .isPresent())
                .toList();
    }

    /** Returns the SQL expressions over the sample whose values {@link #question} takes, in their order. */
    public static List<String> results(String column, Columns columns) {
        String quoted = Columns.quoted(column);
        String text = "CAST(%s AS varchar)".formatted(quoted);
        List<String> results = new ArrayList<>();
        for (int probe = 0; probe < PROBES; probe++) {
            // the value with the greatest hash, which is any of all different ones
            results.add("max_by(%1$s, xxhash64(to_utf8('%2$d' || %1$s))) FILTER (WHERE length(%1$s) BETWEEN 1 AND %3$d)"
                    .formatted(text, probe, LONGEST_PROBE));
        }
        if (columns.isText(column)) {
            results.add("CAST(avg(cardinality(split(%s, ' '))) AS varchar)".formatted(quoted));
            for (String cast : CASTS) {
                results.add(
                        "CAST(CAST(count_if(TRY_CAST(%1$s AS %2$s) IS NOT NULL) AS double) / nullif(count_if(trim(%1$s) <> ''), 0) AS varchar)"
                                .formatted(quoted, cast));
            }
        }
        return results;
    }

    /**
     * Returns a question about a column; empty if the sample has no value of it.
     *
     * @param answers the values of the {@link #results}, as text; null for NULL
     * @param asked how often the question counts
     */
    public static Optional<Question> question(
            String column, Columns columns, List<String> answers, long asked, FilterReader reader) {
        String type = columns.type(column).orElseThrow();
        List<String> values = answers.subList(0, PROBES).stream()
                .filter(value -> value != null)
                .distinct()
                .toList();
        List<Probe> probes = values.stream()
                .flatMap(value -> probe(Columns.quoted(column), type, value, answers).stream())
                .toList();
        return probes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Question(
                        probes.getFirst().text(),
                        asked,
                        OptionalDouble.empty(),
                        probes.stream()
                                .map(probe -> Scan.of(reader.ofFilter(probe.filter())))
                                .toList()));
    }

    /** Holds a filter for one value, and what all such filters are called. */
    private record Probe(String text, String filter) {}

    private static Optional<Probe> probe(String column, String type, String value, List<String> answers) {
        if (!Columns.isTextType(type)) {
            return Optional.of(comparison(column, type, value));
        }
        if (WHOLE_NUMBER.matcher(value).matches()) {
            // more likely to name something than to measure it
            return Optional.of(equality(column, Columns.literal(value)));
        }
        for (int cast = 0; cast < CASTS.size(); cast++) {
            if (number(answers.get(PROBES + 1 + cast)) >= SHARE_THAT_CASTS) {
                return Optional.of(
                        comparison("TRY_CAST(%s AS %s)".formatted(column, CASTS.get(cast)), CASTS.get(cast), value));
            }
        }
        if (number(answers.get(PROBES)) < WORDS_OF_PROSE) {
            return Optional.of(equality(column, Columns.literal(value)));
        }
        return Stream.of(value.split("[^\\p{Alnum}]+"))
                .filter(word -> word.length() >= SHORTEST_WORD)
                .findFirst()
                .map(word -> new Probe(
                        column + " LIKE '%word%'", "%s LIKE %s".formatted(column, Columns.literal("%" + word + "%"))));
    }

    private static Probe equality(String column, String constant) {
        return new Probe(column + " = …", "%s = %s".formatted(column, constant));
    }

    private static Probe comparison(String expression, String type, String value) {
        String constant = "TRY_CAST(%s AS %s)".formatted(Columns.literal(value), type);
        String width = type.startsWith("timestamp")
                ? "INTERVAL '1' MINUTE"
                : type.equals("double") || type.equals("real") ? "abs(%s) * 1E-4".formatted(constant) : "";
        return width.isEmpty()
                ? equality(expression, constant)
                : new Probe(
                        expression.replace("TRY_CAST", "CAST") + " in a narrow range",
                        // Trino 483 cannot plan BETWEEN inside TRY if what it compares is computed
                        "%1$s >= %2$s AND %1$s <= %2$s + %3$s".formatted(expression, constant, width));
    }

    private static double number(String answer) {
        return answer == null ? 0 : Double.parseDouble(answer);
    }
}
