// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.sedona;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Describes a call of a function of Sedona.
 *
 * @param function such as {@code ST_Contains}; no function of a user is named by this, whatever name a session has for it
 */
record SedonaCall(String function, List<Expression> arguments) {
    private static final String FUNCTIONS = "org.apache.spark.sql.sedona_sql.expressions.";

    SedonaCall {
        arguments = ImmutableList.copyOf(arguments);
    }

    /** Returns the call that an expression is; empty if it is none. */
    static Optional<SedonaCall> of(Expression expression) {
        String name = expression.getClass().getName();
        return name.startsWith(FUNCTIONS)
                ? Optional.of(new SedonaCall(
                        name.substring(FUNCTIONS.length()), CollectionConverters.asJava(expression.children())))
                : Optional.empty();
    }

    /** Returns the call of a function with some number of arguments that an expression is; empty if it is none. */
    static Optional<SedonaCall> of(Expression expression, String function, int arguments) {
        return of(expression)
                .filter(call ->
                        call.function().equals(function) && call.arguments().size() == arguments);
    }
}
