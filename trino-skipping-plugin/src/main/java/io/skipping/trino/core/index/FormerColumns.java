// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Promotion;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds what an index has of columns that have got a wider type since it summarised them, and of columns of an older version of the
 * table, which have got a wider type before it summarised them. Summaries of either type are true of the files that they describe,
 * whose values have not changed. That holds only if the type has never changed in another way: a file of a wider type that was read
 * with a narrower one may have a summary of other values. Thread-safe.
 */
final class FormerColumns {
    private final List<IndexDefinition> definitions;
    private final java.util.function.Predicate<IndexedColumn> onlyPromoted;
    private final Map<IndexedColumn, List<Former>> known = new ConcurrentHashMap<>();

    /**
     * Describes a column with another type than it is asked for with.
     *
     * @param promotion from its type to the one that it is asked for with, or the other way if its type is the wider one
     */
    private record Former(IndexedColumn column, Promotion promotion) {
        static Stream<Former> of(IndexedColumn column, IndexedColumn asked) {
            return Stream.of(Promotion.of(column.type(), asked.type()), Promotion.of(asked.type(), column.type()))
                    .flatMap(Optional::stream)
                    .map(promotion -> new Former(column, promotion));
        }

        boolean isWider() {
            return column.type().equals(promotion.to());
        }

        /** Returns the same condition on this column, which holds for the same rows; empty if there is none. */
        Optional<Predicate> over(Predicate.Leaf condition) {
            return isWider() ? promotion.overWider(condition, column) : promotion.over(condition, column);
        }
    }

    /**
     * Creates the former columns of a state.
     *
     * @param definitions all indexes of the state, over columns as they are kept
     * @param onlyPromoted returns whether the type of a column has changed by promotions only
     */
    FormerColumns(List<IndexDefinition> definitions, java.util.function.Predicate<IndexedColumn> onlyPromoted) {
        this.definitions = requireNonNull(definitions, "definitions is null");
        this.onlyPromoted = requireNonNull(onlyPromoted, "onlyPromoted is null");
    }

    private List<Former> of(IndexedColumn kept) {
        return known.computeIfAbsent(kept, this::find);
    }

    private List<Former> find(IndexedColumn kept) {
        return stored().filter(column ->
                        column.name().equals(kept.name()) && column.origin().equals(kept.origin()))
                .distinct()
                .flatMap(column -> Former.of(column, kept))
                .filter(found -> failsInReverse(found.promotion()))
                // asked last, since few columns have a former type
                .filter(_ -> onlyPromoted.test(kept))
                .collect(toImmutableList());
    }

    /** Returns the columns of all indexes, each as often as an index has it. */
    private Stream<IndexedColumn> stored() {
        return definitions.stream().flatMap(definition -> definition.columns().stream());
    }

    /**
     * Returns whether files of the wider type that are read with the former one fail, or have the same values. The reader of Avro cuts
     * decimals to 64 bits without a word, and a history does not show for certain that none was read so: it may have lost schemas.
     */
    private static boolean failsInReverse(Promotion promotion) {
        return promotion.from().kind() != ScalarType.Kind.DECIMAL
                || promotion.from().form() == promotion.to().form();
    }

    /**
     * Returns a predicate that holds for the rows that satisfy a condition, and that summaries of other types decide, too.
     *
     * @param condition over columns as they are kept with the types of the version that is asked
     */
    Predicate decided(Predicate.Leaf condition) {
        if (condition.columns().size() != 1) {
            return condition;
        }
        IndexedColumn kept = condition.columns().iterator().next();
        List<Predicate> each = new ArrayList<>();
        for (Former former : of(kept)) {
            former.over(condition).ifPresent(each::add);
        }
        // that of a type that no summary has would leave open what all rows of a range satisfy
        if (each.isEmpty() || stored().anyMatch(kept::equals)) {
            each.addFirst(condition);
        }
        return Predicate.and(each);
    }

    /** Returns the definition over each of the other types of its columns; of indexes of one column only. */
    List<IndexDefinition> of(IndexDefinition kept) {
        return kept.columns().size() != 1
                ? List.of()
                : of(kept.columns().getFirst()).stream()
                        .map(former -> new IndexDefinition(kept.type(), List.of(former.column()), kept.options()))
                        .collect(toImmutableList());
    }

    /**
     * Looks up something of each range of an object, by summaries of the type that the column is asked for with, or else of a narrower
     * one. A bound of a wider type may lie between two values of the type that is asked for.
     *
     * @param lookup returns it for a column of the index
     * @param promote makes what was found of a former type something of the type of now
     */
    <T> Optional<List<Optional<T>>> lookUp(
            IndexedColumn kept,
            Function<IndexedColumn, Optional<List<Optional<T>>>> lookup,
            BiFunction<Promotion, T, T> promote) {
        Optional<List<Optional<T>>> found = lookup.apply(kept);
        for (Former former : of(kept)) {
            if (former.isWider()) {
                continue;
            }
            Optional<List<Optional<T>>> more = lookup.apply(former.column())
                    .map(ranges -> ranges.stream()
                            .map(range -> range.map(value -> promote.apply(former.promotion(), value)))
                            .toList());
            found = found.isEmpty() || more.isEmpty()
                    ? found.or(() -> more)
                    : Optional.of(either(found.get(), more.get()));
        }
        return found;
    }

    private static <T> List<Optional<T>> either(List<Optional<T>> ranges, List<Optional<T>> others) {
        return IntStream.range(0, ranges.size())
                .mapToObj(range -> ranges.get(range).or(() -> others.get(range)))
                .toList();
    }
}
