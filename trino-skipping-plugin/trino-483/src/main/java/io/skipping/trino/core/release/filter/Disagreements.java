// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release.filter;

import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import io.skipping.trino.core.text.LikeMatchers;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.util.Set;

/**
 * Looks for what the interpreter of the coordinator may evaluate differently from the code that workers generate:
 *
 * <ul>
 *   <li>LIKE, see {@link LikeMatchers};
 *   <li>a lookup in a list of values that are stored as longs. The generated code may compare bits, and the interpreter
 *       values; the two differ for zeros and NaNs of real, and for moments in several time zones;
 *   <li>what the engine does not show, such as a CASE, and functions of catalogs, which may be written in SQL: each may
 *       contain a LIKE.
 * </ul>
 */
final class Disagreements {
    /** A conjunct that the engine alone understands. */
    private static final FunctionName ENGINE_EXPRESSION = new FunctionName("$engine_expression");

    private static final Set<Type> WHOLE_NUMBERS = Set.of(BIGINT, INTEGER, SMALLINT, TINYINT, DATE);

    private Disagreements() {}

    static boolean mayDisagree(ConnectorExpression expression) {
        return LikeMatchers.mayDisagree(expression) || mayDisagreeBesidesLike(expression);
    }

    private static boolean mayDisagreeBesidesLike(ConnectorExpression expression) {
        return expression instanceof Call call && mayDisagreeOnCall(call)
                || expression.getChildren().stream().anyMatch(Disagreements::mayDisagreeBesidesLike);
    }

    private static boolean mayDisagreeOnCall(Call call) {
        FunctionName name = call.getFunctionName();
        return name.equals(ENGINE_EXPRESSION)
                || name.getCatalogSchema().isPresent()
                || name.equals(IN_PREDICATE_FUNCTION_NAME)
                        && mayDisagreeOnLookup(call.getArguments().getFirst().getType());
    }

    private static boolean mayDisagreeOnLookup(Type type) {
        return type.getJavaType() == long.class
                && !WHOLE_NUMBERS.contains(type)
                && !(type instanceof DecimalType || type instanceof TimestampType || type instanceof TimeType);
    }
}
