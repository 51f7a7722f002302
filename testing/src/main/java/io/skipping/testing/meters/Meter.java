// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.nio.charset.StandardCharsets;

/**
 * A meter: where it stands, in what dwelling, and how that dwelling uses energy.
 *
 * @param number 0 to the number of meters − 1
 * @param vid the meter's id in the table, {@link #FIRST_VID} + number
 * @param townIndex the town's place in the list of towns
 * @param town the town whose name the meter's address bears
 * @param latitude degrees, to {@link #COORDINATE_DECIMALS} decimals
 * @param longitude degrees, to {@link #COORDINATE_DECIMALS} decimals
 * @param gas a gas meter; otherwise an electricity meter
 * @param size of the dwelling, m²
 * @param basePower what the dwelling uses whatever the weather, kWh a day
 * @param heatingPower what it uses more for each °C below {@link Climate#HEATING_LIMIT}, kWh a day and °C
 * @param firstOffPeak off-peak consumption when readings begin, kWh
 * @param firstPeak peak consumption when readings begin, kWh
 * @param exposure how much warmer than its town the place is, °C
 * @param habits which daily load curve, see {@link LoadCurve}
 * @param key the meter's own seed
 */
public record Meter(
        int number,
        long vid,
        int townIndex,
        Town town,
        double latitude,
        double longitude,
        boolean gas,
        int size,
        double basePower,
        double heatingPower,
        double firstOffPeak,
        double firstPeak,
        double exposure,
        int habits,
        long key) {
    /** Delivery points have ids of 14 digits in France. */
    public static final long FIRST_VID = 30_000_000_000_000L;

    /** {@code elec} or {@code gas}. */
    public String type() {
        return gas ? "gas" : "elec";
    }

    /** A centimetre, nearly. */
    static final int COORDINATE_DECIMALS = 7;

    static final double COORDINATE_SCALE = 1e7;

    /** Latitude in units of its last decimal. */
    long scaledLatitude() {
        return Math.round(latitude * COORDINATE_SCALE);
    }

    /** Longitude in units of its last decimal. */
    long scaledLongitude() {
        return Math.round(longitude * COORDINATE_SCALE);
    }

    byte[] typeUtf8() {
        return type().getBytes(StandardCharsets.US_ASCII);
    }
}
