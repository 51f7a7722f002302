// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.base.CharMatcher;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.Leftover;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.trino.core.expression.FilterConjunct;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says what an index decides of one conjunct, or why none does and what would help.
 *
 * @param before what the conjuncts before this one leave
 * @param after what they and this one leave
 */
record ConjunctFinding(IndexedTable table, FilterConjunct conjunct, Leftover before, Leftover after) {
    /** Columns of texts that cannot be cast are named so; they stand beside the casts. */
    private static final String UNCAST = "IF(TRY_CAST(";

    String text() {
        if (!conjunct.isTranslated()) {
            return untranslated();
        }
        List<Predicate.Leaf> conditions = leaves(conjunct.predicate()).toList();
        List<IndexDefinition> deciding = deciding(conditions);
        if (deciding.isEmpty()) {
            return tested().orElseGet(() -> withoutIndex(conditions));
        }
        return after.left().ranges() < before.left().ranges()
                ? excluding() + failing(conditions)
                : excludingNothing(conditions, deciding);
    }

    private String untranslated() {
        return tested().orElseGet(() -> conjunct.tested()
                .map(column -> "no index can decide it but one of the values of %s: %s"
                        .formatted(column, table.create("values", List.of(column))))
                .orElse(
                        "no index can decide it; conditions that compare a single column, or CAST(column AS …), with constants"
                                + " can be decided"));
    }

    /** Returns that known values are tested while the query runs, if the index has values. */
    private Optional<String> tested() {
        return conjunct.tested()
                .flatMap(column -> table.snapshot().definitions().stream()
                        .filter(definition -> definition.type().equals("values")
                                && definition.columns().size() == 1
                                && definition.columns().getFirst().name().equals(column)
                                && table.snapshot().hasSummaries(definition))
                        .findFirst())
                .map(values ->
                        "the engine tests the values in %s while the query runs; EXPLAIN ANALYZE VERBOSE counts what this excludes as skipping.pruned.by.values"
                                .formatted(values.name()));
    }

    private List<IndexDefinition> deciding(List<Predicate.Leaf> conditions) {
        return conditions.stream()
                .filter(condition -> !isOfUncast(condition))
                .flatMap(condition -> table.snapshot().deciding(condition).stream())
                .distinct()
                .toList();
    }

    private String withoutIndex(List<Predicate.Leaf> conditions) {
        Predicate.Leaf condition = conditions.stream()
                .filter(leaf -> !isOfUncast(leaf))
                .findFirst()
                .orElse(conditions.getFirst());
        List<String> columns = names(condition);
        Optional<IndexDefinition> unbuilt = table.requested().stream()
                .filter(request -> request.columns().stream()
                        .map(IndexedColumn::name)
                        .toList()
                        .containsAll(columns))
                .filter(request -> table.snapshot().definitions().stream()
                        .noneMatch(built -> built.name().equals(request.name())))
                .findFirst();
        if (unbuilt.isPresent()) {
            return "%s was asked for and is not built: %s"
                    .formatted(unbuilt.get().name(), table.build());
        }
        String indexes = names(table.snapshot().definitions().stream()
                .filter(definition -> definition.columns().containsAll(condition.columns()))
                .toList());
        String reason = indexes.isEmpty()
                ? "there is no index over " + String.join(", ", columns)
                : "%s cannot decide it".formatted(indexes);
        return suggestedType(condition)
                .map(type -> "%s: %s".formatted(reason, table.create(type, columns)))
                .orElse(reason);
    }

    /** Returns the type of index that decides such a condition; empty if only a user's own can. */
    private static Optional<String> suggestedType(Predicate.Leaf condition) {
        return switch (condition) {
            case Predicate.InSet set -> Optional.of(isPoints(set.values()) ? "values" : "minmax");
            case Predicate.IsNull _ -> Optional.of("nulls");
            case Fragments _ -> Optional.of("ngram");
            case InBoxes _ -> Optional.of("bbox");
            case CallIn call -> Optional.of("values").filter(_ -> call.columns().size() == 1);
            case Predicate.Passing _ -> Optional.of("values");
            default -> Optional.empty();
        };
    }

    private static boolean isPoints(KeySet values) {
        return values.ranges().stream().allMatch(KeyRange::isSingle);
    }

    private String excluding() {
        String by = after.excluded().entrySet().stream()
                .filter(entry -> entry.getValue() > before.excluded().getOrDefault(entry.getKey(), 0L))
                .map(entry -> entry.getKey())
                .collect(joining(", "));
        return "%s leaves %s".formatted(by.isEmpty() ? "the index" : by, AmountText.of(after.left(), before.left()));
    }

    /** Returns how many of the ranges that are left are read only for texts that a CAST fails on. */
    private String failing(List<Predicate.Leaf> conditions) {
        List<Predicate> uncast = conditions.stream()
                .filter(condition -> condition instanceof Predicate.InSet && isOfUncast(condition))
                .collect(toImmutableList());
        if (uncast.isEmpty()) {
            return "";
        }
        long ranges = table.snapshot()
                .plan(Predicate.or(uncast))
                .left(table.folders())
                .left()
                .ranges();
        return ranges == 0
                ? ""
                : "; ranges that hold text that does not cast and are read, so that the query fails as it must (%d): with TRY_CAST they are left out"
                        .formatted(ranges);
    }

    private String excludingNothing(List<Predicate.Leaf> conditions, List<IndexDefinition> deciding) {
        List<IndexDefinition> used = deciding.stream()
                // nearly every column has one, and it decides of most conditions that NULL does not satisfy them
                .filter(definition -> !definition.type().equals("nulls") || deciding.size() == 1)
                .toList();
        List<IndexDefinition> empty = used.stream()
                .filter(definition -> !table.snapshot().hasSummaries(definition))
                .toList();
        if (empty.size() == used.size()) {
            return withoutRoom(empty);
        }
        String names = names(
                used.stream().filter(definition -> !empty.contains(definition)).toList());
        String failing = failing(conditions);
        if (before.left().ranges() == 0 || !failing.isEmpty()) {
            return "nothing more is excluded by %s%s".formatted(names, failing);
        }
        Optional<Predicate.Leaf> undecided = conditions.stream()
                .filter(condition -> !isOfUncast(condition)
                        && table.snapshot().deciding(condition).isEmpty())
                .findFirst();
        if (undecided.isPresent() && !(conjunct.predicate() instanceof Predicate.And)) {
            return "%s alone cannot decide it, and %s".formatted(names, withoutIndex(List.of(undecided.get())));
        }
        boolean ofPoints = conditions.stream()
                .allMatch(condition -> condition instanceof Predicate.InSet set && isPoints(set.values()));
        boolean hasPoints =
                deciding.stream().anyMatch(definition -> definition.type().equals("bloom"));
        if (before.left().ranges() == 1) {
            return "nothing is excluded by %s: matching values may be in the only range that is left".formatted(names);
        }
        String spread = "nothing is excluded by %s: matching values may be in each of the %d ranges"
                .formatted(names, before.left().ranges());
        List<String> columns = names(conditions.getFirst());
        if (ofPoints && !empty.isEmpty()) {
            return "%s. %s".formatted(spread, withoutRoom(empty));
        }
        if (ofPoints && !hasPoints) {
            return "%s. An index of single values may: %s".formatted(spread, table.create("bloom", columns));
        }
        String laidOut = "%s. More is excluded of a table that is laid out by %s".formatted(spread, columns.getFirst());
        return isPlain(columns.getFirst())
                ? "%s: %s".formatted(laidOut, table.layOut(columns.getFirst()))
                : "%s; layouts need a plain column that has these values".formatted(laidOut);
    }

    /** Returns whether a name is that of a column of the table, and not an expression over one. */
    private static boolean isPlain(String column) {
        return CharMatcher.anyOf("().[\"' ,").matchesNoneOf(column);
    }

    /** Says that indexes have no summary of any range, and how they get one: those that builds choose share little room. */
    private String withoutRoom(List<IndexDefinition> indexes) {
        IndexDefinition first = indexes.getFirst();
        boolean isRequested =
                table.requested().stream().anyMatch(request -> request.name().equals(first.name()));
        if (isRequested) {
            return "%s has no room for the values of any range: its options give it more (docs/reference.md)"
                    .formatted(names(indexes));
        }
        return "%s has no room for the values of any range, and one that is asked for has more: %s"
                .formatted(
                        names(indexes),
                        table.create(
                                first.type(),
                                first.columns().stream()
                                        .map(IndexedColumn::name)
                                        .toList()));
    }

    private static String names(List<IndexDefinition> definitions) {
        return definitions.stream().map(IndexDefinition::name).collect(joining(", "));
    }

    private static Stream<Predicate.Leaf> leaves(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().flatMap(ConjunctFinding::leaves);
            case Predicate.Or or -> or.operands().stream().flatMap(ConjunctFinding::leaves);
            case Predicate.Unknown _ -> Stream.of();
            case Predicate.Leaf leaf -> Stream.of(leaf);
        };
    }

    private static List<String> names(Predicate.Leaf condition) {
        return condition.columns().stream().map(IndexedColumn::name).toList();
    }

    private static boolean isOfUncast(Predicate.Leaf condition) {
        return condition.columns().stream().anyMatch(column -> column.name().startsWith(UNCAST));
    }
}
