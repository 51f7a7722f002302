// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine.ir;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import io.skipping.trino.core.release.FunctionNames;
import io.skipping.trino.core.text.LikeMatchers;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.function.CatalogSchemaFunctionName;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for what the interpreter of the coordinator may evaluate differently from the code that workers generate:
 *
 * <ul>
 *   <li>LIKE, see {@link LikeMatchers};
 *   <li>a lookup in a short list of values that are stored as longs. The generated code compares bits, and the
 *       interpreter values; the two differ for zeros and NaNs of real, and for moments in several time zones;
 *   <li>functions written in SQL, whose bodies are not seen and may contain a LIKE.
 * </ul>
 */
public final class Disagreements {
    /** Begins the identity of functions that are written in SQL. */
    private static final String SQL_FUNCTION = "$trino_sql_";

    private static final Set<Type> WHOLE_NUMBERS = Set.of(BIGINT, INTEGER, SMALLINT, TINYINT, DATE);

    private Disagreements() {}

    /** Returns the columns of the conditions of a conjunction that may be evaluated differently. */
    public static Set<ColumnHandle> columns(IrNode filter, Map<String, ColumnHandle> assignments) {
        return filter.conjuncts().stream()
                .filter(conjunct -> conjunct.all().stream().anyMatch(Disagreements::mayDisagree))
                .flatMap(conjunct -> conjunct.columns(assignments).values().stream())
                .collect(toImmutableSet());
    }

    /**
     * Returns the columns of conditions on several columns. The interpreter says that such a condition is NULL as soon as one
     * argument of a function is, though another one may fail on a worker, which evaluates them in order.
     */
    public static Set<ColumnHandle> columnsBesideOthers(IrNode filter, Map<String, ColumnHandle> assignments) {
        return filter.conjuncts().stream()
                .map(conjunct -> Set.copyOf(conjunct.columns(assignments).values()))
                .filter(columns -> columns.size() > 1)
                .flatMap(Set::stream)
                .collect(toImmutableSet());
    }

    private static boolean mayDisagree(IrNode node) {
        return switch (node.kind()) {
            case "Call" -> mayDisagreeOnCall(node);
            case "In" -> mayDisagreeOnLookup(node.children());
            default -> false;
        };
    }

    private static boolean mayDisagreeOnCall(IrNode call) {
        Object function = call.get("function");
        if (IrNode.get(function, "functionId").toString().startsWith(SQL_FUNCTION)) {
            return true;
        }
        String name = FunctionNames.name((CatalogSchemaFunctionName) IrNode.get(function, "name"));
        if (!name.equals(LIKE_FUNCTION_NAME.getName())) {
            return false;
        }
        IrNode pattern = call.children().get(1);
        if (!pattern.is("Constant")) {
            return true;
        }
        Object parsed = pattern.get("value");
        Optional<?> escape = (Optional<?>) IrNode.get(parsed, "getEscape");
        return LikeMatchers.mayDisagree(
                (String) IrNode.get(parsed, "getPattern"), escape.map(character -> (int) (Character) character));
    }

    /** @param operands what is looked up, and then the list */
    private static boolean mayDisagreeOnLookup(List<IrNode> operands) {
        Type type = operands.getFirst().type();
        if (type.equals(REAL)) {
            return !operands.subList(1, operands.size()).stream().allMatch(Disagreements::isOrdinaryReal);
        }
        return type.getJavaType() == long.class
                && !WHOLE_NUMBERS.contains(type)
                && !(type instanceof DecimalType || type instanceof TimestampType || type instanceof TimeType);
    }

    private static boolean isOrdinaryReal(IrNode element) {
        if (!element.is("Constant")) {
            return false;
        }
        Object value = element.get("value");
        if (value == null) {
            return true;
        }
        float real = Float.intBitsToFloat((int) (long) (Long) value);
        return real != 0 && !Float.isNaN(real);
    }
}
