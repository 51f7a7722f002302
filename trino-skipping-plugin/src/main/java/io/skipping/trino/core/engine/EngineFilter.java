// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableMap;
import io.airlift.log.Logger;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The filter that the engine evaluates for a connector. A {@link Constraint} has it as a function; as an expression it
 * has only the conjuncts that the engine can and may translate: those with a CASE, a COALESCE, a lambda, {@code
 * random()} and more are missing. The SPI has no access to the rest, so this reads it by reflection from the function,
 * which is a reference to a method of the engine's {@code LayoutConstraintEvaluator}.
 */
public final class EngineFilter {
    private static final Logger log = Logger.get(EngineFilter.class);
    private static final AtomicBoolean warned = new AtomicBoolean();

    private static final String EVALUATOR = "io.trino.sql.planner.LayoutConstraintEvaluator";

    private final Object session;
    /** the columns by the names of the symbols that stand for them */
    private final Map<String, ColumnHandle> columns;

    private final List<IrNode> conjuncts;

    private EngineFilter(Object session, Map<String, ColumnHandle> columns, List<IrNode> conjuncts) {
        this.session = session;
        this.columns = columns;
        this.conjuncts = conjuncts;
    }

    /**
     * Reads the filter of a constraint.
     *
     * @param constraint the constraint that the engine passes to {@code getSplits}
     * @return empty if there is no filter, or if it cannot be read
     */
    public static Optional<EngineFilter> of(Constraint constraint) {
        return constraint.predicate().flatMap(EngineFilter::read);
    }

    private static Optional<EngineFilter> read(Object function) {
        try {
            Object evaluator = evaluator(function);
            ImmutableMap.Builder<String, ColumnHandle> columns = ImmutableMap.builder();
            ((Map<?, ?>) IrNode.field(evaluator, "assignments"))
                    .forEach((symbol, column) ->
                            columns.put((String) IrNode.get(symbol, "name"), (ColumnHandle) column));
            return Optional.of(new EngineFilter(
                    IrNode.field(evaluator, "session"),
                    columns.buildOrThrow(),
                    conjuncts(new IrNode(IrNode.field(evaluator, "expression")))));
        } catch (ReflectiveOperationException | RuntimeException e) {
            warnOnce(function, e);
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

    private static void warnOnce(Object function, Exception e) {
        if (!warned.getAndSet(true)) {
            log.warn(
                    e,
                    "The filter of a scan cannot be read from %s; the index does not test values by functions such as lower(c) = 'x', and does not see through COALESCE",
                    function.getClass().getName());
        }
    }

    private static List<IrNode> conjuncts(IrNode expression) {
        List<IrNode> conjuncts = new ArrayList<>();
        Deque<IrNode> rest = new ArrayDeque<>(List.of(expression));
        while (!rest.isEmpty()) {
            IrNode next = rest.pop();
            if (next.is("Logical") && next.get("operator").toString().equals("AND")) {
                next.children().forEach(rest::push);
            } else {
                conjuncts.add(next);
            }
        }
        return conjuncts;
    }

    /** Returns the columns by the names of the variables of {@link #hidden}. */
    public Map<String, ColumnHandle> columns() {
        return columns;
    }

    /**
     * Returns the columns of conjuncts that the coordinator may evaluate differently from a scan.
     *
     * @return empty if the conjuncts cannot be read
     */
    public Optional<Set<ColumnHandle>> disputedColumns() {
        try {
            return Optional.of(conjuncts.stream()
                    .map(IrNode::all)
                    .filter(nodes -> nodes.stream().anyMatch(Disagreements::mayDisagree))
                    .flatMap(List::stream)
                    .filter(node -> node.is("Reference"))
                    .map(reference -> columns.get((String) reference.get("name")))
                    // arguments of lambdas are no columns
                    .filter(Objects::nonNull)
                    .collect(toImmutableSet()));
        } catch (RuntimeException e) {
            warnOnce(conjuncts, e);
            return Optional.empty();
        }
    }

    /** Returns the conjunction of what the engine does not show to connectors because there is a COALESCE in it. */
    public ConnectorExpression hidden() {
        try {
            CoalesceTranslator translator = new CoalesceTranslator(session);
            return ConnectorExpressions.and(conjuncts.stream()
                    .filter(conjunct -> conjunct.all().stream().anyMatch(node -> node.is("Coalesce")))
                    .flatMap(conjunct -> translator.translate(conjunct).stream())
                    .collect(toImmutableList()));
        } catch (RuntimeException e) {
            warnOnce(conjuncts, e);
            return Constant.TRUE;
        }
    }
}
