// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release.filter;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.Maps;
import com.google.common.collect.SetMultimap;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.trino.core.engine.EngineExpression;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.engine.UnreadableCondition;
import io.skipping.trino.core.engine.ir.Comparisons;
import io.skipping.trino.core.engine.ir.Disagreements;
import io.skipping.trino.core.engine.ir.IrNode;
import io.skipping.trino.core.hidden.HiddenConditions;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorExpressionEvaluator;
import io.trino.spi.connector.ConnectorExpressionEvaluator.EvaluationResult;
import io.trino.spi.connector.ConnectorExpressionEvaluator.Prepared;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.Constraint;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.predicate.NullableValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Reads the filters that the engine evaluates for a connector. Beside what it can translate, the constraint of a scan has
 * the whole filter as the argument of a function that the engine alone understands, and evaluates for connectors.
 */
public final class EngineFilters {
    private static final Logger log = Logger.get(EngineFilters.class);

    private final AtomicBoolean warned = new AtomicBoolean();
    private final ConnectorExpressionEvaluator evaluator;

    @Inject
    public EngineFilters(ConnectorExpressionEvaluator evaluator) {
        this.evaluator = requireNonNull(evaluator, "evaluator is null");
    }

    /**
     * Returns the filter of a constraint.
     *
     * @param constraint the constraint that the engine passes to {@code getSplits}
     * @return empty if there is no filter, if the domain of the constraint says all of it, or if it cannot be read
     */
    public Optional<EngineFilter> of(ConnectorSession session, Constraint constraint) {
        return whole(constraint).flatMap(whole -> read(evaluator.prepare(session, whole), constraint.getAssignments()));
    }

    /** Returns whether a constraint has such a filter. */
    public static boolean isIn(Constraint constraint) {
        return whole(constraint).isPresent();
    }

    private static Optional<ConnectorExpression> whole(Constraint constraint) {
        return ConnectorExpressions.extractConjuncts(constraint.getExpression()).stream()
                .filter(EngineExpression::isWholeFilter)
                .findFirst();
    }

    private Optional<EngineFilter> read(Prepared filter, Map<String, ColumnHandle> assignments) {
        try {
            // not in the SPI: what the engine has made of the argument
            IrNode read = new IrNode(IrNode.field(filter, "irExpression"));
            if (Comparisons.areAllOf(read)) {
                return Optional.empty();
            }
            SetMultimap<ColumnHandle, String> names = HashMultimap.create();
            filter.getArguments().forEach(name -> names.put(assignments.get(name), name));
            HiddenConditions hidden = new HiddenConditions(IrNode.field(filter, "session"));
            return Optional.of(new ReadFilter(
                    filter,
                    read.all().size(),
                    names,
                    Disagreements.columns(read, assignments),
                    Disagreements.columnsBesideOthers(read, assignments),
                    hidden.of(read),
                    assignments,
                    HiddenConditions.columnsOfHidden(read, assignments),
                    named -> hidden.unreadable(read, assignments, named)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (!warned.getAndSet(true)) {
                log.warn(
                        e,
                        "The filter of a scan cannot be read from %s; the index does not test values by functions such as lower(c) = 'x'",
                        filter.getClass().getName());
            }
            return Optional.empty();
        }
    }

    /** @param names the names of the variables of each column */
    private record ReadFilter(
            Prepared filter,
            int size,
            SetMultimap<ColumnHandle, String> names,
            Set<ColumnHandle> disputedColumns,
            Set<ColumnHandle> columnsBesideOthers,
            ConnectorExpression hidden,
            Map<String, ColumnHandle> hiddenColumns,
            Set<ColumnHandle> columnsOfHidden,
            Function<Function<ColumnHandle, Optional<String>>, List<UnreadableCondition>> unreadableBy)
            implements EngineFilter {
        @Override
        public Set<ColumnHandle> columns() {
            return names.keySet();
        }

        @Override
        public boolean mayPass(ColumnHandle column, NullableValue value) {
            return !(filter.tryEvaluate(Maps.asMap(names.get(column), _ -> value))
                            instanceof EvaluationResult.Value result)
                    || Boolean.TRUE.equals(result.value());
        }

        @Override
        public List<UnreadableCondition> unreadable(Function<ColumnHandle, Optional<String>> names) {
            return unreadableBy.apply(names);
        }
    }
}
