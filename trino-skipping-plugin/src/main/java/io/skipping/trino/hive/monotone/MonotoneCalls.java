// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.monotone;

import static io.trino.spi.expression.StandardFunctions.ADD_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.DIVIDE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.MULTIPLY_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NEGATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.SUBTRACT_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import com.google.common.collect.ImmutableSet;
import io.skipping.trino.hive.monotone.Monotone.Overflow;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Calls of monotone functions: arithmetic with one constant, rounding to whole numbers, casts to wider types. Each computes
 * as the engine does.
 */
public final class MonotoneCalls {
    private static final FunctionName FLOOR = new FunctionName("floor");
    private static final Set<FunctionName> CEILING =
            ImmutableSet.of(new FunctionName("ceiling"), new FunctionName("ceil"));

    private static final String DAYS_TO_SECONDS = "interval day to second";
    private static final long MILLIS_PER_DAY = 86_400_000;

    private MonotoneCalls() {}

    /** What a demand on a call's result demands of one of its arguments. */
    public record Demand(ConnectorExpression argument, ValueSet values) {}

    private record Function(ConnectorExpression argument, Monotone function) {}

    /**
     * What an argument must be so that a call's result is in a set, or that the engine fails.
     *
     * @return empty if the call is of none of these functions
     */
    public static Optional<Demand> invert(Call call, ValueSet results) {
        return function(call)
                .flatMap(
                        found -> Preimages.of(found.function(), found.argument().getType(), results)
                                .map(values -> new Demand(found.argument(), values)));
    }

    private static Optional<Function> function(Call call) {
        if (call.getArguments().size() == 1) {
            ConnectorExpression argument = call.getArguments().getFirst();
            return unary(call.getFunctionName(), argument.getType(), call.getType())
                    .map(function -> new Function(argument, function));
        }
        if (call.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        if (right instanceof Constant constant && constant.getValue() != null) {
            return withRight(call.getFunctionName(), left.getType(), constant, call.getType())
                    .map(function -> new Function(left, function));
        }
        if (left instanceof Constant constant && constant.getValue() != null) {
            return withLeft(call.getFunctionName(), constant, right.getType(), call.getType())
                    .map(function -> new Function(right, function));
        }
        return Optional.empty();
    }

    private static Optional<Monotone> unary(FunctionName name, Type argument, Type result) {
        if (name.equals(CAST_FUNCTION_NAME) && isInteger(argument)) {
            if (result == DOUBLE) {
                return Optional.of(new Monotone(true, value -> (double) (long) value));
            }
            return isInteger(result) ? Optional.of(whole(result, true, value -> value)) : Optional.empty();
        }
        if (!argument.equals(result)) {
            return Optional.empty();
        }
        if (name.equals(NEGATE_FUNCTION_NAME)) {
            return argument == DOUBLE
                    ? Optional.of(floating(false, value -> -value))
                    : isInteger(argument) ? Optional.of(whole(result, false, BigInteger::negate)) : Optional.empty();
        }
        if (argument == DOUBLE && name.equals(FLOOR)) {
            return Optional.of(floating(true, Math::floor));
        }
        if (argument == DOUBLE && CEILING.contains(name)) {
            return Optional.of(floating(true, Math::ceil));
        }
        return Optional.empty();
    }

    private static Optional<Monotone> withRight(FunctionName name, Type left, Constant right, Type result) {
        if (right.getType().getBaseName().equals(DAYS_TO_SECONDS)) {
            if (name.equals(ADD_FUNCTION_NAME)) {
                return later(left, BigInteger.valueOf((long) right.getValue()), result);
            }
            return name.equals(SUBTRACT_FUNCTION_NAME)
                    ? later(left, BigInteger.valueOf((long) right.getValue()).negate(), result)
                    : Optional.empty();
        }
        if (!left.equals(result) || !right.getType().equals(result)) {
            return Optional.empty();
        }
        if (result == DOUBLE) {
            return withRight(name, (double) right.getValue());
        }
        return isInteger(result)
                ? withRight(name, BigInteger.valueOf((long) right.getValue()), result)
                : Optional.empty();
    }

    private static Optional<Monotone> withRight(FunctionName name, double right) {
        if (!Double.isFinite(right)) {
            return Optional.empty();
        }
        if (name.equals(ADD_FUNCTION_NAME)) {
            return Optional.of(floating(true, value -> value + right));
        }
        if (name.equals(SUBTRACT_FUNCTION_NAME)) {
            return Optional.of(floating(true, value -> value - right));
        }
        if (right == 0) {
            // infinity times zero is NaN
            return Optional.empty();
        }
        if (name.equals(MULTIPLY_FUNCTION_NAME)) {
            return Optional.of(floating(right > 0, value -> value * right));
        }
        return name.equals(DIVIDE_FUNCTION_NAME)
                ? Optional.of(floating(right > 0, value -> value / right))
                : Optional.empty();
    }

    private static Optional<Monotone> withRight(FunctionName name, BigInteger right, Type result) {
        if (name.equals(ADD_FUNCTION_NAME)) {
            return Optional.of(whole(result, true, value -> value.add(right)));
        }
        if (name.equals(SUBTRACT_FUNCTION_NAME)) {
            return Optional.of(whole(result, true, value -> value.subtract(right)));
        }
        if (right.signum() == 0) {
            return Optional.empty();
        }
        if (name.equals(MULTIPLY_FUNCTION_NAME)) {
            return Optional.of(whole(result, right.signum() > 0, value -> value.multiply(right)));
        }
        return name.equals(DIVIDE_FUNCTION_NAME)
                ? Optional.of(whole(result, right.signum() > 0, value -> value.divide(right)))
                : Optional.empty();
    }

    private static Optional<Monotone> withLeft(FunctionName name, Constant left, Type right, Type result) {
        if (name.equals(ADD_FUNCTION_NAME) || name.equals(MULTIPLY_FUNCTION_NAME)) {
            return withRight(name, right, left, result);
        }
        if (!name.equals(SUBTRACT_FUNCTION_NAME) || !left.getType().equals(result) || !right.equals(result)) {
            return Optional.empty();
        }
        if (result == DOUBLE) {
            double from = (double) left.getValue();
            return Double.isFinite(from) ? Optional.of(floating(false, value -> from - value)) : Optional.empty();
        }
        if (!isInteger(result)) {
            return Optional.empty();
        }
        BigInteger from = BigInteger.valueOf((long) left.getValue());
        return Optional.of(whole(result, false, from::subtract));
    }

    /** @param millis of the interval */
    private static Optional<Monotone> later(Type time, BigInteger millis, Type result) {
        if (time == DATE && result == DATE) {
            BigInteger[] days = millis.divideAndRemainder(BigInteger.valueOf(MILLIS_PER_DAY));
            return days[1].signum() == 0
                    ? Optional.of(whole(result, true, value -> value.add(days[0])))
                    : Optional.empty();
        }
        if (time instanceof TimestampType from
                && from.isShort()
                && result instanceof TimestampType to
                && to.isShort()) {
            BigInteger micros = millis.multiply(BigInteger.valueOf(1000));
            return Optional.of(whole(result, true, value -> value.add(micros)));
        }
        return Optional.empty();
    }

    private static Monotone floating(boolean rises, DoubleUnaryOperator function) {
        return new Monotone(rises, value -> function.applyAsDouble((double) value));
    }

    private static Monotone whole(Type result, boolean rises, UnaryOperator<BigInteger> function) {
        Line line = Line.of(result).orElseThrow();
        BigInteger least = BigInteger.valueOf(line.least());
        BigInteger most = BigInteger.valueOf(line.most());
        return new Monotone(rises, argument -> {
            BigInteger value = function.apply(BigInteger.valueOf((long) argument));
            if (value.compareTo(least) < 0) {
                return Overflow.BELOW;
            }
            return value.compareTo(most) > 0 ? Overflow.ABOVE : (Object) value.longValueExact();
        });
    }

    private static boolean isInteger(Type type) {
        return type == BIGINT || type == INTEGER || type == SMALLINT || type == TINYINT;
    }
}
