// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Describes what queries ask of a table: all that differ in nothing but constants are one question.
 *
 * @param text for people
 * @param asked how often it was asked
 * @param bytesRead how many bytes a query read on average, if that is known
 * @param variants conjunctions that stand for all that were asked
 */
public record Question(String text, long asked, OptionalDouble bytesRead, List<List<Condition>> variants) {
    public Question {
        variants = List.copyOf(variants);
    }

    /** Returns a question with one variant, asked once. */
    public static Question of(List<Condition> conditions) {
        return new Question(text(conditions), 1, OptionalDouble.empty(), List.of(conditions));
    }

    /** Returns a conjunction as SQL. */
    public static String text(List<Condition> conditions) {
        return conditions.stream().map(Condition::text).collect(Collectors.joining(" AND "));
    }

    /** Returns a condition that stands for all of a conjunction. */
    public static Condition whole(List<Condition> conditions) {
        return new Condition(
                sql(conditions),
                conditions.stream()
                        .map(condition -> "(" + condition.test() + ")")
                        .collect(Collectors.joining(" AND ")),
                new Condition.Undecidable("it is a whole filter"));
    }

    /** Returns a conjunction as SQL, with parentheses around conditions that need them. */
    public static String sql(List<Condition> conditions) {
        return conditions.stream()
                .map(condition -> "(" + condition.text() + ")")
                .collect(Collectors.joining(" AND "));
    }
}
