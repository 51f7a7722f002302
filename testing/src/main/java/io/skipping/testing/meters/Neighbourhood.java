// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

/** Describes a box on the map. All sides are in degrees. */
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
}
