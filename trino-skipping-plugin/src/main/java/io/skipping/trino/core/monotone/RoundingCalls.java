// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;
import static java.math.RoundingMode.CEILING;
import static java.math.RoundingMode.DOWN;
import static java.math.RoundingMode.FLOOR;
import static java.math.RoundingMode.HALF_UP;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.core.GlobalFunctions;
import io.skipping.trino.core.monotone.Monotone.Overflow;
import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.skipping.trino.core.monotone.Preimages.Stretch;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Inverts functions that round numbers: {@code round}, {@code truncate}, {@code floor} and {@code ceiling} where {@link
 * MonotoneCalls} does not, and casts to integers. Also {@code abs}, which falls and then rises.
 */
final class RoundingCalls {
    private static final Map<String, RoundingMode> MODES =
            ImmutableMap.of("round", HALF_UP, "truncate", DOWN, "floor", FLOOR, "ceil", CEILING, "ceiling", CEILING);

    /** Doubles up to this, times a power of ten, are rounded in long arithmetic; it is below the precision of a double. */
    private static final double MOST_ROUNDED = 1e15;

    private static final int MOST_DIGITS = 15;

    private RoundingCalls() {}

    /**
     * Returns the values of an argument for which the call's result is in a set or the engine fails.
     *
     * @return empty if the call is not one of the supported functions
     */
    static Optional<Demand> invert(Call call, ValueSet results) {
        if (!GlobalFunctions.isGlobal(call) || call.getArguments().isEmpty()) {
            return Optional.empty();
        }
        ConnectorExpression argument = call.getArguments().getFirst();
        return stretches(call, argument.getType())
                .flatMap(stretches -> Preimages.of(stretches, argument.getType(), results))
                .map(values -> new Demand(argument, values));
    }

    private static Optional<List<Stretch>> stretches(Call call, Type argument) {
        Type result = call.getType();
        if (call.getArguments().size() == 1 && call.getFunctionName().equals(CAST_FUNCTION_NAME)) {
            return cast(argument, result);
        }
        String name = call.getFunctionName().getName();
        if (call.getArguments().size() == 1 && name.equals("abs") && argument.equals(result)) {
            return abs(argument);
        }
        RoundingMode mode = MODES.get(name);
        Optional<Integer> digits = digits(call);
        if (mode == null || digits.isEmpty()) {
            return Optional.empty();
        }
        if (argument instanceof DecimalType from && result instanceof DecimalType) {
            int scale = Math.min(digits.get(), from.getScale());
            return everywhere(argument, decimal(from, result, value -> value.setScale(scale, mode)));
        }
        if (isInteger(argument)
                && argument.equals(result)
                && call.getArguments().size() == 1) {
            return everywhere(argument, value -> value);
        }
        if (argument != DOUBLE || result != DOUBLE) {
            return Optional.empty();
        }
        if (mode == DOWN && call.getArguments().size() == 1) {
            return everywhere(argument, value -> truncated((double) value));
        }
        return mode == HALF_UP && Math.abs(digits.get()) <= MOST_DIGITS ? rounded(digits.get()) : Optional.empty();
    }

    /** Returns the number of decimal places that are kept; empty if it is not constant. */
    private static Optional<Integer> digits(Call call) {
        return switch (call.getArguments().size()) {
            case 1 -> Optional.of(0);
            case 2 ->
                call.getArguments().get(1) instanceof Constant constant
                                && constant.getValue() instanceof Long digits
                                && Math.abs(digits) <= MOST_DIGITS
                        ? Optional.of(digits.intValue())
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static double truncated(double value) {
        return Math.signum(value) * Math.floor(Math.abs(value));
    }

    /** Returns the rounding of doubles, as far as it is done in long arithmetic. */
    private static Optional<List<Stretch>> rounded(int digits) {
        double factor = Math.pow(10, digits);
        Monotone function = new Monotone(true, argument -> {
            double value = (double) argument;
            int sign = value < 0 ? -1 : 1;
            return sign * (Math.round(sign * value * factor) / factor);
        });
        return Optional.of(List.of(
                new Stretch(function, Line.number(-MOST_ROUNDED / factor), Line.number(MOST_ROUNDED / factor))));
    }

    private static Optional<List<Stretch>> abs(Type type) {
        return Line.of(type).flatMap(line -> {
            Optional<UnaryOperator<Object>> function = absolute(type, line);
            return function.map(abs -> List.of(
                    new Stretch(new Monotone(false, abs), line.least(), -1),
                    new Stretch(new Monotone(true, abs), 0, line.most())));
        });
    }

    private static Optional<UnaryOperator<Object>> absolute(Type type, Line line) {
        if (type == DOUBLE) {
            return Optional.of(value -> Math.abs((double) value));
        }
        if (type == REAL) {
            return Optional.of(value -> (long) value & Integer.MAX_VALUE);
        }
        return isInteger(type) || type instanceof DecimalType
                ? Optional.of(value -> (long) value < -line.most() ? Overflow.ABOVE : (Object) Math.abs((long) value))
                : Optional.empty();
    }

    /** Returns a cast to an integer, which rounds halves away from zero and fails for a NaN. */
    private static Optional<List<Stretch>> cast(Type argument, Type result) {
        if (!isInteger(result)) {
            return Optional.empty();
        }
        Line line = Line.of(result).orElseThrow();
        if (argument instanceof DecimalType decimal) {
            return everywhere(
                    argument,
                    value -> within(
                            toDecimal(decimal, value).setScale(0, HALF_UP).unscaledValue(), line));
        }
        // a NaN must be read: it may satisfy a set without bounds, which the overflows at both ends make of every set
        return argument == DOUBLE
                ? everywhere(
                        argument,
                        value -> Double.isInfinite((double) value)
                                ? (double) value > 0 ? Overflow.ABOVE : Overflow.BELOW
                                : within(
                                        new BigDecimal((double) value)
                                                .setScale(0, HALF_UP)
                                                .unscaledValue(),
                                        line))
                : Optional.empty();
    }

    private static Object within(BigInteger value, Line line) {
        if (value.compareTo(BigInteger.valueOf(line.least())) < 0) {
            return Overflow.BELOW;
        }
        return value.compareTo(BigInteger.valueOf(line.most())) > 0 ? Overflow.ABOVE : (Object) value.longValueExact();
    }

    private static Function<Object, Object> decimal(DecimalType from, Type result, UnaryOperator<BigDecimal> function) {
        DecimalType to = (DecimalType) result;
        BigInteger most = BigInteger.TEN.pow(to.getPrecision()).subtract(BigInteger.ONE);
        return value -> {
            BigInteger unscaled = function.apply(toDecimal(from, value))
                    .setScale(to.getScale(), HALF_UP)
                    .unscaledValue();
            if (unscaled.abs().compareTo(most) > 0) {
                return unscaled.signum() < 0 ? Overflow.BELOW : Overflow.ABOVE;
            }
            return to.isShort() ? (Object) unscaled.longValueExact() : Int128.valueOf(unscaled);
        };
    }

    private static BigDecimal toDecimal(DecimalType type, Object value) {
        return new BigDecimal(BigInteger.valueOf((long) value), type.getScale());
    }

    private static Optional<List<Stretch>> everywhere(Type argument, Function<Object, Object> function) {
        return Line.of(argument)
                .map(line -> List.of(new Stretch(new Monotone(true, function::apply), line.least(), line.most())));
    }

    private static boolean isInteger(Type type) {
        return type == BIGINT || type == INTEGER || type == SMALLINT || type == TINYINT;
    }
}
