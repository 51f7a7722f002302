// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import com.google.common.collect.ImmutableSet;
import io.airlift.log.Logger;
import io.skipping.trino.core.text.LikeMatchers;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.function.CatalogSchemaFunctionName;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the filter that the engine evaluates for a connector. A {@link Constraint} has it as a function; as an
 * expression it has only the conjuncts that the engine can and may translate: those with a CASE, a lambda, {@code
 * random()} and more are missing. The SPI has no access to the rest, so this reads it by reflection from the function,
 * which is a reference to a method of the engine's {@code LayoutConstraintEvaluator}.
 *
 * <p>It looks for what the interpreter of the coordinator may evaluate differently from the code that workers generate:
 *
 * <ul>
 *   <li>LIKE, see {@link LikeMatchers};
 *   <li>a lookup in a short list of values that are stored as longs. The generated code compares bits, and the
 *       interpreter values; the two differ for zeros and NaNs of real, and for moments in several time zones;
 *   <li>functions written in SQL, whose bodies are not seen and may contain a LIKE.
 * </ul>
 */
final class EngineFilter {
    private static final Logger log = Logger.get(EngineFilter.class);
    private static final AtomicBoolean warned = new AtomicBoolean();

    private static final String EVALUATOR = "io.trino.sql.planner.LayoutConstraintEvaluator";
    /** Begins the identity of functions that are written in SQL. */
    private static final String SQL_FUNCTION = "$trino_sql_";

    private static final Set<Type> WHOLE_NUMBERS = Set.of(BIGINT, INTEGER, SMALLINT, TINYINT, DATE);

    /** accessors of the engine's classes, by class and name */
    private final Map<String, Method> accessors = new HashMap<>();

    private EngineFilter() {}

    /**
     * Returns the columns of conjuncts that the coordinator may evaluate differently from a scan.
     *
     * @param filter the function of a constraint
     * @return empty if the conjuncts of the function cannot be read
     */
    static Optional<Set<ColumnHandle>> disputedColumns(Object filter) {
        try {
            return Optional.of(new EngineFilter().disputed(evaluator(filter)));
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

    private static Object evaluator(Object filter) throws ReflectiveOperationException {
        for (Field captured : filter.getClass().getDeclaredFields()) {
            if (captured.getType().getName().equals(EVALUATOR)) {
                return read(captured, filter);
            }
        }
        throw new NoSuchFieldException("no " + EVALUATOR);
    }

    private static Object read(Field field, Object of) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(of);
    }

    private Set<ColumnHandle> disputed(Object evaluator) throws ReflectiveOperationException {
        Map<Object, ColumnHandle> columns = new HashMap<>();
        ((Map<?, ?>) read(evaluator.getClass().getDeclaredField("assignments"), evaluator))
                .forEach((symbol, column) -> columns.put(get(symbol, "name"), (ColumnHandle) column));
        Object expression = read(evaluator.getClass().getDeclaredField("expression"), evaluator);
        ImmutableSet.Builder<ColumnHandle> disputed = ImmutableSet.builder();
        for (Object conjunct : conjuncts(expression)) {
            List<Object> nodes = nodes(conjunct);
            if (nodes.stream().anyMatch(this::mayDisagree)) {
                nodes.stream()
                        .filter(node -> kind(node).equals("Reference"))
                        .map(reference -> columns.get(get(reference, "name")))
                        // arguments of lambdas are no columns
                        .filter(column -> column != null)
                        .forEach(disputed::add);
            }
        }
        return disputed.build();
    }

    private List<Object> conjuncts(Object expression) {
        List<Object> conjuncts = new ArrayList<>();
        Deque<Object> rest = new ArrayDeque<>(List.of(expression));
        while (!rest.isEmpty()) {
            Object next = rest.pop();
            if (kind(next).equals("Logical") && get(next, "operator").toString().equals("AND")) {
                children(next).forEach(rest::push);
            } else {
                conjuncts.add(next);
            }
        }
        return conjuncts;
    }

    /** Returns an expression and all below it. Expressions may be deep, so this does not recurse. */
    private List<Object> nodes(Object expression) {
        List<Object> nodes = new ArrayList<>(List.of(expression));
        for (int i = 0; i < nodes.size(); i++) {
            if (!kind(nodes.get(i)).equals("Constant")) {
                nodes.addAll(children(nodes.get(i)));
            }
        }
        return nodes;
    }

    private boolean mayDisagree(Object node) {
        return switch (kind(node)) {
            case "Call" -> mayDisagreeOnCall(node);
            case "In" -> mayDisagreeOnLookup((Type) get(get(node, "value"), "type"), children(node));
            default -> false;
        };
    }

    private boolean mayDisagreeOnCall(Object call) {
        Object function = get(call, "function");
        if (get(function, "functionId").toString().startsWith(SQL_FUNCTION)) {
            return true;
        }
        String name = ((CatalogSchemaFunctionName) get(function, "name")).getFunctionName();
        if (!name.equals(LIKE_FUNCTION_NAME.getName())) {
            return false;
        }
        Object pattern = children(call).get(1);
        if (!kind(pattern).equals("Constant")) {
            return true;
        }
        Object parsed = get(pattern, "value");
        Optional<?> escape = (Optional<?>) get(parsed, "getEscape");
        return LikeMatchers.mayDisagree(
                (String) get(parsed, "getPattern"), escape.map(character -> (int) (Character) character));
    }

    /** @param operands what is looked up, and then the list */
    private boolean mayDisagreeOnLookup(Type type, List<?> operands) {
        if (type.equals(REAL)) {
            return !operands.subList(1, operands.size()).stream().allMatch(this::isOrdinaryReal);
        }
        return type.getJavaType() == long.class
                && !WHOLE_NUMBERS.contains(type)
                && !(type instanceof DecimalType || type instanceof TimestampType || type instanceof TimeType);
    }

    private boolean isOrdinaryReal(Object element) {
        if (!kind(element).equals("Constant")) {
            return false;
        }
        Object value = get(element, "value");
        if (value == null) {
            return true;
        }
        float real = Float.intBitsToFloat((int) (long) (Long) value);
        return real != 0 && !Float.isNaN(real);
    }

    private List<?> children(Object expression) {
        return (List<?>) get(expression, "children");
    }

    private static String kind(Object expression) {
        return expression.getClass().getSimpleName();
    }

    private Object get(Object target, String accessor) {
        Class<?> type = target.getClass();
        try {
            Method method = accessors.get(type.getName() + accessor);
            if (method == null) {
                method = type.getMethod(accessor);
                accessors.put(type.getName() + accessor, method);
            }
            return method.invoke(target);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
