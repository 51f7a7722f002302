// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.base.CharMatcher;
import io.skipping.index.ColumnOrigin;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.Leftover;
import io.skipping.index.type.IndexType.Fit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what an index decides of one conjunct, or why it decides nothing and what would help.
 *
 * @param given the conjuncts before this one
 * @param before what they leave
 * @param after what they and this one leave
 */
public record ConjunctFinding(
        ExplainedIndex index, Predicate given, Predicate conjunct, Leftover before, Leftover after) {
    /** Says that a conjunct has no form that an index may decide. */
    public static final Finding UNDECIDABLE = Finding.tooMuch(
            "no index can decide it; conditions that compare a single column, or CAST(column AS …), with constants can be decided");

    public ConjunctFinding {
        requireNonNull(index, "index is null");
        requireNonNull(given, "given is null");
        requireNonNull(conjunct, "conjunct is null");
        requireNonNull(before, "before is null");
        requireNonNull(after, "after is null");
    }

    /**
     * Describes a conjunct without conditions on texts that do not cast, for which only the amount matters that the conjuncts before
     * it leave.
     */
    public ConjunctFinding(ExplainedIndex index, Predicate conjunct, Leftover before, Leftover after) {
        this(index, Predicate.ALWAYS, conjunct, before, after);
    }

    /** Returns whether there is an index that may tell something of the conjunct, or it needs none. */
    public boolean isDecided() {
        List<Predicate.Leaf> conditions = conjunct.leaves().toList();
        return conditions.isEmpty()
                ? conjunct.mayBeDecided()
                : !deciding(conditions).isEmpty();
    }

    public Finding finding() {
        if (!conjunct.mayBeDecided()) {
            return UNDECIDABLE;
        }
        List<Predicate.Leaf> conditions = conjunct.leaves().toList();
        if (conditions.isEmpty()) {
            return new Finding(true, "all rows satisfy it, or none does", Remedy.NONE);
        }
        List<IndexDefinition> deciding = deciding(conditions);
        if (deciding.isEmpty()) {
            return withoutIndex(conditions);
        }
        return after.left().ranges() < before.left().ranges()
                ? excluding(conditions, deciding)
                : excludingNothing(conditions, deciding);
    }

    private List<IndexDefinition> deciding(List<Predicate.Leaf> conditions) {
        return conditions.stream()
                .filter(condition -> !isOfUncast(condition))
                .flatMap(condition -> index.snapshot().deciding(condition).stream())
                .distinct()
                .toList();
    }

    private Finding withoutIndex(List<Predicate.Leaf> conditions) {
        Predicate.Leaf condition = first(conditions);
        List<String> columns = names(condition);
        Optional<IndexDefinition> unbuilt = index.requested().get().stream()
                .filter(request -> request.columns().stream()
                        .map(IndexedColumn::name)
                        .toList()
                        .containsAll(columns))
                .filter(request -> index.snapshot().definitions().stream()
                        .noneMatch(built -> built.name().equals(request.name())))
                .findFirst();
        if (unbuilt.isPresent()) {
            return Finding.tooMuch(
                    "%s was asked for and is not built".formatted(unbuilt.get().name()),
                    index.remedies().build());
        }
        Optional<Finding> different = ofDifferentValues(condition);
        if (different.isPresent()) {
            return different.get();
        }
        String indexes = names(index.snapshot().definitions().stream()
                .filter(definition -> definition.columns().containsAll(condition.columns()))
                .toList());
        String reason = indexes.isEmpty()
                ? "there is no index over " + String.join(", ", columns)
                : "%s cannot decide it".formatted(indexes);
        return index.types()
                .proposed(condition)
                .map(type -> Finding.tooMuch(reason, index.create(type, columns)))
                .orElseGet(() -> Finding.tooMuch(reason));
    }

    /** Returns that the index has columns of these names, with other values than the condition is on. */
    private Optional<Finding> ofDifferentValues(Predicate.Leaf condition) {
        List<IndexedColumn> indexed = index.snapshot().definitions().stream()
                .flatMap(definition -> definition.columns().stream())
                .distinct()
                .toList();
        return condition.columns().stream()
                .filter(column -> !indexed.contains(column))
                .flatMap(column -> indexed.stream()
                        .filter(other -> other.name().equals(column.name()))
                        .map(other -> Finding.tooMuch(
                                other.type().equals(column.type())
                                        ? "the index has values of %s that are read in another way"
                                                .formatted(column.name())
                                        : "the index has %s as %s, and the query as %s"
                                                .formatted(column.name(), other.type(), column.type()),
                                index.remedies().build())))
                .findFirst();
    }

    private static Predicate.Leaf first(List<Predicate.Leaf> conditions) {
        return conditions.stream().filter(leaf -> !isOfUncast(leaf)).findFirst().orElse(conditions.get(0));
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
        Optional<String> finer = finer(conditions);
        List<IndexDefinition> ofValues = deciding.stream()
                .filter(definition -> fit(definition, conditions).compareTo(Fit.FINER) >= 0)
                .toList();
        if (finer.isEmpty() || ofValues.stream().anyMatch(index.snapshot()::hasSummaries)) {
            return Finding.tooMuch(reason);
        }
        if (ofValues.isEmpty()) {
            return Finding.tooMuch(
                    reason + ". An index of single values may exclude more",
                    index.create(finer.get(), names(first(conditions))));
        }
        Finding why = withoutRoom(ofValues, conditions);
        return Finding.tooMuch("%s. %s".formatted(reason, why.reason()), why.remedy());
    }

    /** Returns the type of index that tells apart the single values of which all conditions are; empty if there is none, or one of them is not. */
    private Optional<String> finer(List<Predicate.Leaf> conditions) {
        return index.types()
                .finer(conditions.stream()
                        .filter(condition -> !isOfUncast(condition))
                        .toList());
    }

    /** Returns how well an index serves the condition that it serves worst. */
    private Fit fit(IndexDefinition definition, List<Predicate.Leaf> conditions) {
        return conditions.stream()
                .filter(condition -> !isOfUncast(condition))
                .map(condition -> index.types().fit(definition, condition))
                .min(naturalOrder())
                .orElse(Fit.POSSIBLE);
    }

    /** Returns how many of the ranges that are left are read only for texts that a CAST fails on. */
    private String failing(List<Predicate.Leaf> conditions) {
        List<Predicate> uncast = conditions.stream()
                .filter(condition -> condition instanceof Predicate.InSet && isOfUncast(condition))
                .collect(toImmutableList());
        if (uncast.isEmpty()) {
            return "";
        }
        long ranges = index.left(Predicate.and(List.of(given, Predicate.or(uncast))))
                .left()
                .ranges();
        return ranges == 0
                ? ""
                : "; ranges that hold text that does not cast and are read, so that the query fails as it must (%d): with TRY_CAST they are left out"
                        .formatted(ranges);
    }

    private Finding excludingNothing(List<Predicate.Leaf> conditions, List<IndexDefinition> deciding) {
        List<IndexDefinition> used = deciding.stream()
                .filter(definition -> fit(definition, conditions) != Fit.INCIDENTAL || deciding.size() == 1)
                .toList();
        List<IndexDefinition> empty = used.stream()
                .filter(definition -> !index.snapshot().hasSummaries(definition))
                .toList();
        if (empty.size() == used.size()) {
            return withoutRoom(empty, conditions);
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
                        && index.snapshot().deciding(condition).isEmpty())
                .findFirst();
        if (undecided.isPresent() && !(conjunct instanceof Predicate.And)) {
            Finding why = withoutIndex(List.of(undecided.get()));
            return Finding.tooMuch("%s alone cannot decide it, and %s".formatted(names, why.reason()), why.remedy());
        }
        if (before.left().ranges() == 1) {
            return Finding.tooMuch("nothing is excluded by %s: matching values may be in the only range that is left"
                    .formatted(names));
        }
        String spread = "nothing is excluded by %s: matching values may be in each of the %d ranges"
                .formatted(names, before.left().ranges());
        List<String> columns = names(first(conditions));
        Optional<String> finer = finer(conditions);
        List<IndexDefinition> ofFiner = used.stream()
                .filter(definition -> fit(definition, conditions) == Fit.FINER)
                .toList();
        // where an index of all values has room, sets of few exclude more only if it errs
        if (finer.isPresent() && !empty.isEmpty() && empty.containsAll(ofFiner)) {
            Finding why = withoutRoom(empty, conditions);
            return Finding.tooMuch("%s. %s".formatted(spread, why.reason()), why.remedy());
        }
        if (finer.isPresent() && ofFiner.isEmpty()) {
            return Finding.tooMuch(spread + ". An index of single values may", index.create(finer.get(), columns));
        }
        String laidOut =
                "%s. The index excludes more of a table that is laid out by %s".formatted(spread, columns.get(0));
        return isPlain(columns.get(0))
                ? Finding.tooMuch(laidOut, index.remedies().layOut(columns.get(0)))
                : Finding.tooMuch(laidOut + "; layouts need a plain column that has these values");
    }

    /** Returns whether a name is that of a column of the table, and not an expression over one. */
    private static boolean isPlain(String column) {
        return CharMatcher.anyOf("().[\"' ,").matchesNoneOf(column);
    }

    /** Says that indexes have no summary of any range, and how they get one: those that builds choose share little room. */
    private Finding withoutRoom(List<IndexDefinition> indexes, List<Predicate.Leaf> conditions) {
        String reason = "%s %s no room for the values of any range"
                .formatted(names(indexes), indexes.size() == 1 ? "has" : "have");
        Optional<IndexDefinition> requested =
                indexes.stream().flatMap(empty -> request(empty).stream()).findFirst();
        if (requested.isEmpty()) {
            // of the same bytes, one that is for any number of values holds more than a set of few
            IndexDefinition advised = indexes.stream()
                    .filter(empty -> fit(empty, conditions) == Fit.FINER)
                    .findFirst()
                    .orElse(indexes.get(0));
            return Finding.tooMuch(
                    reason + ", and one that is asked for has more", index.create(advised.type(), columns(advised)));
        }
        Map<String, String> options = index.types().roomier(requested.get());
        return options.isEmpty()
                ? Finding.tooMuch(reason)
                : Finding.tooMuch(
                        "%s; with other options, %s has up to ten times as much"
                                .formatted(reason, requested.get().name()),
                        index.remedies().create(requested.get().type(), columns(requested.get()), options));
    }

    private Optional<IndexDefinition> request(IndexDefinition definition) {
        return index.requested().get().stream()
                .filter(request -> request.name().equals(definition.name()))
                .findFirst();
    }

    private static List<String> columns(IndexDefinition definition) {
        return definition.columns().stream().map(IndexedColumn::name).toList();
    }

    private static String names(List<IndexDefinition> definitions) {
        return definitions.stream().map(IndexDefinition::name).collect(joining(", "));
    }

    private static List<String> names(Predicate.Leaf condition) {
        return condition.columns().stream().map(IndexedColumn::name).toList();
    }

    /** Returns whether a condition is on columns that have a value only for text on which a cast fails. */
    private static boolean isOfUncast(Predicate.Leaf condition) {
        return condition.columns().stream()
                .anyMatch(column -> column.origin().reading() == ColumnOrigin.Reading.NOT_CASTING);
    }
}
