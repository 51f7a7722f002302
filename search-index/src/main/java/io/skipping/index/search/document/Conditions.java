// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.skipping.index.IndexDefinition;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.FieldTest;
import io.skipping.index.value.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Translates predicates into queries, for documents with the same indexes. A query is satisfied by the documents of all
 * ranges that may match, and by further ones if the predicate can be translated only in part. If nothing can be
 * translated, there is no query. Not thread-safe.
 */
final class Conditions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** of one condition, fewer than search engines take by default ({@code index.max_terms_count}) */
    private static final int MOST_TERMS = 50_000;
    /** Search engines accept at most 1024 clauses, and a query has some besides the condition. */
    private static final int MOST_CLAUSES = 1_000;
    /** Engines count a range twice: by the tree of its values and by their column. They may do the same with a shape. */
    private static final int CLAUSES_OF_RANGE = 2;
    /** Number of alternations of AND and OR; anything nested deeper is unknown. */
    private static final int MOST_DEPTH = 20;

    private final List<DefinitionFields> definitions;
    private final List<IndexDefinition> indexes;
    private final Set<String> used = new TreeSet<>();
    private final Set<String> summaryPaths = new TreeSet<>();
    private int clauses;

    /** @param definitions indexes that all documents have */
    Conditions(List<DefinitionFields> definitions) {
        this.definitions = ImmutableList.copyOf(definitions);
        this.indexes = definitions.stream().map(DefinitionFields::definition).toList();
    }

    /**
     * Returns the names of the index types that contributed to the query; "never" for a predicate that nothing
     * satisfies.
     */
    String reason() {
        return used.isEmpty() ? "never" : String.join("+", used);
    }

    /**
     * Returns the paths of the exact summaries of the indexes that contributed to the query. A document that the engine
     * has indexed with such a summary was also indexed with the fields that the query is about.
     */
    Set<String> summaryPaths() {
        return summaryPaths;
    }

    /** Returns a query that no document satisfies. */
    static ObjectNode none() {
        return object("match_none", JSON.objectNode());
    }

    /** Returns a query for the documents that may match; empty if any document may match. */
    Optional<ObjectNode> mayMatch(Predicate predicate) {
        return mayMatch(predicate, 0);
    }

    private Optional<ObjectNode> mayMatch(Predicate predicate, int depth) {
        if (depth > MOST_DEPTH) {
            return Optional.empty();
        }
        if (predicate instanceof Predicate.And and) {
            return mayMatchAll(and, depth);
        }
        if (predicate instanceof Predicate.Or or) {
            return mayMatchAny(or, depth);
        }
        return predicate instanceof Predicate.Leaf leaf ? mayMatch(leaf) : Optional.empty();
    }

    private Optional<ObjectNode> mayMatchAll(Predicate.And and, int depth) {
        List<ObjectNode> conditions = new ArrayList<>();
        for (Predicate operand : and.operands()) {
            mayMatch(operand, depth + 1).ifPresent(conditions::add);
        }
        for (Predicate implied : InBoxes.impliedBy(and.operands(), indexes)) {
            mayMatch(implied, depth + 1).ifPresent(conditions::add);
        }
        return conditions.isEmpty() ? Optional.empty() : Optional.of(all(conditions));
    }

    private Optional<ObjectNode> mayMatchAny(Predicate.Or or, int depth) {
        List<ObjectNode> conditions = new ArrayList<>();
        int before = clauses;
        for (Predicate operand : or.operands()) {
            Optional<ObjectNode> condition = mayMatch(operand, depth + 1);
            if (condition.isEmpty()) {
                clauses = before;
                return Optional.empty();
            }
            conditions.add(condition.get());
        }
        return Optional.of(any(conditions));
    }

    private Optional<ObjectNode> mayMatch(Predicate.Leaf leaf) {
        List<ObjectNode> conditions = new ArrayList<>();
        if (!leaf.columns().isEmpty()) {
            for (DefinitionFields definition : definitions) {
                if (definition.definition().columns().containsAll(leaf.columns())) {
                    mayMatch(definition, leaf).ifPresent(conditions::add);
                }
            }
        }
        return conditions.isEmpty() ? Optional.empty() : Optional.of(all(conditions));
    }

    /** Asks one index; empty if it cannot tell, or if the query would have more clauses than engines take. */
    private Optional<ObjectNode> mayMatch(DefinitionFields definition, Predicate.Leaf leaf) {
        int before = clauses;
        Optional<ObjectNode> condition = definition
                .form()
                .flatMap(form -> form.mayMatch(definition.definition().columns(), leaf))
                .flatMap(test -> condition(definition, test));
        clauses++;
        if (condition.isEmpty() || clauses > MOST_CLAUSES) {
            clauses = before;
            return Optional.empty();
        }
        used.add(definition.definition().type());
        summaryPaths.add(definition.summaryPath());
        // documents whose summary is not searchable may match
        return Optional.of(any(List.of(condition.get(), term("unsearchable", definition.key()))));
    }

    /** Translates a test; empty if all documents satisfy it, or if the engine cannot express it. */
    private Optional<ObjectNode> condition(DefinitionFields definition, FieldTest test) {
        if (test instanceof FieldTest.All all) {
            List<ObjectNode> conditions = all.tests().stream()
                    .flatMap(operand -> condition(definition, operand).stream())
                    .toList();
            return conditions.isEmpty() ? Optional.empty() : Optional.of(all(conditions));
        }
        if (test instanceof FieldTest.Any any) {
            List<Optional<ObjectNode>> conditions = any.tests().stream()
                    .map(operand -> condition(definition, operand))
                    .toList();
            return conditions.stream().allMatch(Optional::isPresent)
                    ? Optional.of(any(conditions.stream().map(Optional::get).toList()))
                    : Optional.empty();
        }
        if (test instanceof FieldTest.Between between) {
            return range(definition.searched().get(between.field()), between);
        }
        FieldTest.Meets meets = (FieldTest.Meets) test;
        return Optional.of(meets(definition.boxes().orElseThrow(), meets.box()));
    }

    /** Translates a test of boxes. A document has either shapes or sides. */
    private ObjectNode meets(SearchedBoxes boxes, Box box) {
        List<ObjectNode> sides = Stream.of(
                        range(boxes.minX(), FieldTest.atMost(boxes.minX().name(), Key.ofDouble(box.maxX()))),
                        range(boxes.maxX(), FieldTest.atLeast(boxes.maxX().name(), Key.ofDouble(box.minX()))),
                        range(boxes.minY(), FieldTest.atMost(boxes.minY().name(), Key.ofDouble(box.maxY()))),
                        range(boxes.maxY(), FieldTest.atLeast(boxes.maxY().name(), Key.ofDouble(box.minY()))))
                .flatMap(Optional::stream)
                .toList();
        clauses += CLAUSES_OF_RANGE;
        Optional<ObjectNode> shape = boxes.shapeMeets(box);
        return shape.isPresent() ? any(List.of(shape.get(), all(sides))) : all(sides);
    }

    private Optional<ObjectNode> range(SearchedField field, FieldTest.Between between) {
        if (between.low().equals(between.high()) && field.engineType().equals("boolean")) {
            clauses++;
            boolean wanted = between.low().get().asLong() != 0;
            return Optional.of(object("term", JSON.objectNode().put(field.path(), wanted)));
        }
        ObjectNode bounds = JSON.objectNode();
        if (between.low().isPresent()) {
            Optional<Object> low = field.searched(between.low().get());
            if (low.isPresent()) {
                // search engines order -0.0 below 0.0
                Object bound = low.get().equals(0.0) ? (Object) (-0.0) : low.get();
                put(bounds, between.lowInclusive() || field.isRounded() || isZero(bound) ? "gte" : "gt", bound);
            } else if (!field.isNumber(between.low().get(), Double.NEGATIVE_INFINITY)) {
                // the bound excludes values but cannot be expressed for the engine
                return Optional.empty();
            }
        }
        if (between.high().isPresent()) {
            Optional<Object> high = field.searched(between.high().get());
            if (high.isPresent()) {
                Object bound = high.get().equals(-0.0) ? (Object) 0.0 : high.get();
                put(bounds, between.highInclusive() || field.isRounded() || isZero(bound) ? "lte" : "lt", bound);
            } else if (!field.isNumber(between.high().get(), Double.POSITIVE_INFINITY)) {
                return Optional.empty();
            }
        }
        clauses += CLAUSES_OF_RANGE;
        return bounds.isEmpty()
                ? Optional.empty()
                : Optional.of(object("range", JSON.objectNode().set(field.path(), bounds)));
    }

    private static boolean isZero(Object bound) {
        return bound instanceof Double number && number == 0;
    }

    private static void put(ObjectNode bounds, String name, Object bound) {
        if (bound instanceof Boolean value) {
            bounds.put(name, value);
        } else if (bound instanceof Long value) {
            bounds.put(name, value);
        } else if (bound instanceof Double value) {
            bounds.put(name, value);
        } else {
            bounds.put(name, (String) bound);
        }
    }

    private static ObjectNode all(List<ObjectNode> conditions) {
        if (conditions.size() == 1) {
            return conditions.get(0);
        }
        ArrayNode filter = JSON.arrayNode();
        conditions.forEach(filter::add);
        return object("bool", JSON.objectNode().set("filter", filter));
    }

    private static ObjectNode any(List<ObjectNode> conditions) {
        if (conditions.isEmpty()) {
            return none();
        }
        if (conditions.size() == 1) {
            return conditions.get(0);
        }
        ArrayNode should = JSON.arrayNode();
        conditions.forEach(should::add);
        ObjectNode bool = JSON.objectNode().put("minimum_should_match", 1);
        return object("bool", bool.set("should", should));
    }

    static ObjectNode exists(String field) {
        return object("exists", JSON.objectNode().put("field", field));
    }

    static ObjectNode term(String field, String value) {
        return object("term", JSON.objectNode().put(field, value));
    }

    /** Returns a query for any of several values, of which a search engine takes 65,536 at once by default. */
    static ObjectNode terms(String field, Collection<String> values) {
        if (values.size() <= MOST_TERMS) {
            return ofTerms(field, values);
        }
        ArrayNode any = JSON.arrayNode();
        Iterables.partition(values, MOST_TERMS).forEach(some -> any.add(ofTerms(field, some)));
        return object("bool", JSON.objectNode().set("should", any));
    }

    private static ObjectNode ofTerms(String field, Collection<String> values) {
        ArrayNode terms = JSON.arrayNode();
        values.forEach(terms::add);
        return object("terms", JSON.objectNode().set(field, terms));
    }

    private static ObjectNode object(String name, JsonNode value) {
        return JSON.objectNode().set(name, value);
    }
}
