// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and replaces parts of expressions. */
final class HiddenParts {
    private HiddenParts() {}

    /** Returns the calls of a function, outer ones before those in them. */
    static Stream<Call> all(ConnectorExpression expression, FunctionName name) {
        Stream<Call> below = expression.getChildren().stream().flatMap(child -> all(child, name));
        return expression instanceof Call call && call.getFunctionName().equals(name)
                ? Stream.concat(Stream.of(call), below)
                : below;
    }

    /** As {@link #all(ConnectorExpression, FunctionName)}, without those in calls of another function. */
    static Stream<Call> all(ConnectorExpression expression, FunctionName name, FunctionName outside) {
        if (expression instanceof Call call && call.getFunctionName().equals(outside)) {
            return Stream.empty();
        }
        Stream<Call> below = expression.getChildren().stream().flatMap(child -> all(child, name, outside));
        return expression instanceof Call call && call.getFunctionName().equals(name)
                ? Stream.concat(Stream.of(call), below)
                : below;
    }

    /** Returns the outermost call of a function. */
    static Optional<Call> first(ConnectorExpression expression, FunctionName name) {
        return all(expression, name).findFirst();
    }

    /** Replaces an expression wherever it stands: it has the same value everywhere in a row. */
    static ConnectorExpression replace(ConnectorExpression in, ConnectorExpression replaced, ConnectorExpression by) {
        if (in.equals(replaced)) {
            return by;
        }
        return switch (in) {
            case Call call ->
                new Call(
                        call.getType(),
                        call.getFunctionName(),
                        call.getArguments().stream()
                                .map(argument -> replace(argument, replaced, by))
                                .collect(toImmutableList()));
            case FieldDereference field ->
                new FieldDereference(field.getType(), replace(field.getTarget(), replaced, by), field.getField());
            default -> in;
        };
    }
}
