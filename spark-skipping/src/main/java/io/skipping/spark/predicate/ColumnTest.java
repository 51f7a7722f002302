// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static java.util.Objects.requireNonNull;

import io.skipping.index.predicate.SignedZeros;
import io.skipping.index.predicate.ValueTest;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.spark.catalyst.Replacement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.Predicate$;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Tests single values against a condition on one column, such as one on a function of it. Spark itself evaluates the condition, in the
 * way in which its filters do, with the settings of the thread that creates the test. Functions of users are not called.
 */
final class ColumnTest implements ValueTest {
    /** All further values pass; one evaluation takes about a microsecond. */
    private static final int MOST_EVALUATIONS = 10_000;

    private final SparkColumn column;
    private final ScalarType type;
    private final Expression condition;
    /** kept, because many ranges are evaluated on shared threads, which have the settings of no session, or of another one */
    private final SQLConf settings;

    private final Map<Optional<Key>, Boolean> known = new HashMap<>();
    private BasePredicate compiled;

    /** @param condition in which the first value of a row stands for the column */
    private ColumnTest(SparkColumn column, ScalarType type, Expression condition, SQLConf settings) {
        this.column = requireNonNull(column, "column is null");
        this.type = requireNonNull(type, "type is null");
        this.condition = requireNonNull(condition, "condition is null");
        this.settings = requireNonNull(settings, "settings is null");
    }

    /** Returns the test of a condition; empty if it is not on exactly one column, or has other results for equal values. */
    static Optional<ColumnTest> of(Expression condition) {
        return of(condition, SparkColumn::of);
    }

    /** Returns what {@link #of(Expression)} does, for a condition on the casts of a text. */
    static Optional<ColumnTest> ofCasts(Expression condition) {
        return of(condition, SparkColumn::ofValue)
                .filter(test -> test.column().path().cast().isPresent());
    }

    private static Optional<ColumnTest> of(Expression condition, Function<Expression, Optional<SparkColumn>> columnOf) {
        if (!condition.deterministic() || condition.exists(ColumnTest::isOfOthers)) {
            return Optional.empty();
        }
        Set<SparkColumn> columns = new HashSet<>();
        Expression bound = condition.transformDown(Replacement.of(
                Expression.class,
                part -> columnOf.apply(part)
                        .flatMap(column -> SparkTypes.scalar(column.type()))
                        .isPresent(),
                part -> {
                    SparkColumn column = columnOf.apply(part).orElseThrow();
                    columns.add(column);
                    return new BoundReference(0, column.type(), true);
                }));
        if (columns.size() != 1 || !bound.references().isEmpty()) {
            return Optional.empty();
        }
        SparkColumn column = columns.iterator().next();
        return Optional.of(
                new ColumnTest(column, SparkTypes.scalar(column.type()).orElseThrow(), bound, SQLConf.get()));
    }

    /** Returns whether a part of a condition is a user's code, needs other parts of a plan, or holds state that all copies of it share. */
    private static boolean isOfOthers(Expression part) {
        return UserCode.isIn(part) || part instanceof PlanExpression || part instanceof NamedLambdaVariable;
    }

    SparkColumn column() {
        return column;
    }

    @Override
    public synchronized boolean mayPass(Optional<Key> value) {
        Boolean before = known.get(value);
        if (before != null) {
            return before;
        }
        if (known.size() >= MOST_EVALUATIONS || value.isPresent() && !SparkTypes.isReadAlike(type, value.get())) {
            return true;
        }
        boolean passes = SQLConf.withExistingConf(settings, () -> passes(value));
        known.put(value, passes);
        return passes;
    }

    private boolean passes(Optional<Key> value) {
        return passes(value.map(key -> SparkTypes.value(type, key)).orElse(null))
                // both zeros have one key
                || value.isPresent() && SignedZeros.isZero(type, value.get()) && passes(negativeZero());
    }

    private Object negativeZero() {
        return type.equals(ScalarType.REAL) ? (Object) (-0.0f) : (Object) (-0.0);
    }

    private boolean passes(Object value) {
        try {
            if (compiled == null) {
                compiled = Predicate$.MODULE$.create(condition);
                compiled.initialize(0);
            }
            return compiled.eval(new GenericInternalRow(new Object[] {value}));
        } catch (Exception | LinkageError e) {
            // whether the query fails is decided where a row has the value
            return true;
        }
    }
}
