// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release.filter;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.Maps;
import com.google.common.collect.SetMultimap;
import com.google.inject.Inject;
import io.skipping.trino.core.engine.EngineFilter;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorExpressionEvaluator;
import io.trino.spi.connector.ConnectorExpressionEvaluator.EvaluationResult;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.Constraint;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.NullableValue;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the filters that the engine evaluates for a connector. */
public final class EngineFilters {
    private final ConnectorExpressionEvaluator evaluator;

    @Inject
    public EngineFilters(ConnectorExpressionEvaluator evaluator) {
        this.evaluator = requireNonNull(evaluator, "evaluator is null");
    }

    /**
     * Returns the filter of a constraint.
     *
     * @param constraint the constraint that the engine passes to {@code getSplits}
     * @return empty if there is no filter
     */
    public Optional<EngineFilter> of(ConnectorSession session, Constraint constraint) {
        ConnectorExpression expression = constraint.getExpression();
        if (expression.equals(Constant.TRUE)) {
            return Optional.empty();
        }
        SetMultimap<ColumnHandle, String> names = HashMultimap.create();
        constraint.getAssignments().forEach((name, column) -> names.put(column, name));
        return Optional.of(new ShownFilter(
                evaluator.prepare(session, expression), names, disputed(expression, constraint.getAssignments())));
    }

    private static Set<ColumnHandle> disputed(ConnectorExpression filter, Map<String, ColumnHandle> assignments) {
        return ConnectorExpressions.extractConjuncts(filter).stream()
                .filter(Disagreements::mayDisagree)
                .flatMap(conjunct -> ConnectorExpressions.extractVariables(conjunct).stream())
                .map(variable -> assignments.get(variable.getName()))
                .collect(toImmutableSet());
    }

    /** @param names the names of the variables of each column */
    private record ShownFilter(
            ConnectorExpressionEvaluator.Prepared prepared,
            SetMultimap<ColumnHandle, String> names,
            Set<ColumnHandle> disputedColumns)
            implements EngineFilter {
        @Override
        public Set<ColumnHandle> columns() {
            return names.keySet();
        }

        /** Since 482 the engine shows all that it can translate, COALESCE too. */
        @Override
        public ConnectorExpression hidden() {
            return Constant.TRUE;
        }

        @Override
        public Map<String, ColumnHandle> hiddenColumns() {
            return Map.of();
        }

        @Override
        public boolean mayPass(ColumnHandle column, NullableValue value) {
            return !(prepared.tryEvaluate(Maps.asMap(names.get(column), _ -> value))
                            instanceof EvaluationResult.Value result)
                    || Boolean.TRUE.equals(result.value());
        }
    }
}
