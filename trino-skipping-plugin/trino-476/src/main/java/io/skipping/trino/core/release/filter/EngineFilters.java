// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release.filter;

import com.google.common.collect.ImmutableMap;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.engine.UnreadableCondition;
import io.skipping.trino.core.engine.ir.Comparisons;
import io.skipping.trino.core.engine.ir.Disagreements;
import io.skipping.trino.core.engine.ir.IrNode;
import io.skipping.trino.core.hidden.HiddenConditions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.Constraint;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.predicate.NullableValue;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads the filters that the engine evaluates for a connector. A {@link Constraint} has one as a function; as an
 * expression it has only the conjuncts that the engine can and may translate: those with a CASE, a COALESCE, a lambda,
 * {@code random()} and more are missing. The SPI has no access to the rest, so this reads it by reflection from the
 * function, which is a reference to a method of the engine's {@code LayoutConstraintEvaluator}.
 */
public final class EngineFilters {
    private static final Logger log = Logger.get(EngineFilters.class);

    private static final String EVALUATOR = "io.trino.sql.planner.LayoutConstraintEvaluator";

    private final AtomicBoolean warned = new AtomicBoolean();

    @Inject
    public EngineFilters() {}

    /**
     * Returns the filter of a constraint.
     *
     * @param constraint the constraint that the engine passes to {@code getSplits}
     * @return empty if there is no filter, if the domain of the constraint says all of it, or if it cannot be read
     */
    public Optional<EngineFilter> of(ConnectorSession session, Constraint constraint) {
        return constraint
                .predicate()
                .flatMap(function ->
                        read(function, constraint.getPredicateColumns().orElse(Set.of())));
    }

    /** Returns whether a constraint has such a filter. */
    public static boolean isIn(Constraint constraint) {
        return constraint.predicate().isPresent();
    }

    private Optional<EngineFilter> read(
            Predicate<Map<ColumnHandle, NullableValue>> function, Set<ColumnHandle> columns) {
        try {
            Object evaluator = evaluator(function);
            IrNode filter = new IrNode(IrNode.field(evaluator, "expression"));
            if (Comparisons.areAllOf(filter)) {
                return Optional.empty();
            }
            Map<String, ColumnHandle> assignments = assignments(evaluator);
            HiddenConditions hidden = new HiddenConditions(IrNode.field(evaluator, "session"));
            return Optional.of(new ReadFilter(
                    function,
                    filter.all().size(),
                    columns,
                    Disagreements.columns(filter, assignments),
                    Disagreements.columnsBesideOthers(filter, assignments),
                    hidden.of(filter),
                    assignments,
                    HiddenConditions.columnsOfHidden(filter, assignments),
                    names -> hidden.unreadable(filter, assignments, names)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (!warned.getAndSet(true)) {
                log.warn(
                        e,
                        "The filter of a scan cannot be read from %s; the index does not test values by functions such as lower(c) = 'x', and does not see through COALESCE, CASE and TRY",
                        function.getClass().getName());
            }
            return Optional.empty();
        }
    }

    private static Object evaluator(Object function) throws ReflectiveOperationException {
        for (Field captured : function.getClass().getDeclaredFields()) {
            if (captured.getType().getName().equals(EVALUATOR)) {
                captured.setAccessible(true);
                return captured.get(function);
            }
        }
        throw new NoSuchFieldException("no " + EVALUATOR);
    }

    /** Returns the columns by the names of the symbols that stand for them. */
    private static Map<String, ColumnHandle> assignments(Object evaluator) throws ReflectiveOperationException {
        ImmutableMap.Builder<String, ColumnHandle> columns = ImmutableMap.builder();
        ((Map<?, ?>) IrNode.field(evaluator, "assignments"))
                .forEach((symbol, column) -> columns.put((String) IrNode.get(symbol, "name"), (ColumnHandle) column));
        return columns.buildOrThrow();
    }

    private record ReadFilter(
            Predicate<Map<ColumnHandle, NullableValue>> function,
            int size,
            Set<ColumnHandle> columns,
            Set<ColumnHandle> disputedColumns,
            Set<ColumnHandle> columnsBesideOthers,
            ConnectorExpression hidden,
            Map<String, ColumnHandle> hiddenColumns,
            Set<ColumnHandle> columnsOfHidden,
            Function<Function<ColumnHandle, Optional<String>>, List<UnreadableCondition>> unreadableBy)
            implements EngineFilter {
        @Override
        public boolean mayPass(ColumnHandle column, NullableValue value) {
            return function.test(Map.of(column, value));
        }

        @Override
        public List<UnreadableCondition> unreadable(Function<ColumnHandle, Optional<String>> names) {
            return unreadableBy.apply(names);
        }
    }
}
