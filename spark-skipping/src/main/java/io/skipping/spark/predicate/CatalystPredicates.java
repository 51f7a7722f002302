// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FileSourceMetadataAttribute;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.MetadataAttribute;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.expressions.StringPredicate;
import org.apache.spark.sql.types.Metadata;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates conditions of Catalyst. Every row for which a condition is true satisfies its predicate.
 *
 * <p>Spark takes a NaN for larger than all other numbers, and a set of keys does not contain it. So a lower bound of a
 * column is translated only if another conjunct bounds the column from above, and thereby excludes the NaN.
 */
public final class CatalystPredicates {
    /** the metadata of a column that has a default for files without it */
    private static final String DEFAULT = "EXISTS_DEFAULT";

    private final IndexedColumns columns;

    public CatalystPredicates(IndexedColumns columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /** Returns what the rows satisfy for which all conditions are true. */
    public Predicate conjunction(Collection<Expression> conditions) {
        return conjunction(conditions, Set.of());
    }

    /** @param bounded columns of which no NaN is left by conditions around these */
    private Predicate conjunction(Collection<Expression> conditions, Set<String> bounded) {
        List<Expression> conjuncts = new ArrayList<>();
        conditions.forEach(condition -> flatten(condition, And.class, conjuncts));
        Set<String> within = Sets.union(
                bounded,
                conjuncts.stream()
                        .flatMap(conjunct -> boundedAbove(conjunct).stream())
                        .collect(ImmutableSet.toImmutableSet()));
        return Predicate.and(
                conjuncts.stream().map(conjunct -> translate(conjunct, within)).collect(toImmutableList()));
    }

    private static void flatten(Expression condition, Class<? extends Expression> operator, List<Expression> to) {
        if (operator.isInstance(condition)) {
            CollectionConverters.asJava(condition.children()).forEach(child -> flatten(child, operator, to));
        } else {
            to.add(condition);
        }
    }

    /** Returns the name of the column that no NaN satisfies a conjunct of. */
    private Optional<String> boundedAbove(Expression conjunct) {
        return comparison(conjunct)
                .filter(comparison -> !comparison.range().high().isEmpty())
                .map(comparison -> comparison.column().name());
    }

    private Predicate translate(Expression condition, Set<String> bounded) {
        if (condition instanceof And) {
            return conjunction(List.of(condition), bounded);
        }
        if (condition instanceof Or) {
            List<Expression> either = new ArrayList<>();
            flatten(condition, Or.class, either);
            return Predicate.or(either.stream()
                    .map(one -> conjunction(List.of(one), bounded))
                    .collect(toImmutableList()));
        }
        if (condition instanceof AttributeReference column) {
            return isTruth(column, true);
        }
        if (condition instanceof Not not) {
            return negation(not.child());
        }
        if (condition instanceof IsNull isNull) {
            return onColumn(isNull.child(), Predicate.IsNull::new);
        }
        if (condition instanceof IsNotNull isNotNull) {
            return onColumn(isNotNull.child(), column -> Predicate.inSet(column, KeySet.all(column.type())));
        }
        if (condition instanceof In in) {
            return in(
                    in.value(),
                    CollectionConverters.asJava(in.list()).stream()
                            .map(CatalystPredicates::value)
                            .toList());
        }
        if (condition instanceof InSet in) {
            return in(
                    in.child(),
                    CollectionConverters.asJava(in.hset()).stream()
                            .map(Optional::ofNullable)
                            .toList());
        }
        if (condition instanceof StringPredicate text) {
            return text(text);
        }
        return comparison(condition)
                .map(comparison -> translate(comparison, bounded))
                .orElse(Predicate.UNKNOWN);
    }

    /** Returns a predicate on a column of booleans. */
    private Predicate isTruth(AttributeReference column, boolean truth) {
        return columns(
                column,
                indexed -> indexed.type().equals(ScalarType.BOOLEAN)
                        ? inRanges(indexed, List.of(KeyRange.of(Key.of(truth))))
                        : Predicate.UNKNOWN);
    }

    private Predicate negation(Expression condition) {
        if (condition instanceof AttributeReference column) {
            return isTruth(column, false);
        }
        if (condition instanceof EqualTo equal) {
            return comparison(equal)
                    .map(comparison -> columns(
                            comparison.column(),
                            column -> set(column, List.of(comparison.range()))
                                    .map(values -> Predicate.inSet(column, values.complement()))
                                    .orElse(Predicate.UNKNOWN)))
                    .orElse(Predicate.UNKNOWN);
        }
        if (condition instanceof IsNull isNull) {
            return translate(new IsNotNull(isNull.child()), Set.of());
        }
        if (condition instanceof IsNotNull isNotNull) {
            return translate(new IsNull(isNotNull.child()), Set.of());
        }
        return Predicate.UNKNOWN;
    }

    /** @param values those that are not NULL, or unknown where empty */
    private Predicate in(Expression of, List<Optional<Object>> values) {
        return onColumn(of, column -> {
            ImmutableList.Builder<KeyRange> ranges = ImmutableList.builder();
            for (Optional<Object> value : values) {
                Optional<Key> key = value.flatMap(given -> SparkTypes.key(column.type(), given));
                if (key.isEmpty()) {
                    return Predicate.UNKNOWN;
                }
                ranges.add(KeyRange.of(key.get()));
            }
            return inRanges(column, ranges.build());
        });
    }

    private static Optional<Object> value(Expression expression) {
        return expression instanceof Literal literal ? Optional.ofNullable(literal.value()) : Optional.empty();
    }

    private Predicate text(StringPredicate condition) {
        if (!(condition instanceof StartsWith || condition instanceof EndsWith || condition instanceof Contains)) {
            return Predicate.UNKNOWN;
        }
        Optional<Slice> part = value(condition.right())
                .flatMap(value -> SparkTypes.key(ScalarType.VARCHAR, value))
                .map(Key::asBytes);
        if (part.isEmpty() || part.get().length() == 0) {
            return Predicate.UNKNOWN;
        }
        return onColumn(condition.left(), column -> {
            if (!column.type().equals(ScalarType.VARCHAR)) {
                return Predicate.UNKNOWN;
            }
            Predicate fragment = new Fragments(column, List.of(part.get()));
            return condition instanceof StartsWith
                    ? Predicate.and(List.of(inRanges(column, List.of(KeyRange.beginningWith(part.get()))), fragment))
                    : fragment;
        });
    }

    /** Returns a predicate on all columns that have the values of an expression, if it is a column. */
    private Predicate onColumn(Expression expression, Function<IndexedColumn, Predicate> condition) {
        return expression instanceof AttributeReference column ? columns(column, condition) : Predicate.UNKNOWN;
    }

    private Predicate columns(AttributeReference column, Function<IndexedColumn, Predicate> condition) {
        List<IndexedColumn> found = hasOtherValues(column)
                ? List.of()
                : SparkTypes.scalar(column.dataType())
                        .map(type -> columns.find(column.name(), type))
                        .orElse(List.of());
        return found.isEmpty()
                ? Predicate.UNKNOWN
                : Predicate.and(found.stream().map(condition).collect(toImmutableList()));
    }

    /**
     * Returns whether an attribute has values that are not those of the column of its name in a file: a default, or the name, size
     * and time of the file itself ({@code _metadata.file_size}), which have no other sign than this when a scan lists its files.
     */
    private static boolean hasOtherValues(AttributeReference column) {
        Metadata metadata = column.metadata();
        return metadata.contains(DEFAULT)
                || MetadataAttribute.isValid(metadata)
                || FileSourceMetadataAttribute.isValid(metadata);
    }

    private static Predicate inRanges(IndexedColumn column, List<KeyRange> ranges) {
        return set(column, ranges)
                .map(values -> Predicate.inSet(column, values))
                .orElse(Predicate.UNKNOWN);
    }

    /** Returns the set of the keys in some ranges; empty if releases may read a value of them in different ways. */
    private static Optional<KeySet> set(IndexedColumn column, List<KeyRange> ranges) {
        return KeySet.of(column.type(), ranges)
                .filter(values -> !column.type().equals(ScalarType.DATE) || SparkTypes.isSameInBothCalendars(values));
    }

    /** Returns a comparison of a column with a constant that is neither NULL nor a NaN. */
    private Optional<Comparison> comparison(Expression condition) {
        if (!(condition instanceof BinaryComparison comparison)) {
            return Optional.empty();
        }
        if (comparison.left() instanceof AttributeReference column) {
            return comparison(condition, column, comparison.right(), false);
        }
        return comparison.right() instanceof AttributeReference column
                ? comparison(condition, column, comparison.left(), true)
                : Optional.empty();
    }

    private Optional<Comparison> comparison(
            Expression condition, AttributeReference column, Expression limit, boolean isTurned) {
        if (!(limit instanceof Literal literal) || !literal.dataType().equals(column.dataType())) {
            return Optional.empty();
        }
        return SparkTypes.scalar(column.dataType())
                .flatMap(type -> SparkTypes.key(type, literal.value()))
                .flatMap(key -> range(condition, key, isTurned))
                .map(range -> new Comparison(column, range));
    }

    private static Optional<KeyRange> range(Expression condition, Key key, boolean isTurned) {
        if (condition instanceof EqualTo || condition instanceof EqualNullSafe) {
            return Optional.of(KeyRange.of(key));
        }
        if (condition instanceof LessThan) {
            return Optional.of(isTurned ? KeyRange.greaterThan(key) : KeyRange.lessThan(key));
        }
        if (condition instanceof LessThanOrEqual) {
            return Optional.of(isTurned ? KeyRange.atLeast(key) : KeyRange.atMost(key));
        }
        if (condition instanceof GreaterThan) {
            return Optional.of(isTurned ? KeyRange.lessThan(key) : KeyRange.greaterThan(key));
        }
        if (condition instanceof GreaterThanOrEqual) {
            return Optional.of(isTurned ? KeyRange.atMost(key) : KeyRange.atLeast(key));
        }
        return Optional.empty();
    }

    private Predicate translate(Comparison comparison, Set<String> bounded) {
        boolean holdsNan = comparison.range().high().isEmpty()
                && !bounded.contains(comparison.column().name());
        return columns(
                comparison.column(),
                indexed -> holdsNan && indexed.type().isFloatingPoint()
                        ? Predicate.UNKNOWN
                        : inRanges(indexed, List.of(comparison.range())));
    }

    /**
     * A comparison that is true for the values in a range, and for a NaN if the range has no upper end.
     *
     * @param column of Spark
     */
    private record Comparison(AttributeReference column, KeyRange range) {}
}
