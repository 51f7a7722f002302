// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Holds a trip as it is recorded. Money and distances are in hundredths.
 *
 * @param plate of the vehicle, as somebody typed it
 * @param tip empty if nobody entered it
 */
record Trip(
        String id,
        String vendor,
        LocalDateTime pickup,
        LocalDateTime dropoff,
        OptionalInt passengers,
        long distance,
        int pickupZone,
        OptionalInt dropoffZone,
        double longitude,
        double latitude,
        long fare,
        OptionalLong tip,
        long total,
        String payment,
        String status,
        String plate,
        Optional<String> comment,
        Extra extra,
        List<String> tags) {
    /** Holds what the app of the vendor adds. */
    record Extra(String driver, double rating, Optional<String> promo) {}
}
