// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Describes what queries ask of a table: all that differ in nothing but constants are one question.
 *
 * @param text the question, for people
 * @param asked how often it was asked
 * @param bytesRead how many bytes a query read on average, if that is known
 * @param variants scans that stand for all that were asked
 */
public record Question(String text, long asked, OptionalDouble bytesRead, List<Scan> variants) {
    public Question {
        variants = List.copyOf(variants);
    }

    /** Returns a question with one variant, asked once. */
    public static Question of(Scan scan) {
        return new Question(scan.text(), 1, OptionalDouble.empty(), List.of(scan));
    }
}
