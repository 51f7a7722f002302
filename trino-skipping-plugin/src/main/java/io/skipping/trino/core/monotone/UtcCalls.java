// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS;

import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.skipping.trino.core.value.Moments;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Inverts functions of what is stored as a timestamp with time zone. Readers return it in UTC, see {@link Moments}, so that such
 * a function computes what it does of the timestamp without time zone that has the same digits.
 */
final class UtcCalls {
    private static final Set<String> FUNCTIONS = Set.of(
            "date",
            "date_trunc",
            "year",
            "quarter",
            "month",
            "day_of_year",
            "doy",
            "day",
            "day_of_month",
            "day_of_week",
            "dow");

    private UtcCalls() {}

    /**
     * Returns the values of an argument for which the call's result is in a set or the engine fails.
     *
     * @return empty if the call is not one of the supported functions
     */
    static Optional<Demand> invert(Call call, ValueSet results) {
        if (!isSupported(call) || !(results instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        ConnectorExpression argument = call.getArguments().getLast();
        if (!argument.getType().equals(TIMESTAMP_TZ_MICROS) || !isStored(argument)) {
            return Optional.empty();
        }
        Variable digits = new Variable("digits", TIMESTAMP_MICROS);
        Call withoutZone = new Call(
                call.getType().equals(TIMESTAMP_TZ_MICROS) ? TIMESTAMP_MICROS : call.getType(),
                call.getFunctionName(),
                call.getArguments().stream()
                        .map(each -> each == argument ? digits : each)
                        .collect(toImmutableList()));
        ValueSet withoutZones = call.getType().equals(TIMESTAMP_TZ_MICROS)
                ? mapped(ranges, TIMESTAMP_MICROS, moment -> Moments.micros((LongTimestampWithTimeZone) moment))
                : results;
        return TimeCalls.invert(withoutZone, withoutZones)
                .map(demand -> new Demand(
                        argument,
                        mapped(
                                (SortedRangeSet) demand.values(),
                                TIMESTAMP_TZ_MICROS,
                                micros -> Moments.moment((long) micros))));
    }

    private static boolean isSupported(Call call) {
        if (!isGlobal(call) || call.getArguments().isEmpty()) {
            return false;
        }
        return call.getFunctionName().equals(CAST_FUNCTION_NAME)
                ? call.getType().equals(DATE) || call.getType().equals(TIMESTAMP_MICROS)
                : FUNCTIONS.contains(call.getFunctionName().getName());
    }

    /** Returns whether an expression is a column, or a field of one. */
    private static boolean isStored(ConnectorExpression expression) {
        return expression instanceof Variable
                || expression instanceof FieldDereference field && isStored(field.getTarget());
    }

    private static ValueSet mapped(SortedRangeSet values, Type type, UnaryOperator<Object> function) {
        List<Range> ranges = values.getOrderedRanges().stream()
                .map(range -> mapped(range, type, function))
                .toList();
        return ranges.isEmpty() ? ValueSet.none(type) : ValueSet.copyOfRanges(type, ranges);
    }

    private static Range mapped(Range range, Type type, UnaryOperator<Object> function) {
        Optional<Object> low = range.getLowValue().map(function);
        Optional<Object> high = range.getHighValue().map(function);
        if (low.isPresent() && high.isPresent()) {
            return Range.range(type, low.get(), range.isLowInclusive(), high.get(), range.isHighInclusive());
        }
        if (low.isPresent()) {
            return range.isLowInclusive()
                    ? Range.greaterThanOrEqual(type, low.get())
                    : Range.greaterThan(type, low.get());
        }
        if (high.isPresent()) {
            return range.isHighInclusive() ? Range.lessThanOrEqual(type, high.get()) : Range.lessThan(type, high.get());
        }
        return Range.all(type);
    }
}
