// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.List;
import java.util.Optional;

/**
 * Describes a condition that a query's filter puts on the rows of a table.
 *
 * @param text the condition as SQL over the table's columns
 * @param test the same without BETWEEN, which Trino 483 cannot plan inside TRY if what it compares is computed
 * @param form how an index could decide it
 */
public record Condition(String text, String test, Form form) {
    /** Creates a condition without BETWEEN. */
    public Condition(String text, Form form) {
        this(text, text, form);
    }

    /** States how an index could decide a condition. */
    public sealed interface Form {}

    /** Describes a form that is decided by an index over one expression. */
    public sealed interface Indexable extends Form {
        /** Returns what the index would be over, as {@code create_index} takes it. */
        String indexed();
    }

    /**
     * Compares an expression with constants.
     *
     * @param value the expression as SQL
     * @param spans the values that satisfy the condition lie in one of these
     */
    public record Comparison(String value, String indexed, List<Span> spans) implements Indexable {
        public Comparison {
            spans = List.copyOf(spans);
        }

        boolean isOfPoints() {
            return spans.stream().allMatch(Span::isPoint);
        }
    }

    /** Asks for texts that begin with a text. */
    public record Beginning(String value, String indexed, String text) implements Indexable {}

    /**
     * Asks for texts that contain all of these.
     *
     * @param fragments each of three characters at least
     */
    public record Containment(String value, String indexed, List<String> fragments) implements Indexable {
        public Containment {
            fragments = List.copyOf(fragments);
        }
    }

    /** Asks for arrays with an element. */
    public record Element(String array, String indexed) implements Indexable {}

    /** Asks for NULLs. */
    public record Missing(String value, String indexed) implements Indexable {}

    /** Tests a column in a way that only its values can answer. */
    public record Test(String indexed) implements Indexable {}

    /** Describes a form that no index decides; the reason is a clause for people. */
    public record Undecidable(String reason) implements Form {}

    /**
     * Values between two constants, which are SQL. An end that is empty is open.
     *
     * @param lowIncluded whether the low end satisfies the condition
     */
    public record Span(Optional<String> low, boolean lowIncluded, Optional<String> high, boolean highIncluded) {
        static Span point(String value) {
            return new Span(Optional.of(value), true, Optional.of(value), true);
        }

        boolean isPoint() {
            return low.isPresent() && low.equals(high);
        }
    }
}
