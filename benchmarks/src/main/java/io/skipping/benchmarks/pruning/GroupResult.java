// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import java.util.List;

/** Holds the answers to questions of one kind. */
record GroupResult(Group group, List<Outcome> outcomes) {
    GroupResult {
        outcomes = List.copyOf(outcomes);
    }

    long objectsRead() {
        return outcomes.stream().mapToLong(Outcome::objectsRead).sum();
    }

    long objectsNeeded() {
        return outcomes.stream().mapToLong(Outcome::objectsNeeded).sum();
    }

    /** Returns the tightness over all questions together. */
    double tightness() {
        return (double) objectsRead() / objectsNeeded();
    }

    boolean tightnessMet() {
        return tightness() <= group.mostTightness().orElse(Double.MAX_VALUE);
    }

    /** Returns whether all of these questions read the same objects. */
    boolean sameObjects(List<String> names) {
        return outcomes.stream()
                        .filter(outcome -> names.contains(outcome.question().name()))
                        .map(Outcome::objects)
                        .distinct()
                        .count()
                == 1;
    }
}
