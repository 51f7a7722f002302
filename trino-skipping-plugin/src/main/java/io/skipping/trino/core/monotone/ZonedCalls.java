// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.type.DateTimeEncoding.packDateTimeWithZone;
import static io.trino.spi.type.DateTimeEncoding.unpackMillisUtc;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.TimeZoneKey.UTC_KEY;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.trino.core.monotone.Monotone.Overflow;
import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.skipping.trino.core.monotone.Preimages.Stretch;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.TimeZoneNotSupportedException;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.joda.time.DateTimeZone;

/**
 * Inverts functions that lead to and from timestamps with time zone. A local time is no monotone function of the moment
 * where clocks change. So a local time is taken to mean any moment that an offset of its zone within a year of it makes
 * possible; or that of any zone, where the zone is not known.
 */
final class ZonedCalls {
    /** No zone has ever had an offset as large as this. */
    private static final long MOST_OFFSET_MILLIS = Duration.ofHours(16).toMillis();

    private static final long WINDOW_MILLIS = Duration.ofDays(366).toMillis();
    private static final long MICROS_PER_MILLI = 1000;
    private static final int DIGITS_OF_MILLIS = 3;
    /** twice as much as a fraction of a millisecond can be */
    private static final double MOST_FRACTION_SECONDS = 0.002;
    /** Moments for which zones have rules, and for which no arithmetic here overflows. */
    private static final long MOST_MILLIS = Duration.ofDays(365 * 9000L).toMillis();

    private final Optional<TimeZoneKey> sessionZone;

    ZonedCalls(Optional<TimeZoneKey> sessionZone) {
        this.sessionZone = requireNonNull(sessionZone, "sessionZone is null");
    }

    /**
     * Returns the values of an argument for which the call's result is in a set or the engine fails.
     *
     * @return empty if the call is not one of the supported functions
     */
    Optional<Demand> invert(Call call, ValueSet results) {
        if (!isGlobal(call) || call.getArguments().isEmpty() || !(results instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        ConnectorExpression argument = call.getArguments().getFirst();
        Type type = argument.getType();
        if (call.getArguments().size() == 1) {
            if (call.getFunctionName().equals(CAST_FUNCTION_NAME)) {
                return isLocal(type) && call.getType() instanceof TimestampWithTimeZoneType result
                        ? moments(
                                argument,
                                sessionZone.flatMap(ZonedCalls::rules),
                                roundedBy(result.getPrecision()),
                                ranges)
                        : Optional.empty();
            }
            return switch (call.getFunctionName().getName()) {
                case "to_unixtime" -> toUnixTime(argument, ranges);
                case "from_unixtime" -> fromUnixTime(argument, ranges);
                default -> Optional.empty();
            };
        }
        if (call.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression zone = call.getArguments().get(1);
        return switch (call.getFunctionName().getName()) {
            // the same moment in another zone
            case "at_timezone" ->
                zone(zone).isPresent() && type instanceof TimestampWithTimeZoneType && type.equals(call.getType())
                        ? Optional.of(new Demand(argument, results))
                        : Optional.empty();
            case "with_timezone" ->
                isLocal(type) ? zone(zone).flatMap(key -> moments(argument, rules(key), 1, ranges)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean isLocal(Type type) {
        return type instanceof TimestampType timestamp && timestamp.isShort();
    }

    /** Returns the zone; empty if it is not constant, or is no zone, on which the engine fails for every row. */
    private static Optional<TimeZoneKey> zone(ConnectorExpression expression) {
        try {
            return expression instanceof Constant constant && constant.getValue() instanceof Slice name
                    ? Optional.of(TimeZoneKey.getTimeZoneKey(name.toStringUtf8()))
                    : Optional.empty();
        } catch (TimeZoneNotSupportedException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the rules by which the engine converts local times, which are Joda's. Java's are others for times before 1970: of
     * zones that have been alike since, it knows those of one.
     */
    private static Optional<DateTimeZone> rules(TimeZoneKey zone) {
        try {
            return Optional.of(DateTimeZone.forID(zone.getId()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the milliseconds, at least one, by which rounding to a precision may change a moment. */
    private static long roundedBy(int precision) {
        long millis = 1;
        for (int digit = precision; digit < DIGITS_OF_MILLIS; digit++) {
            millis *= 10;
        }
        return millis;
    }

    /**
     * Returns the local times that may mean a moment in one of the ranges.
     *
     * @param rounded how many milliseconds at the most lie between a moment and the one that the engine compares
     */
    private static Optional<Demand> moments(
            ConnectorExpression local, Optional<DateTimeZone> rules, long rounded, SortedRangeSet moments) {
        Type type = local.getType();
        List<Range> times = new ArrayList<>();
        // for some of these, the engine fails
        times.add(Range.lessThan(type, -MOST_MILLIS * MICROS_PER_MILLI));
        times.add(Range.greaterThan(type, MOST_MILLIS * MICROS_PER_MILLI));
        for (Range range : moments.getOrderedRanges()) {
            Optional<Long> low = range.getLowValue().map(ZonedCalls::millis);
            Optional<Long> high = range.getHighValue().map(ZonedCalls::millis);
            if (low.filter(millis -> Math.abs(millis) > MOST_MILLIS).isPresent()
                    || high.filter(millis -> Math.abs(millis) > MOST_MILLIS).isPresent()) {
                return Optional.empty();
            }
            Optional<Long> first =
                    low.map(millis -> (millis - rounded + offsets(rules, millis).least()) * MICROS_PER_MILLI);
            // a millisecond more, since the bound may have a fraction of one
            Optional<Long> last = high.map(
                    millis -> (millis + rounded + 1 + offsets(rules, millis).most()) * MICROS_PER_MILLI);
            times.add(between(type, first, last));
        }
        return Optional.of(new Demand(local, ValueSet.copyOfRanges(type, times)));
    }

    private static long millis(Object moment) {
        return moment instanceof LongTimestampWithTimeZone timestamp
                ? timestamp.getEpochMillis()
                : unpackMillisUtc((long) moment);
    }

    /** Holds the least and the largest offset from UTC, in milliseconds. */
    private record Offsets(long least, long most) {}

    private static Offsets offsets(Optional<DateTimeZone> rules, long millis) {
        if (rules.isEmpty()) {
            return new Offsets(-MOST_OFFSET_MILLIS, MOST_OFFSET_MILLIS);
        }
        DateTimeZone zone = rules.get();
        long at = millis - WINDOW_MILLIS;
        long least = zone.getOffset(at);
        long most = least;
        for (long next = zone.nextTransition(at);
                next != at && next < millis + WINDOW_MILLIS;
                next = zone.nextTransition(at)) {
            at = next;
            least = Math.min(least, zone.getOffset(at));
            most = Math.max(most, zone.getOffset(at));
        }
        return new Offsets(least, most);
    }

    private static Optional<Demand> toUnixTime(ConnectorExpression argument, SortedRangeSet seconds) {
        if (!(argument.getType() instanceof TimestampWithTimeZoneType type)) {
            return Optional.empty();
        }
        Monotone ofMillis = new Monotone(true, moment -> unpackMillisUtc((long) moment) * 1.0 / 1000);
        Optional<ValueSet> moments = type.isShort()
                ? Preimages.of(ofMillis, type, seconds)
                : Preimages.of(ofMillis, TIMESTAMP_TZ_MILLIS, ofWholeMillis(seconds))
                        .map(millis -> withFractions(type, (SortedRangeSet) millis));
        return moments.map(values -> new Demand(argument, values));
    }

    /**
     * Returns the seconds of moments without the fractions of a millisecond that they have beside, which the engine adds in
     * a second step that rounds again.
     */
    private static ValueSet ofWholeMillis(SortedRangeSet seconds) {
        return mapped(
                DOUBLE,
                seconds,
                low -> Math.nextDown((double) low - MOST_FRACTION_SECONDS),
                high -> Math.nextUp((double) high + MOST_FRACTION_SECONDS));
    }

    /** Returns the moments that have these milliseconds, whatever fractions of one they have beside. */
    private static ValueSet withFractions(Type type, SortedRangeSet millis) {
        return mapped(
                type,
                millis,
                low -> moment(unpackMillisUtc((long) low)),
                high -> moment(unpackMillisUtc((long) high) + 1));
    }

    private static LongTimestampWithTimeZone moment(long millis) {
        return LongTimestampWithTimeZone.fromEpochMillisAndFraction(millis, 0, UTC_KEY);
    }

    /** Returns ranges of which each begins and ends at another bound, which belongs to it. */
    private static ValueSet mapped(
            Type type, SortedRangeSet ranges, UnaryOperator<Object> low, UnaryOperator<Object> high) {
        List<Range> mapped = new ArrayList<>();
        for (Range range : ranges.getOrderedRanges()) {
            mapped.add(between(
                    type, range.getLowValue().map(low), range.getHighValue().map(high)));
        }
        return ranges.isNone() ? ValueSet.none(type) : ValueSet.copyOfRanges(type, mapped);
    }

    /** Returns the range between two bounds, which belong to it; without a bound, the range has no end there. */
    private static Range between(Type type, Optional<?> first, Optional<?> last) {
        if (first.isPresent() && last.isPresent()) {
            return Range.range(type, first.get(), true, last.get(), true);
        }
        return first.isPresent()
                ? Range.greaterThanOrEqual(type, first.get())
                : last.map(end -> Range.lessThanOrEqual(type, end)).orElseGet(() -> Range.all(type));
    }

    private static Optional<Demand> fromUnixTime(ConnectorExpression argument, SortedRangeSet moments) {
        // a NaN would be the start of 1970
        if (argument.getType() != DOUBLE || !isCastOfExactNumber(argument)) {
            return Optional.empty();
        }
        Monotone function = new Monotone(true, seconds -> {
            long millis = Math.round((double) seconds * 1000);
            if (Math.abs(millis) > MOST_MILLIS) {
                return millis < 0 ? Overflow.BELOW : Overflow.ABOVE;
            }
            return packDateTimeWithZone(millis, UTC_KEY);
        });
        double most = MOST_MILLIS / 1000.0;
        return Preimages.of(List.of(new Stretch(function, Line.number(-most), Line.number(most))), DOUBLE, moments)
                .map(values -> new Demand(argument, values));
    }

    private static boolean isCastOfExactNumber(ConnectorExpression expression) {
        if (!(expression instanceof Call cast) || !cast.getFunctionName().equals(CAST_FUNCTION_NAME)) {
            return false;
        }
        Type from = cast.getArguments().getFirst().getType();
        return from instanceof DecimalType
                || from.getJavaType() == long.class
                        && Line.of(from).isPresent()
                        && !from.getBaseName().equals("real");
    }
}
