// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Test;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the queries that measure conditions on a sample of objects. */
public final class SampleSql {
    /** The maximum number of characters of the measures of one query; Trino takes a million by default (query.max-length). */
    private static final int MOST_CHARACTERS = 300_000;

    private final String table;
    private final String sample;

    /**
     * Creates the statements about a sample.
     *
     * @param table the table's name as SQL
     * @param paths of the objects of the sample
     */
    public SampleSql(String table, List<String> paths) {
        this.table = table;
        this.sample = "\"$path\" IN (%s)"
                .formatted(paths.stream().map(Columns::literal).collect(Collectors.joining(", ")));
    }

    /** Returns a query without rows whose column types are those of the values that conditions compare. */
    public String types(List<String> values) {
        return "SELECT %s FROM %s WHERE false".formatted(String.join(", ", values), table);
    }

    /** Returns a query with a row for each object: its path, its rows, and the measures in their order. */
    public String measures(List<String> measures) {
        return "SELECT %s FROM %s WHERE %s GROUP BY 1"
                .formatted(
                        Stream.concat(Stream.of("\"$path\"", "count(*)"), measures.stream())
                                .collect(Collectors.joining(", ")),
                        table,
                        sample);
    }

    /** Divides measures, in their order, into groups that are each measured by one query; at least one group, which may be empty. */
    public static List<List<String>> groups(List<String> measures) {
        return groups(measures, MOST_CHARACTERS);
    }

    static List<List<String>> groups(List<String> measures, int mostCharacters) {
        List<List<String>> groups = new ArrayList<>();
        List<String> group = new ArrayList<>();
        int characters = 0;
        for (String measure : measures) {
            if (!group.isEmpty() && characters + measure.length() > mostCharacters) {
                groups.add(List.copyOf(group));
                group.clear();
                characters = 0;
            }
            group.add(measure);
            characters += measure.length();
        }
        groups.add(List.copyOf(group));
        return groups;
    }

    /**
     * Returns a statement whose answer tells what the index leaves of the sample, or of the table for the first rows of an order. What
     * it computes is of no use, but no index can answer it.
     */
    public String explainAnalyze(Scan scan) {
        return "EXPLAIN ANALYZE VERBOSE "
                + (scan.order().isPresent() ? query(scan) : "%s AND %s".formatted(query(scan), sample));
    }

    /** Returns a statement whose answer tells what indexes could decide of a scan. */
    public String explain(Scan scan) {
        return "EXPLAIN " + query(scan);
    }

    private String query(Scan scan) {
        return scan.order()
                .map(order -> "SELECT %s FROM %s %s".formatted(order.value(), table, order.text()))
                .orElseGet(() -> "SELECT approx_distinct(\"$path\") FROM %s WHERE %s".formatted(table, scan.sql()));
    }

    /** Returns a query for the last of the rows of an order that are wanted, as text. */
    public String last(Scan.Order order) {
        return "SELECT CAST(%s(value) AS varchar) FROM (SELECT %s AS value FROM %s WHERE %s ORDER BY 1%s LIMIT %d)"
                .formatted(
                        order.ascending() ? "max" : "min",
                        order.value(),
                        table,
                        sample,
                        order.ascending() ? "" : " DESC",
                        order.rows());
    }

    /** Returns a query over the sample alone with these results. */
    public String overSample(List<String> results) {
        return "SELECT %s FROM %s WHERE %s".formatted(String.join(", ", results), table, sample);
    }

    /** Returns what conditions compare, whose type must be known to measure them. */
    public static List<String> values(List<Condition> conditions) {
        Set<String> values = new LinkedHashSet<>();
        conditions.forEach(condition -> value(condition).ifPresent(values::add));
        return List.copyOf(values);
    }

    private static Optional<String> value(Condition condition) {
        return switch (condition.form()) {
            case Comparison comparison -> Optional.of(comparison.value());
            case Test test -> Optional.of(test.column());
            default -> Optional.empty();
        };
    }

    /** Returns the type of what a condition compares; text if it compares nothing. */
    static String type(Condition condition, Map<String, String> types) {
        return value(condition).map(types::get).orElse("varchar");
    }

    /**
     * Lists the measures of conditions, each of which has some in a row.
     *
     * @param sql the expressions that measure, one after the other
     * @param first the position in {@code sql} at which the measures of each condition begin
     */
    public record Layout(List<String> sql, Map<Condition, Integer> first) {
        /**
         * Lays out the measures of the conditions.
         *
         * @param types of what conditions compare, see {@link #values}
         */
        public static Layout of(List<Condition> conditions, Map<String, String> types) {
            List<String> sql = new ArrayList<>();
            Map<Condition, Integer> first = new LinkedHashMap<>();
            for (Condition condition : conditions) {
                if (!first.containsKey(condition)) {
                    first.put(condition, sql.size());
                    sql.addAll(Measures.sql(condition, type(condition, types)));
                }
            }
            return new Layout(List.copyOf(sql), Map.copyOf(first));
        }
    }
}
