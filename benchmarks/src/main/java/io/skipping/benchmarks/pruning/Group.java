// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Groups questions of one kind.
 *
 * @param name the name in results
 * @param title for human readers
 * @param description describes data and questions
 * @param atOnce whether one scan answers all questions where nothing is skipped
 * @param mostTightness limit for the tightness over all questions together
 * @param same names of questions that select the same rows by different conditions, and should read the same objects
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
