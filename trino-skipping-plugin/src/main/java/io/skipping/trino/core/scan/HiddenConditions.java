// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static io.trino.spi.type.RealType.REAL;

import com.google.common.collect.Streams;
import io.airlift.log.Logger;
import io.skipping.trino.core.expression.RealLookups;
import io.skipping.trino.core.text.LikeMatchers;
import io.trino.spi.connector.Constraint;
import io.trino.spi.function.CatalogSchemaFunctionName;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Looks for conditions that the engine evaluates for a connector without showing them to it. A {@link Constraint}
 * contains the filter of a scan twice: as an expression, in which conjuncts with a CASE, a lambda and the like are
 * missing, and as a function, in which they are not. {@link LikeMatchers} and {@link RealLookups} can judge only what is
 * in the expression.
 *
 * <p>The SPI has no access to the rest, so this reads it by reflection from the function, which is a reference to a
 * method of the engine's {@code LayoutConstraintEvaluator}. If the function is anything else, nothing is known of it.
 */
final class HiddenConditions {
    private static final Logger log = Logger.get(HiddenConditions.class);
    private static final AtomicBoolean warned = new AtomicBoolean();

    private static final String EVALUATOR = "io.trino.sql.planner.LayoutConstraintEvaluator";

    /** Names the kinds of expressions that the engine translates for connectors if it translates their children. */
    private static final Set<String> SHOWN = Set.of(
            "Between",
            "Call",
            "Cast",
            "Comparison",
            "Constant",
            "FieldReference",
            "In",
            "IsNull",
            "Logical",
            "NullIf",
            "Reference");

    private HiddenConditions() {}

    /**
     * Returns whether the coordinator may evaluate a hidden conjunct differently from a scan, because it has a LIKE or
     * looks a real up in a list.
     *
     * @param filter the function of a constraint
     * @return true also if the conjuncts of the function cannot be read
     */
    static boolean mayDisagree(Object filter) {
        try {
            return conjuncts(expressionOf(filter)).anyMatch(conjunct -> !isShown(conjunct) && isDisputable(conjunct));
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (!warned.getAndSet(true)) {
                log.warn(
                        e,
                        "The filter of a scan cannot be read from %s; the index does not test values by functions such as lower(c) = 'x'",
                        filter.getClass().getName());
            }
            return true;
        }
    }

    private static Object expressionOf(Object filter) throws ReflectiveOperationException {
        for (Field captured : filter.getClass().getDeclaredFields()) {
            if (captured.getType().getName().equals(EVALUATOR)) {
                Object evaluator = read(captured, filter);
                return read(evaluator.getClass().getDeclaredField("expression"), evaluator);
            }
        }
        throw new NoSuchFieldException("no " + EVALUATOR);
    }

    private static Object read(Field field, Object of) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(of);
    }

    private static Stream<?> conjuncts(Object expression) {
        return kind(expression).equals("Logical")
                        && String.valueOf(call(expression, "operator")).equals("AND")
                ? children(expression).flatMap(HiddenConditions::conjuncts)
                : Stream.of(expression);
    }

    private static boolean isShown(Object expression) {
        return nodes(expression).allMatch(node -> SHOWN.contains(kind(node)));
    }

    private static boolean isDisputable(Object expression) {
        return nodes(expression).anyMatch(node -> switch (kind(node)) {
            case "Call" ->
                ((CatalogSchemaFunctionName) call(call(node, "function"), "name"))
                        .getFunctionName()
                        .equals(LIKE_FUNCTION_NAME.getName());
            case "In" -> call(call(node, "value"), "type").equals(REAL);
            default -> false;
        });
    }

    private static Stream<?> nodes(Object expression) {
        return Streams.concat(Stream.of(expression), children(expression).flatMap(HiddenConditions::nodes));
    }

    private static Stream<?> children(Object expression) {
        return ((List<?>) call(expression, "children")).stream();
    }

    private static String kind(Object expression) {
        return expression.getClass().getSimpleName();
    }

    private static Object call(Object target, String method) {
        try {
            return target.getClass().getMethod(method).invoke(target);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
