// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.trino.spi.expression.StandardFunctions.ADD_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.DIVIDE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.MULTIPLY_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NEGATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.SUBTRACT_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DecimalConversions.shortDecimalToDouble;
import static io.trino.spi.type.Decimals.longTenToNth;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;
import static java.math.RoundingMode.HALF_UP;

import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.monotone.Monotone.Overflow;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Inverts calls of monotone functions: arithmetic with one constant, rounding to whole numbers, and casts to wider
 * types. Every function computes exactly as the engine does.
 */
public final class MonotoneCalls {
    private static final FunctionName FLOOR = new FunctionName("floor");
    private static final Set<FunctionName> CEILING =
            ImmutableSet.of(new FunctionName("ceiling"), new FunctionName("ceil"));

    private static final String DAYS_TO_SECONDS = "interval day to second";
    private static final String YEARS_TO_MONTHS = "interval year to month";
    private static final long MILLIS_PER_DAY = 86_400_000;

    private MonotoneCalls() {}

    /** Restricts an argument of a call to the values for which the call's result satisfies a condition. */
    public record Demand(ConnectorExpression argument, ValueSet values) {}

    private record Applied(ConnectorExpression argument, Monotone function) {}

    /**
     * Returns the values of an argument for which the call's result is in a set or the engine fails.
     *
     * @return empty if the call is not one of the supported functions
     */
    public static Optional<Demand> invert(Call call, ValueSet results) {
        return function(call)
                .flatMap(
                        found -> Preimages.of(found.function(), found.argument().getType(), results)
                                .map(values -> new Demand(found.argument(), values)));
    }

    private static Optional<Applied> function(Call call) {
        if (call.getArguments().size() == 1) {
            ConnectorExpression argument = call.getArguments().getFirst();
            return unary(call.getFunctionName(), argument.getType(), call.getType())
                    .map(function -> new Applied(argument, function));
        }
        if (call.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        if (right instanceof Constant constant && constant.getValue() != null) {
            return withRight(call.getFunctionName(), left.getType(), constant, call.getType())
                    .map(function -> new Applied(left, function));
        }
        if (left instanceof Constant constant && constant.getValue() != null) {
            return withLeft(call.getFunctionName(), constant, right.getType(), call.getType())
                    .map(function -> new Applied(right, function));
        }
        return Optional.empty();
    }

    private static Optional<Monotone> unary(FunctionName name, Type argument, Type result) {
        if (name.equals(CAST_FUNCTION_NAME)) {
            return cast(argument, result);
        }
        if (!argument.equals(result)) {
            return Optional.empty();
        }
        if (name.equals(NEGATE_FUNCTION_NAME)) {
            return floating(argument, false, value -> -value)
                    .or(() -> integer(argument, false, BigInteger::negate))
                    .or(() -> decimal(argument, argument, false, BigDecimal::negate));
        }
        if (name.equals(FLOOR)) {
            return floating(argument, true, Math::floor);
        }
        return CEILING.contains(name) ? floating(argument, true, Math::ceil) : Optional.empty();
    }

    private static Optional<Monotone> cast(Type argument, Type result) {
        if (isInteger(argument)) {
            if (result == DOUBLE) {
                return Optional.of(new Monotone(true, value -> (double) (long) value));
            }
            if (result == REAL) {
                return Optional.of(new Monotone(true, value -> ofFloat((float) (long) value)));
            }
            return integer(result, true, value -> value).or(() -> decimal(argument, result, true, value -> value));
        }
        if (argument == REAL && result == DOUBLE) {
            return Optional.of(new Monotone(true, value -> (double) toFloat(value)));
        }
        if (argument instanceof DecimalType decimal && decimal.isShort() && result == DOUBLE) {
            // releases round numbers of more than 53 bits in different ways
            long one = longTenToNth(decimal.getScale());
            return Optional.of(new Monotone(true, value -> shortDecimalToDouble((long) value, one)));
        }
        return argument instanceof DecimalType ? decimal(argument, result, true, value -> value) : Optional.empty();
    }

    private static Optional<Monotone> withRight(FunctionName name, Type left, Constant right, Type result) {
        switch (right.getType().getBaseName()) {
            case DAYS_TO_SECONDS -> {
                return signed(name, right).flatMap(millis -> later(left, millis, result));
            }
            case YEARS_TO_MONTHS -> {
                return signed(name, right).flatMap(months -> monthsLater(left, months, result));
            }
            default -> {}
        }
        if (left instanceof DecimalType && right.getType() instanceof DecimalType type) {
            return decimalWithRight(name, left, toDecimal(type, right.getValue()), result);
        }
        if (!left.equals(result) || !right.getType().equals(result)) {
            return Optional.empty();
        }
        if (result == DOUBLE) {
            return floatingWithRight(name, (double) right.getValue(), result);
        }
        if (result == REAL) {
            return floatingWithRight(name, toFloat(right.getValue()), result);
        }
        return isInteger(result)
                ? integerWithRight(name, BigInteger.valueOf((long) right.getValue()), result)
                : Optional.empty();
    }

    /** Returns the length of the interval; negative if the interval is subtracted. */
    private static Optional<BigInteger> signed(FunctionName name, Constant interval) {
        BigInteger length = BigInteger.valueOf((long) interval.getValue());
        if (name.equals(ADD_FUNCTION_NAME)) {
            return Optional.of(length);
        }
        return name.equals(SUBTRACT_FUNCTION_NAME) ? Optional.of(length.negate()) : Optional.empty();
    }

    private static Optional<Monotone> floatingWithRight(FunctionName name, double right, Type type) {
        if (!Double.isFinite(right)) {
            return Optional.empty();
        }
        if (name.equals(ADD_FUNCTION_NAME)) {
            return floating(type, true, value -> value + right);
        }
        if (name.equals(SUBTRACT_FUNCTION_NAME)) {
            return floating(type, true, value -> value - right);
        }
        if (right == 0) {
            // infinity times zero is NaN
            return Optional.empty();
        }
        if (name.equals(MULTIPLY_FUNCTION_NAME)) {
            return floating(type, right > 0, value -> value * right);
        }
        return name.equals(DIVIDE_FUNCTION_NAME) ? floating(type, right > 0, value -> value / right) : Optional.empty();
    }

    private static Optional<Monotone> integerWithRight(FunctionName name, BigInteger right, Type type) {
        if (name.equals(ADD_FUNCTION_NAME)) {
            return integer(type, true, value -> value.add(right));
        }
        if (name.equals(SUBTRACT_FUNCTION_NAME)) {
            return integer(type, true, value -> value.subtract(right));
        }
        if (right.signum() == 0) {
            return Optional.empty();
        }
        if (name.equals(MULTIPLY_FUNCTION_NAME)) {
            return integer(type, right.signum() > 0, value -> value.multiply(right));
        }
        return name.equals(DIVIDE_FUNCTION_NAME)
                ? integer(type, right.signum() > 0, value -> value.divide(right))
                : Optional.empty();
    }

    private static Optional<Monotone> decimalWithRight(FunctionName name, Type left, BigDecimal right, Type result) {
        if (name.equals(ADD_FUNCTION_NAME)) {
            return decimal(left, result, true, value -> value.add(right));
        }
        if (name.equals(SUBTRACT_FUNCTION_NAME)) {
            return decimal(left, result, true, value -> value.subtract(right));
        }
        if (right.signum() == 0 || !(result instanceof DecimalType type)) {
            return Optional.empty();
        }
        if (name.equals(MULTIPLY_FUNCTION_NAME)) {
            return decimal(left, result, right.signum() > 0, value -> value.multiply(right));
        }
        return name.equals(DIVIDE_FUNCTION_NAME)
                ? decimal(left, result, right.signum() > 0, value -> value.divide(right, type.getScale(), HALF_UP))
                : Optional.empty();
    }

    private static Optional<Monotone> withLeft(FunctionName name, Constant left, Type right, Type result) {
        if (name.equals(ADD_FUNCTION_NAME) || name.equals(MULTIPLY_FUNCTION_NAME)) {
            return withRight(name, right, left, result);
        }
        if (!name.equals(SUBTRACT_FUNCTION_NAME)) {
            return Optional.empty();
        }
        if (right instanceof DecimalType && left.getType() instanceof DecimalType type) {
            BigDecimal from = toDecimal(type, left.getValue());
            return decimal(right, result, false, from::subtract);
        }
        if (!left.getType().equals(result) || !right.equals(result)) {
            return Optional.empty();
        }
        if (result == DOUBLE || result == REAL) {
            double from = result == DOUBLE ? (double) left.getValue() : toFloat(left.getValue());
            return Double.isFinite(from) ? floating(result, false, value -> from - value) : Optional.empty();
        }
        if (!isInteger(result)) {
            return Optional.empty();
        }
        BigInteger from = BigInteger.valueOf((long) left.getValue());
        return integer(result, false, from::subtract);
    }

    /**
     * Returns the addition of an interval.
     *
     * @param millis length of the interval
     */
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

    /**
     * Returns the addition of months. Only dates are supported, because the function is not monotone for timestamps:
     * one month after January 30th 23:00 is later than one month after January 31st 01:00.
     */
    private static Optional<Monotone> monthsLater(Type time, BigInteger months, Type result) {
        return time == DATE && result == DATE
                ? Optional.of(whole(
                        result,
                        true,
                        value -> BigInteger.valueOf(LocalDate.ofEpochDay(value.longValueExact())
                                .plusMonths(months.longValueExact())
                                .toEpochDay())))
                : Optional.empty();
    }

    /**
     * Returns a function of floating-point numbers. For a real, it computes in double and rounds once, which gives the
     * same result as the engine.
     *
     * @return empty if the type is neither double nor real
     */
    private static Optional<Monotone> floating(Type type, boolean rises, DoubleUnaryOperator function) {
        if (type == DOUBLE) {
            return Optional.of(new Monotone(rises, value -> function.applyAsDouble((double) value)));
        }
        return type == REAL
                ? Optional.of(new Monotone(rises, value -> ofFloat((float) function.applyAsDouble(toFloat(value)))))
                : Optional.empty();
    }

    /**
     * Returns a function of integers.
     *
     * @return empty if the type is not an integer
     */
    private static Optional<Monotone> integer(Type type, boolean rises, UnaryOperator<BigInteger> function) {
        return isInteger(type) ? Optional.of(whole(type, rises, function)) : Optional.empty();
    }

    private static Monotone whole(Type result, boolean rises, UnaryOperator<BigInteger> function) {
        Line line = Line.of(result).orElseThrow();
        return within(
                rises,
                argument -> function.apply(BigInteger.valueOf((long) argument)),
                BigInteger.valueOf(line.least()),
                BigInteger.valueOf(line.most()),
                BigInteger::longValueExact);
    }

    /**
     * Returns a function with a decimal result.
     *
     * @return empty if the result is not a decimal, or the argument is neither a decimal nor an integer
     */
    private static Optional<Monotone> decimal(
            Type argument, Type result, boolean rises, UnaryOperator<BigDecimal> function) {
        if (!(result instanceof DecimalType type) || !(isInteger(argument) || argument instanceof DecimalType)) {
            return Optional.empty();
        }
        BigInteger most = BigInteger.TEN.pow(type.getPrecision()).subtract(BigInteger.ONE);
        return Optional.of(within(
                rises,
                value -> function.apply(toDecimal(argument, value))
                        .setScale(type.getScale(), HALF_UP)
                        .unscaledValue(),
                most.negate(),
                most,
                unscaled -> type.isShort() ? (Object) unscaled.longValueExact() : Int128.valueOf(unscaled)));
    }

    private static Monotone within(
            boolean rises,
            Function<Object, BigInteger> function,
            BigInteger least,
            BigInteger most,
            Function<BigInteger, Object> result) {
        return new Monotone(rises, argument -> {
            BigInteger value = function.apply(argument);
            if (value.compareTo(least) < 0) {
                return Overflow.BELOW;
            }
            return value.compareTo(most) > 0 ? Overflow.ABOVE : result.apply(value);
        });
    }

    /** Returns the value of an integer or decimal. */
    private static BigDecimal toDecimal(Type type, Object value) {
        BigInteger unscaled = value instanceof Int128 wide ? wide.toBigInteger() : BigInteger.valueOf((long) value);
        return new BigDecimal(unscaled, type instanceof DecimalType decimal ? decimal.getScale() : 0);
    }

    /** Returns a real in the engine's native representation. */
    private static Object ofFloat(float value) {
        return (long) Float.floatToRawIntBits(value);
    }

    private static float toFloat(Object real) {
        return Float.intBitsToFloat((int) (long) real);
    }

    private static boolean isInteger(Type type) {
        return type == BIGINT || type == INTEGER || type == SMALLINT || type == TINYINT;
    }
}
