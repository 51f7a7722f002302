// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.skipping.index.IndexDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Describes how the indexes that a build creates differ from the existing ones. */
public final class DefinitionChanges {
    /** Bounds the number of indexes that are named; the others are counted. */
    private static final int MOST_NAMES = 5;

    private DefinitionChanges() {}

    /** Returns a clause for users; empty if nothing changes. */
    public static String describe(List<IndexDefinition> before, List<IndexDefinition> after) {
        List<String> parts = new ArrayList<>();
        add(parts, "new indexes: ", without(after, before));
        // their summaries remain in use until their objects change
        add(parts, "no longer made: ", withoutNames(before, after));
        return String.join("; ", parts);
    }

    private static void add(List<String> parts, String what, List<IndexDefinition> definitions) {
        if (definitions.isEmpty()) {
            return;
        }
        String names = definitions.stream()
                .limit(MOST_NAMES)
                .map(IndexDefinition::name)
                .collect(joining(", "));
        int more = definitions.size() - MOST_NAMES;
        parts.add(what + names + (more > 0 ? " and %s more".formatted(more) : ""));
    }

    /**
     * Returns the definitions whose names do not occur among the others. An index that is created again with different
     * options keeps its name.
     */
    private static List<IndexDefinition> withoutNames(List<IndexDefinition> definitions, List<IndexDefinition> others) {
        Set<String> names = others.stream().map(IndexDefinition::name).collect(toSet());
        return definitions.stream()
                .filter(definition -> !names.contains(definition.name()))
                .toList();
    }

    private static List<IndexDefinition> without(List<IndexDefinition> definitions, List<IndexDefinition> others) {
        return definitions.stream()
                .filter(definition -> !others.contains(definition))
                .toList();
    }
}
