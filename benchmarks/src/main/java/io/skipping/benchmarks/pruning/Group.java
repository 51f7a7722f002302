// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Questions of one kind.
 *
 * @param name in results
 * @param title for people
 * @param description of data and questions
 * @param atOnce whether the table is read once for all questions where nothing is skipped
 * @param mostTightness wanted of all questions together
 * @param same names of questions that ask for the same rows in other words, and should read the same objects
 */
record Group(
        String name,
        String title,
        String description,
        List<PruningCase> cases,
        boolean atOnce,
        OptionalDouble mostTightness,
        List<List<String>> same) {
    Group(String name, String title, String description, List<PruningCase> cases) {
        this(name, title, description, cases, false, OptionalDouble.empty(), List.of());
    }
}
