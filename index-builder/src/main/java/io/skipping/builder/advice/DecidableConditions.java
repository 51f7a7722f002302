// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.builder.advice.Condition.Area;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Element;
import io.skipping.builder.advice.Condition.Missing;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.builder.advice.Condition.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads from a plan what indexes could decide of a scan. The connector writes it there as JSON, because only the connector knows how
 * it translates a query; {@code EXPLAIN} tells people the same in words.
 */
public final class DecidableConditions {
    /** Sets the characters that an index of type {@code ngram} needs to look a text up. */
    private static final int SHORTEST_FRAGMENT = 3;

    private static final String BEGIN = "{\"conditions\":";
    private static final Pattern ELEMENTS = Pattern.compile("elements\\((.*)\\)");
    private static final JsonMapper MAPPER = new JsonMapper();

    private final JsonNode json;
    private final Columns columns;

    private DecidableConditions(JsonNode json, Columns columns) {
        this.json = json;
        this.columns = columns;
    }

    /** Reads the text of a plan with one scan of the table; empty if the plan has no scan. */
    public static Optional<DecidableConditions> of(String plan, Columns columns) {
        int begin = plan.indexOf(BEGIN);
        if (begin < 0) {
            return Optional.empty();
        }
        try {
            // the plan goes on after the JSON
            return Optional.of(new DecidableConditions(MAPPER.readTree(plan.substring(begin)), columns));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The plan is not that of this version of the plugin: " + plan, e);
        }
    }

    /** Returns the expressions, as SQL, whose types must be known. */
    public List<String> values() {
        return json.path("conditions")
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !ELEMENTS.matcher(name).matches())
                .map(columns::sql)
                .toList();
    }

    /** Returns the column by which the rows are ordered, if the scan wants the first of an order. */
    public Optional<Condition.Outermost> outermost() {
        return json.has("top")
                ? Optional.of(new Condition.Outermost(
                        indexed(json.get("top").get("column").asText()),
                        json.get("top").get("rows").asLong()))
                : Optional.empty();
    }

    /**
     * Returns the conditions that indexes could decide.
     *
     * @param types of the {@link #values}; what is compared with an expression of unknown type is left out
     */
    public List<Condition> conditions(Scan scan, Map<String, String> types) {
        List<Condition> conditions = new ArrayList<>();
        json.path("conditions")
                .propertyStream()
                .forEach(field -> comparison(field.getKey(), field.getValue(), scan, types)
                        .ifPresent(conditions::add));
        json.path("fragments")
                .forEach(fragments -> containment(fragments.path("column").asText(), fragments.path("alternatives"))
                        .ifPresent(conditions::add));
        json.path("missing")
                .forEach(name -> conditions.add(
                        new Condition(columns.sql(name.asText()) + " IS NULL", new Missing(indexed(name.asText())))));
        json.path("shapes").forEach(shape -> conditions.add(area(shape, scan, conditions)));
        return conditions;
    }

    /** Returns tests of filters over one column, which an index of the column's values can answer. */
    public static List<Condition> tests(Scan scan, Columns columns) {
        return scan.filters().stream()
                .filter(filter ->
                        filter.undecidable().isEmpty() && filter.columns().size() == 1)
                .filter(filter -> columns.type(filter.columns().iterator().next())
                        .filter(Columns::isScalarType)
                        .isPresent())
                .map(filter -> new Condition(
                        filter.test(),
                        new Test(Columns.quoted(filter.columns().iterator().next()))))
                .toList();
    }

    private Optional<Condition> comparison(String name, JsonNode intervals, Scan scan, Map<String, String> types) {
        var elements = ELEMENTS.matcher(name);
        if (elements.matches()) {
            return Optional.of(new Condition(
                    test(scan, Set.of(name)), new Element(columns.sql(elements.group(1)), indexed(name))));
        }
        String value = columns.sql(name);
        return Optional.ofNullable(types.get(value)).map(type -> {
            List<Span> spans = intervals
                    .valueStream()
                    .map(interval -> span(interval, type))
                    .toList();
            return new Condition(test(value, spans), new Comparison(value, indexed(name), spans));
        });
    }

    private static String test(String value, List<Span> spans) {
        return spans.stream().map(span -> span.test(value)).collect(Collectors.joining(" OR ", "(", ")"));
    }

    private static Span span(JsonNode interval, String type) {
        return interval.isArray()
                ? LoggedQueries.span(interval, type)
                : Span.point(LoggedQueries.constant(interval, type));
    }

    private Optional<Condition> containment(String name, JsonNode lists) {
        List<List<String>> alternatives = new ArrayList<>();
        for (JsonNode alternative : lists) {
            List<String> texts = alternative
                    .valueStream()
                    .map(JsonNode::asText)
                    .filter(text -> text.length() >= SHORTEST_FRAGMENT)
                    .toList();
            if (texts.isEmpty()) {
                return Optional.empty();
            }
            alternatives.add(texts);
        }
        return Optional.of(new Condition(
                columns.sql(name) + " IS NOT NULL", new Containment(columns.sql(name), indexed(name), alternatives)));
    }

    /** Returns the condition that points are in the box around an area, if that is known, or that the filter holds. */
    private Condition area(JsonNode shape, Scan scan, List<Condition> others) {
        List<String> names = shape.valueStream().map(JsonNode::asText).toList();
        List<Condition> sides = others.stream()
                .filter(other -> other.form() instanceof Comparison comparison
                        && names.stream().anyMatch(name -> comparison.indexed().equals(indexed(name))))
                .toList();
        String test = names.size() == 2 && sides.size() == 2
                ? sides.stream().map(Condition::test).collect(Collectors.joining(" AND "))
                : test(scan, Set.copyOf(names));
        return new Condition(
                test,
                new Area(names.stream().flatMap(name -> indexed(name).stream()).toList()));
    }

    /** Returns the conjunction of the filters that are over the columns of some expressions and no others. */
    private String test(Scan scan, Set<String> expressions) {
        Set<String> used = columns.names().stream()
                .filter(column -> expressions.stream().anyMatch(expression -> mentions(expression, column)))
                .collect(Collectors.toSet());
        String test = scan.filters().stream()
                .filter(filter -> used.containsAll(filter.columns()))
                .map(filter -> "(" + filter.test() + ")")
                .collect(Collectors.joining(" AND "));
        return test.isEmpty() ? "true" : test;
    }

    private static boolean mentions(String expression, String column) {
        return Stream.of(column, Columns.quoted(column))
                .anyMatch(name -> Pattern.compile("(?<![A-Za-z0-9_])%s(?![A-Za-z0-9_])".formatted(Pattern.quote(name)))
                        .matcher(expression)
                        .find());
    }

    private List<String> indexed(String name) {
        return List.of(columns.sql(name));
    }
}
