// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.CommonSets;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.ValueTest;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.spark.sedona.SedonaPredicates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.ArrayContains;
import org.apache.spark.sql.catalyst.expressions.ArrayExists;
import org.apache.spark.sql.catalyst.expressions.ArraysOverlap;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates conditions of Catalyst. Every row for which a condition is true satisfies its predicate.
 *
 * <p>Spark takes a NaN for larger than all other numbers, and a set of keys does not contain it. So a lower bound of a
 * column is translated only if another conjunct bounds the column from above, and thereby excludes the NaN.
 */
public final class CatalystPredicates {
    private final ColumnFinder columns;
    private final BooleanSupplier isOver;
    private final SedonaPredicates locations = new SedonaPredicates(this::columns);

    /** Creates a translation to predicates on the columns that the finder finds. */
    public CatalystPredicates(ColumnFinder columns) {
        this(columns, () -> false);
    }

    /**
     * Creates a translation to predicates of a scan that does not wait for ever.
     *
     * @param isOver whether the scan waits no longer: then all values pass which Spark would have to evaluate a condition for
     */
    public CatalystPredicates(ColumnFinder columns, BooleanSupplier isOver) {
        this.columns = requireNonNull(columns, "columns is null");
        this.isOver = requireNonNull(isOver, "isOver is null");
    }

    /** Returns what the rows satisfy for which all conditions are true. */
    public Predicate conjunction(Collection<Expression> conditions) {
        return conjunction(conditions, Set.of());
    }

    /** Returns for each condition what the rows satisfy for which it and all others are true. */
    public Map<Expression, Predicate> each(Collection<Expression> conditions) {
        Set<ColumnPath> bounded = boundedAbove(conjuncts(conditions));
        Map<Expression, Predicate> each = new LinkedHashMap<>();
        conditions.forEach(condition -> each.put(condition, conjunction(List.of(condition), bounded)));
        return each;
    }

    /** @param bounded columns of which no NaN is left by conditions around these */
    private Predicate conjunction(Collection<Expression> conditions, Set<ColumnPath> bounded) {
        List<Expression> conjuncts = conjuncts(conditions);
        Set<ColumnPath> within = Sets.union(bounded, boundedAbove(conjuncts));
        return Predicate.and(
                conjuncts.stream().map(conjunct -> translate(conjunct, within)).collect(toImmutableList()));
    }

    /** Returns the conditions with the parts of each AND in its place. */
    public static List<Expression> conjuncts(Collection<Expression> conditions) {
        List<Expression> conjuncts = new ArrayList<>();
        conditions.forEach(condition -> flatten(condition, And.class, conjuncts));
        return conjuncts;
    }

    private static void flatten(Expression condition, Class<? extends Expression> operator, List<Expression> to) {
        if (operator.isInstance(condition)) {
            CollectionConverters.asJava(condition.children()).forEach(child -> flatten(child, operator, to));
        } else {
            to.add(condition);
        }
    }

    /** Returns the columns that no NaN satisfies a conjunct of. */
    private Set<ColumnPath> boundedAbove(Collection<Expression> conjuncts) {
        return conjuncts.stream()
                .flatMap(conjunct -> comparison(conjunct).stream())
                .filter(comparison -> !comparison.range().high().isEmpty())
                .map(comparison -> comparison.column().path())
                .collect(ImmutableSet.toImmutableSet());
    }

    private Predicate translate(Expression condition, Set<ColumnPath> bounded) {
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
        Predicate translated = leaf(condition, bounded);
        boolean isOfCasts = condition.exists(part -> part instanceof Cast);
        if (isOnValues(translated) && !isOfCasts) {
            return translated;
        }
        List<Predicate> all = new ArrayList<>();
        all.add(translated);
        ColumnTest.of(condition).ifPresent(test -> all.add(passing(test)));
        if (isOfCasts) {
            ColumnTest.ofCasts(condition).ifPresent(test -> all.add(passing(test)));
        }
        List<Predicate> known =
                all.stream().filter(one -> !one.equals(Predicate.UNKNOWN)).toList();
        return known.isEmpty() ? Predicate.UNKNOWN : Predicate.and(known);
    }

    private Predicate passing(ColumnTest test) {
        ValueTest whileAwaited = value -> isOver.getAsBoolean() || test.mayPass(value);
        return columns(test.column(), column -> new Predicate.Passing(column, whileAwaited));
    }

    /** Returns whether a predicate tells all that a condition says of values, so that to test each of these adds nothing. */
    private static boolean isOnValues(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().allMatch(CatalystPredicates::isOnValues);
        }
        if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().allMatch(CatalystPredicates::isOnValues);
        }
        return predicate instanceof Predicate.InSet || predicate instanceof Predicate.IsNull;
    }

    private Predicate leaf(Expression condition, Set<ColumnPath> bounded) {
        Optional<Predicate> onLocations = locations.translate(condition);
        if (onLocations.isPresent()) {
            return onLocations.get();
        }
        if (SparkColumn.ofValue(condition).isPresent()) {
            return isTruth(condition, true);
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
            return in(in.value(), CollectionConverters.asJava(in.list()));
        }
        if (condition instanceof InSet in) {
            return in(in.child(), CollectionConverters.asJava(in.hset()).stream());
        }
        Optional<TextPattern> pattern = TextPattern.of(condition);
        if (pattern.isPresent()) {
            return onColumn(pattern.get().text(), pattern.get()::on);
        }
        if (condition instanceof ArrayContains contains) {
            return value(contains.right())
                    .map(value -> holdsAny(contains.left(), contains.right().dataType(), Stream.of(value)))
                    .orElse(Predicate.UNKNOWN);
        }
        if (condition instanceof ArraysOverlap overlap) {
            return overlap.left() instanceof Literal
                    ? overlaps(overlap.right(), overlap.left())
                    : overlaps(overlap.left(), overlap.right());
        }
        if (condition instanceof ArrayExists exists) {
            return ElementCondition.of(exists).map(this::holdsOne).orElse(Predicate.UNKNOWN);
        }
        if (condition instanceof EqualTo equal && equal.left() instanceof ScalaUDF) {
            return in(equal.left(), List.of(equal.right()));
        }
        if (condition instanceof EqualTo equal && equal.right() instanceof ScalaUDF) {
            return in(equal.right(), List.of(equal.left()));
        }
        return comparison(condition)
                .map(comparison -> translate(comparison, bounded))
                .orElse(Predicate.UNKNOWN);
    }

    /** Returns the set of some values; empty if one of them has no key, as a NaN. */
    private static Optional<KeySet> keys(ScalarType type, List<Object> values) {
        List<Key> keys = values.stream()
                .flatMap(value -> SparkTypes.key(type, value).stream())
                .toList();
        return keys.size() < values.size() ? Optional.empty() : KeySet.ofValues(type, keys);
    }

    /** Returns a predicate on a column of booleans. */
    private Predicate isTruth(Expression column, boolean truth) {
        return onColumn(
                column,
                indexed -> indexed.type().equals(ScalarType.BOOLEAN)
                        ? inRanges(indexed, List.of(KeyRange.of(Key.of(truth))))
                        : Predicate.UNKNOWN);
    }

    private Predicate negation(Expression condition) {
        if (SparkColumn.ofValue(condition).isPresent()) {
            return isTruth(condition, false);
        }
        if (condition instanceof EqualTo equal) {
            return comparison(equal)
                    .map(comparison -> columns(
                            comparison.column(),
                            column -> KeySet.of(column.type(), List.of(comparison.range()))
                                    .filter(CatalystPredicates::isReadAlike)
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

    private Predicate in(Expression of, List<Expression> list) {
        return list.stream().allMatch(Literal.class::isInstance)
                ? in(of, list.stream().map(one -> ((Literal) one).value()))
                : Predicate.UNKNOWN;
    }

    /** A NULL in the list makes the condition NULL where it is not true, so that it does not matter. */
    private Predicate in(Expression of, Stream<Object> list) {
        List<Object> values = list.filter(Objects::nonNull).toList();
        return of instanceof ScalaUDF function
                ? resultIn(function, values)
                : onColumn(
                        of,
                        column -> keys(column.type(), values)
                                .map(keys -> inSet(column, keys))
                                .orElse(Predicate.UNKNOWN));
    }

    /** Returns a predicate on the results of a function that a session has registered, which an index type of a user may know. */
    private Predicate resultIn(ScalaUDF function, List<Object> values) {
        if (!function.deterministic()
                || function.udfName().isEmpty()
                || function.children().size() != 1) {
            return Predicate.UNKNOWN;
        }
        String name = function.udfName().get().toLowerCase(Locale.ENGLISH);
        return SparkTypes.scalar(function.dataType())
                .flatMap(type -> keys(type, values))
                .map(results -> onColumn(function.children().head(), column -> new CallIn(column, name, results)))
                .orElse(Predicate.UNKNOWN);
    }

    private static Optional<Object> value(Expression expression) {
        return expression instanceof Literal literal ? Optional.ofNullable(literal.value()) : Optional.empty();
    }

    private Predicate overlaps(Expression array, Expression constant) {
        return constant.dataType() instanceof ArrayType type
                        && value(constant).orElse(null) instanceof ArrayData elements
                ? holdsAny(array, type.elementType(), Arrays.stream(elements.toObjectArray(type.elementType())))
                : Predicate.UNKNOWN;
    }

    /** A row with such an element is in no range without one; but other rows of a range with one may have none. */
    private Predicate holdsAny(Expression array, DataType elementType, Stream<Object> constants) {
        List<Object> values = constants.filter(Objects::nonNull).toList();
        return SparkColumn.elementsOf(array)
                .filter(elements -> elements.type().equals(elementType))
                .map(elements -> columns(
                        elements,
                        column -> keys(column.type(), values)
                                .map(keys -> Predicate.and(List.of(inSet(column, keys), Predicate.UNKNOWN)))
                                .orElse(Predicate.UNKNOWN)))
                .orElse(Predicate.UNKNOWN);
    }

    /** As {@link #holdsAny}: what an element satisfies is in no range without such an element. */
    private Predicate holdsOne(ElementCondition some) {
        Predicate ofElement = new CatalystPredicates(some.in(columns), isOver).conjunction(List.of(some.condition()));
        return Predicate.and(List.of(CommonSets.ofOneElement(ofElement), Predicate.UNKNOWN));
    }

    /** Returns a predicate on all columns that have the values of an expression, if it is a column. */
    private Predicate onColumn(Expression expression, Function<IndexedColumn, Predicate> condition) {
        return SparkColumn.ofValue(expression)
                .map(column -> columns(column, condition))
                .orElse(Predicate.UNKNOWN);
    }

    private Predicate columns(SparkColumn column, Function<IndexedColumn, Predicate> condition) {
        List<IndexedColumn> found = columns(column);
        return found.isEmpty()
                ? Predicate.UNKNOWN
                : Predicate.and(found.stream().map(condition).collect(toImmutableList()));
    }

    private List<IndexedColumn> columns(SparkColumn column) {
        return SparkTypes.scalar(column.type())
                .map(type -> columns.find(column.path(), type))
                .orElse(List.of());
    }

    private List<IndexedColumn> columns(Expression expression) {
        return SparkColumn.ofValue(expression).map(this::columns).orElse(List.of());
    }

    private static Predicate inRanges(IndexedColumn column, List<KeyRange> ranges) {
        return KeySet.of(column.type(), ranges)
                .map(values -> inSet(column, values))
                .orElse(Predicate.UNKNOWN);
    }

    private static Predicate inSet(IndexedColumn column, KeySet values) {
        return isReadAlike(values) ? Predicate.inSet(column, values) : Predicate.UNKNOWN;
    }

    /** Returns whether no release reads a value of the set in another way. */
    private static boolean isReadAlike(KeySet values) {
        return !values.type().equals(ScalarType.DATE) || SparkTypes.isSameInBothCalendars(values);
    }

    /** Returns a comparison of a column with a constant that is neither NULL nor a NaN. */
    private Optional<Comparison> comparison(Expression condition) {
        if (!(condition instanceof BinaryComparison comparison)) {
            return Optional.empty();
        }
        return SparkColumn.ofValue(comparison.left())
                .flatMap(column -> comparison(condition, column, comparison.right(), false))
                .or(() -> SparkColumn.ofValue(comparison.right())
                        .flatMap(column -> comparison(condition, column, comparison.left(), true)));
    }

    private static Optional<Comparison> comparison(
            Expression condition, SparkColumn column, Expression limit, boolean isTurned) {
        if (!limit.dataType().equals(column.type())) {
            return Optional.empty();
        }
        return SparkTypes.scalar(column.type())
                .flatMap(type -> value(limit).flatMap(value -> SparkTypes.key(type, value)))
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

    private Predicate translate(Comparison comparison, Set<ColumnPath> bounded) {
        boolean holdsNan = comparison.range().high().isEmpty()
                && !bounded.contains(comparison.column().path());
        return columns(
                comparison.column(),
                indexed -> holdsNan && indexed.type().isFloatingPoint()
                        ? Predicate.UNKNOWN
                        : inRanges(indexed, List.of(comparison.range())));
    }

    /** Holds a comparison that is true for the values in a range, and for a NaN if the range has no upper end. */
    private record Comparison(SparkColumn column, KeyRange range) {}
}
