// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.engine.EngineExpression;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.text.LikeMatchers;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Variable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Takes the filter of a scan apart into the conjuncts that are explained to users. */
public final class FilterConjuncts {
    private final Map<String, ColumnHandle> assignments;
    private final ColumnHandles columns;
    private final Function<ConnectorExpression, Predicate> translator;
    private final ExpressionText text;

    /**
     * Creates what takes filters of one scan apart.
     *
     * @param translator translates a conjunct into an index predicate
     */
    public FilterConjuncts(
            Map<String, ColumnHandle> assignments,
            ColumnHandles columns,
            Function<ConnectorExpression, Predicate> translator) {
        this.assignments = requireNonNull(assignments, "assignments is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.translator = requireNonNull(translator, "translator is null");
        this.text = new ExpressionText(assignments, columns);
    }

    /** Returns the conjuncts over stored data, in their order. Hive evaluates those on partition and hidden columns. */
    public Set<FilterConjunct> of(ConnectorExpression filter) {
        return ConnectorExpressions.extractConjuncts(filter).stream()
                .filter(conjunct -> !EngineExpression.isWholeFilter(conjunct) && isOverData(conjunct))
                .map(conjunct ->
                        new FilterConjunct(text.of(conjunct), translator.apply(conjunct), testedColumn(conjunct)))
                .collect(toImmutableSet());
    }

    private boolean isOverData(ConnectorExpression conjunct) {
        return ConnectorExpressions.extractVariables(conjunct).stream()
                .anyMatch(variable -> assignments.containsKey(variable.getName())
                        && columns.isStored(assignments.get(variable.getName())));
    }

    /** Returns whether there is a TRY, which the engine does not evaluate on the coordinator. */
    private static boolean hasTry(ConnectorExpression conjunct) {
        return HiddenParts.first(conjunct, HiddenCalls.TRY).isPresent();
    }

    /** Returns the column for each of whose values that a range is known to hold the engine evaluates the conjunct. */
    private Optional<IndexedColumn> testedColumn(ConnectorExpression conjunct) {
        List<Variable> variables = ConnectorExpressions.extractVariables(conjunct).stream()
                // those of lambdas stand for elements
                .filter(variable -> assignments.containsKey(variable.getName()))
                .distinct()
                .toList();
        if (variables.size() != 1 || LikeMatchers.mayDisagree(conjunct) || hasTry(conjunct)) {
            return Optional.empty();
        }
        return Optional.ofNullable(assignments.get(variables.getFirst().getName()))
                .filter(column -> columns.isData(column)
                        && TrinoTypes.scalar(columns.type(column)).hasKeys())
                .map(columns::indexed);
    }
}
