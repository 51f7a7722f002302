// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.map;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Says what stands at an axis of a map: the name of its column with the unit, and labels of round values.
 *
 * @param least the value at the beginning of the axis, on the scale of the column's type
 * @param most the value at its end
 */
record Axis(Column column, String unit, double least, double most) {
    private static final Pattern DEGREES = Pattern.compile("(?:.*_)?(?:latitude|lat|longitude|long|lng|lon)");

    private static final double MICROS = 1e6;
    private static final long DAY = 86_400;
    /** Steps of times, in seconds; longer ones are years. */
    private static final long[] STEPS = {
        1, 5, 15, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, DAY, 2 * DAY, 7 * DAY, 14 * DAY,
        30 * DAY, 91 * DAY, 182 * DAY
    };

    private static final long YEAR = 365 * DAY;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Holds a value with a label. */
    record Tick(double value, String label) {}

    /** @param units of columns, by name; those of dates, times and coordinates are known */
    static Axis of(Column column, Map<String, String> units, double least, double most) {
        return new Axis(column, units.getOrDefault(column.name(), knownUnit(column)), least, most);
    }

    private static String knownUnit(Column column) {
        return switch (column.type()) {
            case DATE -> "date";
            case TIMESTAMP -> "UTC";
            default -> DEGREES.matcher(column.name().toLowerCase(Locale.ROOT)).matches() ? "degrees" : "";
        };
    }

    /** Returns the name of the column, and its unit if there is one. */
    String title() {
        return unit.isEmpty() ? column.name() : "%s (%s)".formatted(column.name(), unit);
    }

    /**
     * Returns labelled values in ascending order.
     *
     * @param count about how many; at least 1, and never more than one more
     */
    List<Tick> ticks(int count) {
        double scale = seconds();
        double step = scale == 0 ? roundStep((most - least) / count) : timeStep((most - least) / scale / count) * scale;
        List<Tick> ticks = new ArrayList<>();
        if (!(step > 0) || !Double.isFinite(step)) {
            return List.of(new Tick(least, label(least, 1)));
        }
        // counted by an int: doubles beyond 2^53 stay the same if 1 is added
        double first = Math.ceil(least / step);
        String previous = "";
        for (int number = 0; number <= count && (first + number) * step <= most; number++) {
            double value = (first + number) * step;
            String label = label(value, step);
            if (!label.equals(previous)) {
                ticks.add(new Tick(value, label));
            }
            previous = label;
        }
        return ticks;
    }

    /** Returns how much a second is on the scale of the type; 0 if the values are no times. */
    private double seconds() {
        return switch (column.type()) {
            case DATE -> 1.0 / DAY;
            case TIMESTAMP -> MICROS;
            default -> 0;
        };
    }

    /** Returns the next 1, 2 or 5 with zeros. */
    private static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Returns the next step of times, in seconds. */
    private double timeStep(double least) {
        double atLeast = column.type() == ColumnType.DATE ? Math.max(DAY, least) : least;
        for (long step : STEPS) {
            if (step >= atLeast) {
                return step;
            }
        }
        return YEAR * Math.max(1, roundStep(atLeast / YEAR));
    }

    private String label(double value, double step) {
        switch (column.type()) {
            case DATE:
                return LocalDate.ofEpochDay(Math.round(value)).toString();
            case TIMESTAMP:
                Instant time = Instant.ofEpochSecond(Math.round(value / MICROS));
                if (step >= DAY * MICROS) {
                    return LocalDate.ofInstant(time, ZoneOffset.UTC).toString();
                }
                return (step >= 60 * MICROS ? TIME : SECOND).format(time);
            default:
                int decimals = (int) Math.max(0, -Math.floor(Math.log10(step)));
                return decimals > 12 || Math.abs(value) >= 1e12
                        ? new BigDecimal(value).round(new MathContext(6)).toString()
                        : new BigDecimal(value)
                                .setScale(decimals, RoundingMode.HALF_EVEN)
                                .toPlainString();
        }
    }
}
