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
import io.skipping.trino.core.expression.FilterConjunct;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Says what an index decides of one conjunct, or why none does and what would help.
 *
 * @param before what the conjuncts before this one leave
 * @param after what they and this one leave
 */
record ConjunctFinding(IndexedTable table, FilterConjunct conjunct, Leftover before, Leftover after) {
    /** Columns of texts that cannot be cast are named so; they stand beside the casts. */
    private static final String UNCAST = "IF(TRY_CAST(";

    Finding finding() {
        if (!conjunct.isTranslated()) {
            return untranslated();
        }
        List<Predicate.Leaf> conditions =
                LeafPredicates.of(conjunct.predicate()).toList();
        if (conditions.isEmpty()) {
            return new Finding(true, "all rows satisfy it, or none does", Remedy.NONE);
        }
        List<IndexDefinition> deciding = deciding(conditions);
        if (deciding.isEmpty()) {
            return tested().orElseGet(() -> withoutIndex(conditions));
        }
        return after.left().ranges() < before.left().ranges()
                ? excluding(conditions, deciding)
                : excludingNothing(conditions, deciding);
    }

    private Finding untranslated() {
        return tested().orElseGet(() -> conjunct.tested()
                .map(column -> Finding.tooMuch(
                        "no index can decide it but one of the values of " + column,
                        table.create("values", List.of(column))))
                .orElse(Finding.tooMuch(
                        "no index can decide it; conditions that compare a single column, or CAST(column AS …), with constants"
                                + " can be decided")));
    }

    /** Returns that known values are tested while the query runs, if the index has values. */
    private Optional<Finding> tested() {
        return conjunct.tested()
                .flatMap(column -> table.snapshot().definitions().stream()
                        .filter(definition -> definition.type().equals("values")
                                && definition.columns().size() == 1
                                && definition.columns().getFirst().name().equals(column)
                                && table.snapshot().hasSummaries(definition))
                        .findFirst())
                .map(values -> Finding.tooMuch(
                        "the engine tests the values in %s while the query runs; EXPLAIN ANALYZE VERBOSE counts what this excludes as skipping.pruned.by.values"
                                .formatted(values.name())));
    }

    private List<IndexDefinition> deciding(List<Predicate.Leaf> conditions) {
        return conditions.stream()
                .filter(condition -> !isOfUncast(condition))
                .flatMap(condition -> table.snapshot().deciding(condition).stream())
                .distinct()
                .toList();
    }

    private Finding withoutIndex(List<Predicate.Leaf> conditions) {
        Predicate.Leaf condition = first(conditions);
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
            return Finding.tooMuch(
                    "%s was asked for and is not built".formatted(unbuilt.get().name()), Remedy.of(table.build()));
        }
        String indexes = names(table.snapshot().definitions().stream()
                .filter(definition -> definition.columns().containsAll(condition.columns()))
                .toList());
        String reason = indexes.isEmpty()
                ? "there is no index over " + String.join(", ", columns)
                : "%s cannot decide it".formatted(indexes);
        return suggestedType(condition)
                .map(type -> Finding.tooMuch(reason, table.create(type, columns)))
                .orElseGet(() -> Finding.tooMuch(reason));
    }

    private static Predicate.Leaf first(List<Predicate.Leaf> conditions) {
        return conditions.stream().filter(leaf -> !isOfUncast(leaf)).findFirst().orElse(conditions.getFirst());
    }

    /** Returns the type of index that decides such a condition; empty if only a user's own can. */
    private static Optional<String> suggestedType(Predicate.Leaf condition) {
        return switch (condition) {
            case Predicate.InSet set -> Optional.of(LeafPredicates.isPoints(set.values()) ? "values" : "minmax");
            case Predicate.IsNull _ -> Optional.of("nulls");
            case Fragments _ -> Optional.of("ngram");
            case InBoxes _ -> Optional.of("bbox");
            case CallIn call -> Optional.of("values").filter(_ -> call.columns().size() == 1);
            case Predicate.Passing _ -> Optional.of("values");
            default -> Optional.empty();
        };
    }

    private Finding excluding(List<Predicate.Leaf> conditions, List<IndexDefinition> deciding) {
        String by = after.excluded().entrySet().stream()
                .filter(entry -> entry.getValue() > before.excluded().getOrDefault(entry.getKey(), 0L))
                .map(entry -> entry.getKey())
                .collect(joining(", "));
        String reason = "%s leaves %s%s"
                .formatted(
                        by.isEmpty() ? "the index" : by,
                        AmountText.of(after.left(), before.left()),
                        failing(conditions));
        if (after.left().ranges() * 2 <= before.left().ranges()) {
            return new Finding(true, reason, Remedy.NONE);
        }
        List<IndexDefinition> ofPoints = deciding.stream()
                .filter(definition ->
                        definition.type().equals("bloom") || definition.type().equals("values"))
                .toList();
        if (!isPoints(conditions) || ofPoints.stream().anyMatch(table.snapshot()::hasSummaries)) {
            return Finding.tooMuch(reason);
        }
        if (ofPoints.isEmpty()) {
            return Finding.tooMuch(
                    reason + ". An index of single values may exclude more",
                    table.create("bloom", names(first(conditions))));
        }
        Finding why = withoutRoom(ofPoints);
        return Finding.tooMuch("%s. %s".formatted(reason, why.reason()), why.remedy());
    }

    private static boolean isPoints(List<Predicate.Leaf> conditions) {
        return conditions.stream()
                .filter(condition -> !isOfUncast(condition))
                .allMatch(
                        condition -> condition instanceof Predicate.InSet set && LeafPredicates.isPoints(set.values()));
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

    private Finding excludingNothing(List<Predicate.Leaf> conditions, List<IndexDefinition> deciding) {
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
            return new Finding(
                    before.left().ranges() == 0,
                    "nothing more is excluded by %s%s".formatted(names, failing),
                    Remedy.NONE);
        }
        Optional<Predicate.Leaf> undecided = conditions.stream()
                .filter(condition -> !isOfUncast(condition)
                        && table.snapshot().deciding(condition).isEmpty())
                .findFirst();
        if (undecided.isPresent() && !(conjunct.predicate() instanceof Predicate.And)) {
            Finding why = withoutIndex(List.of(undecided.get()));
            return Finding.tooMuch("%s alone cannot decide it, and %s".formatted(names, why.reason()), why.remedy());
        }
        boolean ofPoints = isPoints(conditions);
        boolean hasPoints =
                deciding.stream().anyMatch(definition -> definition.type().equals("bloom"));
        if (before.left().ranges() == 1) {
            return Finding.tooMuch("nothing is excluded by %s: matching values may be in the only range that is left"
                    .formatted(names));
        }
        String spread = "nothing is excluded by %s: matching values may be in each of the %d ranges"
                .formatted(names, before.left().ranges());
        List<String> columns = names(first(conditions));
        if (ofPoints && !empty.isEmpty()) {
            Finding why = withoutRoom(empty);
            return Finding.tooMuch("%s. %s".formatted(spread, why.reason()), why.remedy());
        }
        if (ofPoints && !hasPoints) {
            return Finding.tooMuch(spread + ". An index of single values may", table.create("bloom", columns));
        }
        String laidOut = "%s. More is excluded of a table that is laid out by %s".formatted(spread, columns.getFirst());
        return isPlain(columns.getFirst())
                ? Finding.tooMuch(laidOut, table.layOut(columns.getFirst()))
                : Finding.tooMuch(laidOut + "; layouts need a plain column that has these values");
    }

    /** Returns whether a name is that of a column of the table, and not an expression over one. */
    private static boolean isPlain(String column) {
        return CharMatcher.anyOf("().[\"' ,").matchesNoneOf(column);
    }

    /** Says that indexes have no summary of any range, and how they get one: those that builds choose share little room. */
    private Finding withoutRoom(List<IndexDefinition> indexes) {
        IndexDefinition first = indexes.getFirst();
        List<String> columns = first.columns().stream().map(IndexedColumn::name).toList();
        String reason = names(indexes) + " has no room for the values of any range";
        Optional<IndexDefinition> requested = table.requested().stream()
                .filter(request -> request.name().equals(first.name()))
                .findFirst();
        if (requested.isEmpty()) {
            return Finding.tooMuch(
                    reason + ", and one that is asked for has more", table.create(first.type(), columns));
        }
        Map<String, String> options = roomier(requested.get());
        return options.isEmpty()
                ? Finding.tooMuch(reason)
                : Finding.tooMuch(
                        reason + "; with other options it has ten times as much",
                        table.create(first.type(), columns, options));
    }

    /** Returns the options of an index with ten times the room; none if the type has no such option. */
    private static Map<String, String> roomier(IndexDefinition definition) {
        Map<String, String> more = switch (definition.type()) {
            case "values", "prefix" -> Map.of("limit", "1000", "max_bytes", "65536");
            case "bloom" -> Map.of("max_bytes", "1048576", "budget_percent", "2");
            case "ngram" -> Map.of("max_bytes", "1048576", "budget_percent", "1.9");
            default -> Map.of();
        };
        if (more.isEmpty()) {
            return Map.of();
        }
        Map<String, String> options = new TreeMap<>(definition.options());
        more.forEach((name, standard) -> options.put(
                name,
                new BigDecimal(definition.options().getOrDefault(name, standard))
                        .multiply(BigDecimal.TEN)
                        .stripTrailingZeros()
                        .toPlainString()));
        return options;
    }

    private static String names(List<IndexDefinition> definitions) {
        return definitions.stream().map(IndexDefinition::name).collect(joining(", "));
    }

    private static List<String> names(Predicate.Leaf condition) {
        return condition.columns().stream().map(IndexedColumn::name).toList();
    }

    private static boolean isOfUncast(Predicate.Leaf condition) {
        return condition.columns().stream().anyMatch(column -> column.name().startsWith(UNCAST));
    }
}
