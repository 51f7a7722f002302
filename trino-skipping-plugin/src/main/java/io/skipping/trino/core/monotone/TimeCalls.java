// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.Timestamps.roundDiv;
import static java.time.ZoneOffset.UTC;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.common.base.CharMatcher;
import io.airlift.slice.Slice;
import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.skipping.trino.core.monotone.Preimages.Stretch;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Inverts functions of dates and of timestamps without time zone of up to microseconds. Most rise from the year 1 to the
 * year 9999; a part of the date such as the month rises within each year or month, which is followed for a century. All
 * other times are taken to satisfy every condition.
 */
final class TimeCalls {
    private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
    /** The last day may be rounded to the year 10000. */
    private static final LocalDate LAST = LocalDate.of(9999, 12, 30);

    private static final LocalDate FIRST_OF_PARTS = LocalDate.of(1970, 1, 1);
    private static final LocalDate END_OF_PARTS = LocalDate.of(2070, 1, 1);

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final int MOST_PRECISION = 6;
    private static final Set<String> UNITS_OF_A_DAY = Set.of("millisecond", "second", "minute", "hour");

    private TimeCalls() {}

    /**
     * Returns the values of an argument for which the call's result is in a set or the engine fails.
     *
     * @return empty if the call is not one of the supported functions
     */
    static Optional<Demand> invert(Call call, ValueSet results) {
        return call.getArguments().stream()
                .filter(argument -> isTime(argument.getType()))
                .findFirst()
                .flatMap(argument -> times(call, argument, results).map(values -> new Demand(argument, values)));
    }

    private static Optional<ValueSet> times(Call call, ConnectorExpression argument, ValueSet results) {
        Type time = argument.getType();
        // there are thousands of periods, and fewer days than microseconds in each
        return parts(call)
                .flatMap(parts -> Preimages.of(parts, DATE, results))
                .map(dates -> time == DATE ? dates : wholeDays(time, dates))
                .or(() -> stretches(call, argument).flatMap(stretches -> Preimages.of(stretches, time, results)));
    }

    private static ValueSet wholeDays(Type time, ValueSet dates) {
        List<Range> times = new ArrayList<>();
        for (Range range : dates.getRanges().getOrderedRanges()) {
            Optional<Long> first = range.getLowValue().map(day -> (long) day * MICROS_PER_DAY);
            Optional<Long> last = range.getHighValue().map(day -> ((long) day + 1) * MICROS_PER_DAY - 1);
            if (first.isPresent() && last.isPresent()) {
                times.add(Range.range(time, first.get(), true, last.get(), true));
            } else if (first.isPresent()) {
                times.add(Range.greaterThanOrEqual(time, first.get()));
            } else {
                times.add(last.map(end -> Range.lessThanOrEqual(time, end)).orElseGet(() -> Range.all(time)));
            }
        }
        return times.isEmpty() ? ValueSet.none(time) : ValueSet.copyOfRanges(time, times);
    }

    private static boolean isTime(Type type) {
        return type == DATE || type instanceof TimestampType timestamp && timestamp.isShort();
    }

    private static Optional<List<Stretch>> stretches(Call call, ConnectorExpression argument) {
        Type time = argument.getType();
        if (!isGlobal(call)) {
            return Optional.empty();
        }
        if (call.getArguments().size() == 2) {
            return withConstant(call, time);
        }
        if (call.getArguments().size() != 1) {
            return Optional.empty();
        }
        if (call.getFunctionName().equals(CAST_FUNCTION_NAME)) {
            return cast(time, call.getType());
        }
        return switch (call.getFunctionName().getName()) {
            case "date" -> cast(time, call.getType());
            case "year" -> call.getType() == BIGINT ? rising(time, at -> (long) at.getYear()) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<List<Stretch>> cast(Type time, Type result) {
        if (result == DATE && time instanceof TimestampType) {
            return rising(time, at -> at.toLocalDate().toEpochDay());
        }
        if (result instanceof TimestampType timestamp && timestamp.isShort()) {
            long unit = unit(timestamp);
            return rising(time, at -> roundDiv(micros(at), unit) * unit);
        }
        if (!(result instanceof VarcharType)) {
            return Optional.empty();
        }
        TimeFormat format = time instanceof TimestampType timestamp
                ? TimeFormat.ofTimestamp(timestamp.getPrecision())
                : TimeFormat.ofDate();
        return ((VarcharType) result).getLength().orElse(Integer.MAX_VALUE) >= format.length()
                ? rising(time, format::print)
                : Optional.empty();
    }

    private static Optional<List<Stretch>> withConstant(Call call, Type time) {
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        String name = call.getFunctionName().getName();
        if (name.equals("date_trunc") && call.getType().equals(time)) {
            return text(left)
                    .flatMap(unit -> truncation(unit, time))
                    .flatMap(truncation -> rising(time, at -> {
                        LocalDateTime truncated = truncation.apply(at);
                        return time == DATE ? truncated.toLocalDate().toEpochDay() : (Object) micros(truncated);
                    }));
        }
        if (!(time instanceof TimestampType)) {
            return Optional.empty();
        }
        Optional<TimeFormat> format = switch (name) {
            case "date_format" -> text(right).flatMap(TimeFormat::ofMysql);
            case "format_datetime" -> text(right).flatMap(TimeFormat::ofJoda);
            default -> Optional.empty();
        };
        // both functions round to milliseconds
        return format.flatMap(found -> rising(time, at -> found.print(time(roundDiv(micros(at), 1000) * 1000))));
    }

    /** Returns the start of a unit of time; empty if the type has no such unit, for which the engine fails. */
    private static Optional<UnaryOperator<LocalDateTime>> truncation(String unit, Type time) {
        if (!CharMatcher.ascii().matchesAllOf(unit)) {
            // the engine knows no other letters, such as the Kelvin sign, whose lower case is k
            return Optional.empty();
        }
        if (time == DATE && UNITS_OF_A_DAY.contains(unit.toLowerCase(Locale.ENGLISH))) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                switch (unit.toLowerCase(Locale.ENGLISH)) {
                    case "millisecond" -> at -> at.truncatedTo(MILLIS);
                    case "second" -> at -> at.truncatedTo(SECONDS);
                    case "minute" -> at -> at.truncatedTo(MINUTES);
                    case "hour" -> at -> at.truncatedTo(HOURS);
                    case "day" -> at -> at.truncatedTo(DAYS);
                    case "week" -> at -> at.truncatedTo(DAYS).with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                    case "month" -> at -> at.truncatedTo(DAYS).withDayOfMonth(1);
                    case "quarter" ->
                        at -> at.truncatedTo(DAYS).withDayOfMonth(1).minusMonths((at.getMonthValue() - 1) % 3);
                    case "year" -> at -> at.truncatedTo(DAYS).withDayOfYear(1);
                    default -> null;
                });
    }

    private static Optional<String> text(ConnectorExpression expression) {
        return expression instanceof Constant constant && constant.getValue() instanceof Slice text
                ? Optional.of(text.toStringUtf8())
                : Optional.empty();
    }

    private static Optional<List<Stretch>> rising(Type time, Function<LocalDateTime, Object> function) {
        return Optional.of(List.of(stretch(time, function, FIRST, LAST)));
    }

    /** Returns a part of the date, which rises within each period; empty if the function is another one. */
    private static Optional<List<Stretch>> parts(Call call) {
        if (!isGlobal(call) || call.getArguments().size() != 1 || call.getType() != BIGINT) {
            return Optional.empty();
        }
        return switch (call.getFunctionName().getName()) {
            case "quarter" -> parts(date -> date.plusYears(1), at -> at.get(IsoFields.QUARTER_OF_YEAR));
            case "month" -> parts(date -> date.plusYears(1), LocalDateTime::getMonthValue);
            case "day_of_year", "doy" -> parts(date -> date.plusYears(1), LocalDateTime::getDayOfYear);
            case "day", "day_of_month" -> parts(date -> date.plusMonths(1), LocalDateTime::getDayOfMonth);
            case "day_of_week", "dow" ->
                parts(
                        date -> date.with(TemporalAdjusters.next(DayOfWeek.MONDAY)),
                        at -> at.getDayOfWeek().getValue());
            default -> Optional.empty();
        };
    }

    /**
     * Returns a function that rises within periods.
     *
     * @param next returns the start of the next period
     */
    private static Optional<List<Stretch>> parts(
            UnaryOperator<LocalDate> next, Function<LocalDateTime, Integer> function) {
        List<Stretch> stretches = new ArrayList<>();
        for (LocalDate from = FIRST_OF_PARTS; from.isBefore(END_OF_PARTS); from = next.apply(from)) {
            stretches.add(stretch(DATE, at -> (long) function.apply(at), from, next.apply(from)));
        }
        return Optional.of(stretches);
    }

    private static Stretch stretch(Type time, Function<LocalDateTime, Object> function, LocalDate from, LocalDate end) {
        Monotone monotone = new Monotone(
                true,
                value -> function.apply(
                        time == DATE ? LocalDate.ofEpochDay((long) value).atStartOfDay() : time((long) value)));
        return time == DATE
                ? new Stretch(monotone, from.toEpochDay(), end.toEpochDay() - 1)
                : new Stretch(monotone, from.toEpochDay() * MICROS_PER_DAY, end.toEpochDay() * MICROS_PER_DAY - 1);
    }

    private static LocalDateTime time(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), (int) Math.floorMod(micros, MICROS_PER_SECOND) * 1000, UTC);
    }

    private static long micros(LocalDateTime time) {
        return time.toEpochSecond(UTC) * MICROS_PER_SECOND + time.getNano() / 1000;
    }

    /** Returns the distance between adjacent values of a type, in microseconds. */
    private static long unit(TimestampType type) {
        long unit = 1;
        for (int digit = type.getPrecision(); digit < MOST_PRECISION; digit++) {
            unit *= 10;
        }
        return unit;
    }
}
