// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.airlift.slice.Slice;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.engine.EngineExpression;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.text.LikeMatchers;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.CharType;
import io.trino.spi.type.VarcharType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the conjuncts of a filter that no index can decide, whatever is indexed. They are shown to users, who can then
 * rewrite them.
 */
public final class UnusedConjuncts {
    private static final int LONGEST = 200;

    private final Map<String, ColumnHandle> assignments;
    private final ColumnHandles columns;
    private final Function<ConnectorExpression, Predicate> translator;

    /**
     * Creates a finder for one scan.
     *
     * @param translator translates a conjunct into an index predicate
     */
    public UnusedConjuncts(
            Map<String, ColumnHandle> assignments,
            ColumnHandles columns,
            Function<ConnectorExpression, Predicate> translator) {
        this.assignments = requireNonNull(assignments, "assignments is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.translator = requireNonNull(translator, "translator is null");
    }

    /** Returns the conjuncts as readable text. */
    public Set<String> of(ConnectorExpression filter) {
        return ConnectorExpressions.extractConjuncts(filter).stream()
                .filter(conjunct -> !EngineExpression.isWholeFilter(conjunct) && isOverData(conjunct))
                .filter(conjunct -> !isEvaluated(conjunct) && !mayDecide(translator.apply(conjunct)))
                .map(this::describe)
                .map(text -> text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text)
                .collect(toImmutableSet());
    }

    /** Returns whether a conjunct refers to stored data; Hive evaluates conditions on partition and hidden columns. */
    private boolean isOverData(ConnectorExpression conjunct) {
        return ConnectorExpressions.extractVariables(conjunct).stream()
                .anyMatch(variable -> assignments.containsKey(variable.getName())
                        && columns.isStored(assignments.get(variable.getName())));
    }

    /** Returns whether the engine evaluates the conjunct for each value that a range is known to hold. */
    private boolean isEvaluated(ConnectorExpression conjunct) {
        return isOverOneColumn(conjunct) && !LikeMatchers.mayDisagree(conjunct);
    }

    private boolean isOverOneColumn(ConnectorExpression conjunct) {
        return ConnectorExpressions.extractVariables(conjunct).stream()
                                .distinct()
                                .count()
                        == 1
                && Optional.ofNullable(assignments.get(ConnectorExpressions.extractVariables(conjunct)
                                .getFirst()
                                .getName()))
                        .filter(columns::isData)
                        .isPresent();
    }

    private static boolean mayDecide(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and ->
                and.operands().isEmpty() || and.operands().stream().anyMatch(UnusedConjuncts::mayDecide);
            case Predicate.Or or -> or.operands().stream().allMatch(UnusedConjuncts::mayDecide);
            case Predicate.Unknown _ -> false;
            case Predicate.Leaf _ -> true;
        };
    }

    private String describe(ConnectorExpression expression) {
        return switch (expression) {
            case Variable variable ->
                Optional.ofNullable(assignments.get(variable.getName()))
                        .map(columns::name)
                        .orElseGet(variable::getName);
            case Constant constant -> describe(constant);
            case Call call ->
                call.getFunctionName().getName()
                        + call.getArguments().stream().map(this::describe).collect(joining(", ", "(", ")"));
            case FieldDereference dereference -> describe(dereference.getTarget()) + ".#" + dereference.getField();
            default -> expression.toString();
        };
    }

    private static String describe(Constant constant) {
        boolean isText = constant.getType() instanceof VarcharType || constant.getType() instanceof CharType;
        return isText && constant.getValue() instanceof Slice text
                ? "'" + text.toStringUtf8() + "'"
                : String.valueOf(constant.getValue());
    }
}
