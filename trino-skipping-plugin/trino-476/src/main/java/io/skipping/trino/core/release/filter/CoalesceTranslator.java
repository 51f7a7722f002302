// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release.filter;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.engine.ir.IrNode;
import io.skipping.trino.core.expression.CoalesceBranches;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Translates expressions with COALESCE, as which Trino 476 has no function of its SPI. The engine's own translator does
 * the work: each COALESCE is replaced by a symbol, and put in again as a call of {@link CoalesceBranches#COALESCE}, which
 * is what later releases show.
 */
final class CoalesceTranslator {
    /** No symbol of a plan has such a name. */
    private static final String PLACEHOLDER = "$coalesce$";

    private final Object session;

    /** @param session the engine's session, an {@code io.trino.Session} */
    CoalesceTranslator(Object session) {
        this.session = requireNonNull(session, "session is null");
    }

    /**
     * Translates an expression.
     *
     * @return empty if the engine cannot translate the rest of the expression, or what is in a COALESCE
     */
    Optional<ConnectorExpression> translate(IrNode expression) {
        if (expression.is("Coalesce")) {
            return coalesce(expression);
        }
        Map<Object, Object> placeholders = new HashMap<>();
        Map<String, ConnectorExpression> translated = new HashMap<>();
        for (IrNode coalesce : outermost(expression)) {
            Optional<ConnectorExpression> call = coalesce(coalesce);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            String name = PLACEHOLDER + placeholders.size();
            placeholders.put(coalesce.expression(), reference(coalesce.type(), name));
            translated.put(name, call.get());
        }
        return translateByEngine(replace(expression.expression(), placeholders)).map(shown -> putIn(shown, translated));
    }

    private Optional<ConnectorExpression> coalesce(IrNode coalesce) {
        ImmutableList.Builder<ConnectorExpression> operands = ImmutableList.builder();
        for (IrNode operand : coalesce.children()) {
            Optional<ConnectorExpression> translated = translate(operand);
            if (translated.isEmpty()) {
                return Optional.empty();
            }
            operands.add(translated.get());
        }
        return Optional.of(new Call(coalesce.type(), CoalesceBranches.COALESCE, operands.build()));
    }

    private static List<IrNode> outermost(IrNode expression) {
        if (expression.is("Coalesce")) {
            return List.of(expression);
        }
        return expression.is("Constant")
                ? List.of()
                : expression.children().stream()
                        .flatMap(child -> outermost(child).stream())
                        .distinct()
                        .collect(toImmutableList());
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
