// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import java.util.Locale;

/**
 * Describes a box on the map.
 *
 * @param minLatitude the southern edge, in degrees
 * @param maxLatitude the northern edge, in degrees
 * @param minLongitude the western edge, in degrees
 * @param maxLongitude the eastern edge, in degrees
 */
public record Neighbourhood(double minLatitude, double maxLatitude, double minLongitude, double maxLongitude) {
    /**
     * Returns the box of {@code km} × {@code km} around a point. Accurate to 1 % at French latitudes. The box must not
     * contain a pole or cross the 180th meridian.
     */
    public static Neighbourhood box(double latitude, double longitude, double km) {
        if (!(km > 0)) {
            throw new IllegalArgumentException("Width of a box must be positive: " + km);
        }
        double north = km / 2 / Geography.KILOMETRES_A_DEGREE_OF_LATITUDE;
        double east = km / 2 / Geography.kilometresADegreeOfLongitude(latitude);
        return new Neighbourhood(latitude - north, latitude + north, longitude - east, longitude + east);
    }

    /** Returns whether a point is in the box or on its edge. */
    public boolean contains(double latitude, double longitude) {
        return latitude >= minLatitude
                && latitude <= maxLatitude
                && longitude >= minLongitude
                && longitude <= maxLongitude;
    }

    /** Returns the box as a condition in SQL on {@code latitude} and {@code longitude}. */
    public String between() {
        return format("latitude BETWEEN %.7f AND %.7f AND longitude BETWEEN %.7f AND %.7f");
    }

    /** Returns the box as a polygon in Trino's SQL, with longitudes as x. */
    public String polygon() {
        return format(
                "ST_GeometryFromText('POLYGON ((%3$.7f %1$.7f, %4$.7f %1$.7f, %4$.7f %2$.7f, %3$.7f %2$.7f, %3$.7f %1$.7f))')");
    }

    private String format(String sql) {
        return String.format(Locale.ROOT, sql, minLatitude, maxLatitude, minLongitude, maxLongitude);
    }
}
