// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Writes trips as lines of comma-separated values, below a line of names. */
final class CsvTrips {
    private static final List<String> NAMES = List.of(
            "trip_id",
            "vendor",
            "pickup",
            "dropoff",
            "pickup_day",
            "passengers",
            "distance",
            "pickup_zone",
            "dropoff_zone",
            "pickup_longitude",
            "pickup_latitude",
            "fare",
            "tip",
            "total",
            "payment",
            "status",
            "plate",
            "comment",
            "extra");

    /** Hive's CSV serde has no other type. */
    static final String COLUMNS = NAMES.stream().map(name -> name + " varchar").collect(joining(", "));

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private CsvTrips() {}

    static void write(List<Trip> trips, OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder(String.join(",", NAMES)).append('\n');
        for (Trip trip : trips) {
            text.append(fields(trip).map(CsvTrips::quoted).collect(joining(",")))
                    .append('\n');
        }
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Stream<String> fields(Trip trip) {
        return Stream.of(
                trip.id(),
                trip.vendor(),
                time(trip.pickup()),
                time(trip.dropoff()),
                trip.pickup().toLocalDate().toString(),
                number(trip.passengers()),
                decimal(trip.distance()),
                Integer.toString(trip.pickupZone()),
                number(trip.dropoffZone()),
                Double.toString(trip.longitude()),
                Double.toString(trip.latitude()),
                decimal(trip.fare()),
                decimal(trip.tip()),
                decimal(trip.total()),
                trip.payment(),
                trip.status(),
                trip.plate(),
                trip.comment().orElse(""),
                JsonTrips.text(trip.extra()));
    }

    static String decimal(long hundredths) {
        // not by a Formatter, which takes most of the time then
        return hundredths / 100 + (hundredths % 100 < 10 ? ".0" : ".") + hundredths % 100;
    }

    private static String time(LocalDateTime time) {
        return TIME.format(time);
    }

    private static String number(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
    }

    private static String decimal(OptionalLong hundredths) {
        return hundredths.isPresent() ? decimal(hundredths.getAsLong()) : "";
    }

    private static String quoted(String field) {
        return field.contains(",") || field.contains("\"") ? "\"" + field.replace("\"", "\"\"") + "\"" : field;
    }
}
