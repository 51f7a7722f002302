// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.hidden;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.engine.UnreadableCondition;
import io.skipping.trino.core.engine.ir.IrNode;
import io.skipping.trino.core.expression.CoalesceBranches;
import io.skipping.trino.core.expression.HiddenCalls;
import io.skipping.trino.core.release.FunctionNames;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.function.CatalogSchemaFunctionName;
import io.trino.spi.type.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Translates conditions with a CASE, a COALESCE, a TRY, a row or a lambda into what the SPI has for expressions. The engine's
 * own translator does most of the work: each of these is replaced by a symbol, and put in again as a call of a function of
 * {@link HiddenCalls}.
 */
public final class HiddenConditions {
    /** Begins names that no symbol of a plan has. */
    private static final String PLACEHOLDER = "$hidden$";

    private static final Set<String> KINDS = Set.of("Coalesce", "Case", "Switch", "Match", "Row");
    private static final String TRY = "$try";
    private static final String ANY_MATCH = "any_match";

    private final Object session;

    /**
     * Creates a reader of the conditions of a session.
     *
     * @param session the engine's session, an {@code io.trino.Session}
     */
    public HiddenConditions(Object session) {
        this.session = requireNonNull(session, "session is null");
    }

    /** Returns the conjunction of those conditions of a filter that can be translated in this way only. */
    public ConnectorExpression of(IrNode filter) {
        return ConnectorExpressions.and(filter.conjuncts().stream()
                .filter(conjunct -> conjunct.all().stream().anyMatch(HiddenConditions::isHidden))
                .flatMap(conjunct -> translate(conjunct).stream())
                .collect(toImmutableList()));
    }

    /**
     * Returns those conditions of a filter that neither the engine nor {@link #of} can translate.
     *
     * @param assignments the columns by the names of the variables in the filter
     * @param names returns the name of a column for users; conditions on none that has one are left out
     */
    public List<UnreadableCondition> unreadable(
            IrNode filter, Map<String, ColumnHandle> assignments, Function<ColumnHandle, Optional<String>> names) {
        return filter.conjuncts().stream()
                .filter(conjunct -> translate(conjunct).isEmpty())
                .flatMap(conjunct -> described(conjunct, conjunct.columns(assignments), names).stream())
                .collect(toImmutableList());
    }

    private Optional<UnreadableCondition> described(
            IrNode condition, Map<IrNode, ColumnHandle> columns, Function<ColumnHandle, Optional<String>> names) {
        Map<Object, Object> named = new HashMap<>();
        columns.forEach((node, column) ->
                names.apply(column).ifPresent(name -> named.put(node.expression(), reference(node.type(), name))));
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(new UnreadableCondition(
                        text(replace(condition.expression(), named)),
                        isFixed(condition) ? Set.copyOf(columns.values()) : Set.of()));
    }

    /** Returns whether all functions are deterministic, as the engine demands of what it evaluates on the coordinator. */
    private static boolean isFixed(IrNode condition) {
        return condition.all().stream().filter(node -> node.is("Call")).allMatch(call ->
                (Boolean) IrNode.get(call.get("function"), "deterministic"));
    }

    private String text(Object expression) {
        try {
            return (String) engineClass("io.trino.sql.ir.ExpressionFormatter")
                    .getMethod("formatExpression", engineClass("io.trino.sql.ir.Expression"))
                    .invoke(null, expression);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the columns of those conditions of a filter that connectors are not shown. */
    public static Set<ColumnHandle> columnsOfHidden(IrNode filter, Map<String, ColumnHandle> assignments) {
        return filter.conjuncts().stream()
                .filter(conjunct -> conjunct.all().stream().anyMatch(node -> isHidden(node) || node.is("Lambda")))
                .flatMap(conjunct -> conjunct.columns(assignments).values().stream())
                .collect(toImmutableSet());
    }

    private static boolean isHidden(IrNode node) {
        return KINDS.contains(node.kind())
                || node.is("Call") && isLambdaCall(name(node))
                || node.is("Let") && node.children().stream().anyMatch(HiddenConditions::hasHidden);
    }

    private static boolean hasHidden(IrNode node) {
        return node.all().stream()
                .anyMatch(part -> KINDS.contains(part.kind()) || part.is("Call") && isLambdaCall(name(part)));
    }

    private static boolean isLambdaCall(String name) {
        return name.equals(TRY) || name.equals(ANY_MATCH);
    }

    private static String name(IrNode call) {
        return FunctionNames.name((CatalogSchemaFunctionName) IrNode.get(call.get("function"), "name"));
    }

    /** Translates an expression; empty if the engine cannot translate a part of it. */
    private Optional<ConnectorExpression> translate(IrNode expression) {
        if (isHidden(expression)) {
            return read(expression);
        }
        Map<Object, Object> placeholders = new HashMap<>();
        Map<String, ConnectorExpression> translated = new HashMap<>();
        for (IrNode hidden : outermost(expression)) {
            Optional<ConnectorExpression> call = read(hidden);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            String name = PLACEHOLDER + placeholders.size();
            placeholders.put(hidden.expression(), reference(hidden.type(), name));
            translated.put(name, call.get());
        }
        return translateByEngine(replace(expression.expression(), placeholders)).map(shown -> putIn(shown, translated));
    }

    private static List<IrNode> outermost(IrNode expression) {
        if (isHidden(expression)) {
            return List.of(expression);
        }
        return expression.is("Constant")
                ? List.of()
                : expression.children().stream()
                        .flatMap(child -> outermost(child).stream())
                        .distinct()
                        .collect(toImmutableList());
    }

    private Optional<ConnectorExpression> read(IrNode hidden) {
        return switch (hidden.kind()) {
            case "Coalesce" -> call(hidden.type(), CoalesceBranches.COALESCE, hidden.children());
            case "Case" -> call(hidden.type(), HiddenCalls.CASE, hidden.children());
            case "Row" -> call(hidden.type(), HiddenCalls.ROW, hidden.children());
            case "Switch" -> simpleCase(hidden);
            case "Match" -> match(hidden);
            case "Let" -> let(hidden);
            default -> lambdaCall(hidden);
        };
    }

    private Optional<ConnectorExpression> call(Type type, FunctionName name, List<IrNode> operands) {
        return translated(operands).map(arguments -> new Call(type, name, arguments));
    }

    private Optional<List<ConnectorExpression>> translated(List<IrNode> expressions) {
        ImmutableList.Builder<ConnectorExpression> translated = ImmutableList.builder();
        for (IrNode expression : expressions) {
            Optional<ConnectorExpression> found = translate(expression);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            translated.add(found.get());
        }
        return Optional.of(translated.build());
    }

    /** Returns {@code CASE operand WHEN value THEN result …} as a CASE of comparisons. */
    private Optional<ConnectorExpression> simpleCase(IrNode hidden) {
        return translated(hidden.children()).map(parts -> {
            ImmutableList.Builder<ConnectorExpression> arguments = ImmutableList.builder();
            for (int value = 1; value < parts.size() - 1; value += 2) {
                arguments.add(
                        new Call(BOOLEAN, EQUAL_OPERATOR_FUNCTION_NAME, List.of(parts.getFirst(), parts.get(value))));
                arguments.add(parts.get(value + 1));
            }
            arguments.add(parts.getLast());
            return new Call(hidden.type(), HiddenCalls.CASE, arguments.build());
        });
    }

    /** Returns the CASE with an operand of later releases, whose conditions are lambdas. */
    private Optional<ConnectorExpression> match(IrNode hidden) {
        List<IrNode> parts = hidden.children();
        ImmutableList.Builder<IrNode> arguments = ImmutableList.builder();
        for (int predicate = 1; predicate < parts.size() - 1; predicate += 2) {
            arguments.add(applied(parts.get(predicate), List.of(parts.getFirst())));
            arguments.add(parts.get(predicate + 1));
        }
        arguments.add(parts.getLast());
        return call(hidden.type(), HiddenCalls.CASE, arguments.build());
    }

    private Optional<ConnectorExpression> let(IrNode let) {
        Object symbol = IrNode.get(let.get("name"), "toSymbolReference");
        return translate(new IrNode(replace(let.get("body"), Map.of(symbol, let.get("value")))));
    }

    private Optional<ConnectorExpression> lambdaCall(IrNode call) {
        List<IrNode> operands = call.children();
        if (name(call).equals(TRY)) {
            return translate(applied(operands.getFirst(), List.of()))
                    .map(body -> new Call(call.type(), HiddenCalls.TRY, List.of(body)));
        }
        IrNode lambda = operands.get(1).is("Bind") ? operands.get(1).children().getLast() : operands.get(1);
        if (!lambda.is("Lambda")) {
            return Optional.empty();
        }
        Object element = ((List<?>) lambda.get("arguments")).getLast();
        IrNode reference = new IrNode(IrNode.get(element, "toSymbolReference"));
        return translated(List.of(operands.getFirst(), reference, applied(operands.get(1), List.of(reference))))
                .map(arguments -> new Call(call.type(), HiddenCalls.ANY_MATCH, arguments));
    }

    /**
     * Returns the body of a lambda with values in place of its arguments.
     *
     * @param lambda a lambda, or one whose first arguments are bound to values already
     */
    private IrNode applied(IrNode lambda, List<IrNode> values) {
        ImmutableList.Builder<IrNode> all = ImmutableList.builder();
        IrNode function = lambda;
        if (lambda.is("Bind")) {
            List<IrNode> parts = lambda.children();
            all.addAll(parts.subList(0, parts.size() - 1));
            function = parts.getLast();
        }
        List<IrNode> given = all.addAll(values).build();
        List<?> arguments = (List<?>) function.get("arguments");
        Map<Object, Object> replacements = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            replacements.put(
                    IrNode.get(arguments.get(i), "toSymbolReference"),
                    given.get(i).expression());
        }
        return new IrNode(replace(function.get("body"), replacements));
    }

    private static ConnectorExpression putIn(
            ConnectorExpression expression, Map<String, ConnectorExpression> placeholders) {
        return switch (expression) {
            case Variable variable -> placeholders.getOrDefault(variable.getName(), variable);
            case Call call ->
                new Call(
                        call.getType(),
                        call.getFunctionName(),
                        call.getArguments().stream()
                                .map(argument -> putIn(argument, placeholders))
                                .collect(toImmutableList()));
            case FieldDereference field ->
                new FieldDereference(field.getType(), putIn(field.getTarget(), placeholders), field.getField());
            default -> expression;
        };
    }

    private Object reference(Type type, String name) {
        try {
            return engineClass("io.trino.sql.ir.Reference")
                    .getConstructor(Type.class, String.class)
                    .newInstance(type, name);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object replace(Object expression, Map<Object, Object> replacements) {
        try {
            return engineClass("io.trino.sql.planner.ExpressionNodeInliner")
                    .getMethod("replaceExpression", engineClass("io.trino.sql.ir.Expression"), Map.class)
                    .invoke(null, expression, replacements);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private Optional<ConnectorExpression> translateByEngine(Object expression) {
        try {
            return (Optional<ConnectorExpression>) engineClass("io.trino.sql.planner.ConnectorExpressionTranslator")
                    .getMethod("translate", session.getClass(), engineClass("io.trino.sql.ir.Expression"))
                    .invoke(null, session, expression);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Class<?> engineClass(String name) throws ClassNotFoundException {
        return Class.forName(name, false, session.getClass().getClassLoader());
    }
}
