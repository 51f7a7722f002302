// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes a condition on rows that is measured in each object of a sample.
 *
 * @param test the condition as SQL
 * @param form which indexes decide it, by what
 */
public record Condition(String test, Form form) {
    /** States how an index could decide a condition. */
    public sealed interface Form {}

    /** Describes a form that is decided by an index over an expression. */
    public sealed interface Indexable extends Form {
        /** Returns what the index would be over, as {@code create_index} takes it. */
        List<String> indexed();
    }

    /**
     * Compares an expression with constants.
     *
     * @param value the expression as SQL
     * @param indexed what the index would be over
     * @param spans the values that satisfy the condition lie in one of these
     */
    public record Comparison(String value, List<String> indexed, List<Span> spans) implements Indexable {
        public Comparison {
            indexed = List.copyOf(indexed);
            spans = List.copyOf(spans);
        }

        boolean isOfPoints() {
            return spans.stream().allMatch(Span::isPoint);
        }

        /** Returns how many characters the longest constant has, of texts that are compared with literals. */
        OptionalInt longest() {
            return spans.stream()
                    .flatMap(span -> Stream.of(span.low(), span.high()))
                    .flatMap(Optional::stream)
                    // without the quotes
                    .mapToInt(constant -> constant.length() - 2)
                    .max();
        }
    }

    /**
     * Asks for texts that contain all texts of one of these lists.
     *
     * @param value the expression with the text, as SQL
     * @param indexed what the index would be over
     * @param alternatives lists of texts of three characters at least
     */
    public record Containment(String value, List<String> indexed, List<List<String>> alternatives)
            implements Indexable {
        public Containment {
            indexed = List.copyOf(indexed);
            alternatives = List.copyOf(alternatives);
        }
    }

    /**
     * Asks for arrays with an element.
     *
     * @param array the expression with the array, as SQL
     * @param indexed what the index would be over
     */
    public record Element(String array, List<String> indexed) implements Indexable {
        public Element {
            indexed = List.copyOf(indexed);
        }
    }

    /**
     * Asks for NULLs.
     *
     * @param indexed what the index would be over
     */
    public record Missing(List<String> indexed) implements Indexable {
        public Missing {
            indexed = List.copyOf(indexed);
        }
    }

    /**
     * Asks for points or geometries in an area.
     *
     * @param indexed what the index would be over: two columns of coordinates, or one of geometries
     */
    public record Area(List<String> indexed) implements Indexable {
        public Area {
            indexed = List.copyOf(indexed);
        }
    }

    /**
     * Asks for the first rows of an order.
     *
     * @param indexed what the rows are ordered by
     * @param rows how many are wanted
     */
    public record Outermost(List<String> indexed, long rows) implements Indexable {
        public Outermost {
            indexed = List.copyOf(indexed);
        }
    }

    /**
     * Tests a column in a way that only its values can answer.
     *
     * @param column its name, as {@code create_index} takes it
     */
    public record Test(String column) implements Indexable {
        @Override
        public List<String> indexed() {
            return List.of(column);
        }
    }

    /** Describes a condition whose rows are counted and that no index decides alone. */
    public record Counted() implements Form {}

    /**
     * Represents the values between two constants, both included.
     *
     * @param low the least value, as SQL; empty if there is none
     * @param high the greatest value, as SQL; empty if there is none
     */
    public record Span(Optional<String> low, Optional<String> high) {
        static Span point(String value) {
            return new Span(Optional.of(value), Optional.of(value));
        }

        boolean isPoint() {
            return low.isPresent() && low.equals(high);
        }

        /** Returns the condition that a value is in the span. */
        String test(String value) {
            if (isPoint()) {
                return "%s = %s".formatted(value, low.get());
            }
            if (low.isEmpty() && high.isEmpty()) {
                return "%s IS NOT NULL".formatted(value);
            }
            return Stream.of(
                            low.map(end -> "%s >= %s".formatted(value, end)),
                            high.map(end -> "%s <= %s".formatted(value, end)))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(" AND ", "(", ")"));
        }
    }

    /** Returns a condition, given as SQL, whose rows are counted and that no index decides alone. */
    public static Condition counted(String test) {
        return new Condition(test, new Counted());
    }
}
