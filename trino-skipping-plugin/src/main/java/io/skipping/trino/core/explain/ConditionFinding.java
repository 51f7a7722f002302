// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.skipping.index.IndexedColumn;
import io.skipping.index.explain.ConjunctFinding;
import io.skipping.index.explain.Finding;
import io.skipping.index.explain.FittingTypes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.Leftover;
import io.skipping.index.type.IndexType.Fit;
import io.skipping.trino.core.expression.FilterConjunct;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what an index, or the engine by the values that the index has, decides of one conjunct.
 *
 * @param given the conjuncts before this one
 * @param before what they leave
 * @param after what they and this one leave
 */
record ConditionFinding(IndexedTable table, Predicate given, FilterConjunct conjunct, Leftover before, Leftover after) {
    Finding finding() {
        if (!conjunct.isTranslated()) {
            return tested().or(this::testable).orElse(ConjunctFinding.UNDECIDABLE);
        }
        ConjunctFinding finding = new ConjunctFinding(table.explained(), given, conjunct.predicate(), before, after);
        return finding.isDecided() ? finding.finding() : tested().orElseGet(finding::finding);
    }

    /** Returns that known values are tested while the query runs, if the index has values. */
    private Optional<Finding> tested() {
        return conjunct.tested()
                .flatMap(column -> table.snapshot().definitions().stream()
                        .filter(definition -> types().fit(definition, onEachValue(column))
                                                .compareTo(Fit.GOOD)
                                        >= 0
                                && definition.columns().size() == 1
                                && definition.columns().getFirst().name().equals(column.name())
                                && table.snapshot().hasSummaries(definition))
                        .findFirst())
                .map(values -> Finding.tooMuch(
                        "the engine tests the values in %s while the query runs; EXPLAIN ANALYZE VERBOSE counts what this excludes as skipping.pruned.by.%s"
                                .formatted(values.name(), values.type())));
    }

    /** Returns what would have values that can be tested. */
    private Optional<Finding> testable() {
        return conjunct.tested()
                .flatMap(column -> types().proposed(onEachValue(column))
                        .map(type -> Finding.tooMuch(
                                "no index can decide it but one of the values of " + column.name(),
                                table.create(type, List.of(column.name()), Map.of()))));
    }

    private FittingTypes types() {
        return table.explained().types();
    }

    /** Stands for a condition that the engine tests value by value. */
    private static Predicate.Passing onEachValue(IndexedColumn column) {
        return new Predicate.Passing(column, _ -> true);
    }
}
