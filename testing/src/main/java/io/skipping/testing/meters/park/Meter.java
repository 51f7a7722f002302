// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import java.nio.charset.StandardCharsets;

/**
 * Describes a meter: its place, its dwelling, and how the dwelling uses energy.
 *
 * @param number from 0 to the number of meters − 1
 * @param vid id in the table, {@link #FIRST_VID} + number
 * @param townIndex index of the town in the list of towns
 * @param town the town whose name the meter's address bears
 * @param latitude degrees, to {@link #COORDINATE_DECIMALS} decimals
 * @param longitude degrees, to {@link #COORDINATE_DECIMALS} decimals
 * @param gas whether this is a gas meter; otherwise it is an electricity meter
 * @param size floor area of the dwelling, m²
 * @param basePower consumption regardless of the weather, kWh per day
 * @param heatingPower additional consumption for each °C below {@link Climate#HEATING_LIMIT}, kWh per day and °C
 * @param firstOffPeak off-peak consumption when readings begin, kWh
 * @param firstPeak peak consumption when readings begin, kWh
 * @param exposure how much warmer the place is than its town, °C
 * @param habits which daily load curve applies, see {@link LoadCurve}
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
    /** Is the first id. In France, delivery points have ids of 14 digits. */
    public static final long FIRST_VID = 30_000_000_000_000L;

    /** Returns {@code elec} or {@code gas}. */
    public String type() {
        return gas ? "gas" : "elec";
    }

    /** Is the number of decimals of coordinates; the last one is about a centimetre. */
    public static final int COORDINATE_DECIMALS = 7;

    static final double COORDINATE_SCALE = 1e7;

    /** Returns the latitude in units of its last decimal. */
    public long scaledLatitude() {
        return Math.round(latitude * COORDINATE_SCALE);
    }

    /** Returns the longitude in units of its last decimal. */
    public long scaledLongitude() {
        return Math.round(longitude * COORDINATE_SCALE);
    }

    /** Returns the {@link #type} in UTF-8. */
    public byte[] typeUtf8() {
        return type().getBytes(StandardCharsets.US_ASCII);
    }
}
