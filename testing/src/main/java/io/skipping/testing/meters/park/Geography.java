// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/** Computes distances on the scale of a country. */
final class Geography {
    static final double KILOMETRES_A_DEGREE_OF_LATITUDE = 111.2;

    /**
     * Points along the French coast (latitude, longitude), about one every 60 km: enough to tell inland from seaside.
     */
    private static final double[][] COAST = {
        {51.05, 2.40},
        {50.95, 1.85},
        {50.40, 1.57},
        {49.93, 1.08},
        {49.70, 0.20},
        {49.35, -0.40},
        {49.65, -1.60},
        {49.00, -1.57},
        {48.65, -2.00},
        {48.60, -2.75},
        {48.80, -3.40},
        {48.65, -4.30},
        {48.38, -4.75},
        {48.00, -4.50},
        {47.80, -3.90},
        {47.60, -3.10},
        {47.30, -2.50},
        {47.00, -2.05},
        {46.50, -1.80},
        {46.15, -1.20},
        {45.60, -1.05},
        {45.10, -1.18},
        {44.60, -1.20},
        {44.00, -1.33},
        {43.45, -1.60},
        {42.55, 3.05},
        {43.00, 3.10},
        {43.30, 3.50},
        {43.50, 4.10},
        {43.40, 4.70},
        {43.30, 5.30},
        {43.10, 5.90},
        {43.25, 6.65},
        {43.55, 7.05},
        {43.75, 7.45},
        {42.70, 9.45},
        {42.57, 8.75},
        {41.90, 8.70},
        {41.60, 9.30},
        {42.10, 9.50},
        {41.45, 9.15},
    };

    private Geography() {}

    /** Returns the width of a degree of longitude at a latitude, in kilometres. */
    static double kilometresADegreeOfLongitude(double latitude) {
        return 111.32 * StrictMath.cos(StrictMath.toRadians(latitude));
    }

    /** Returns the distance in kilometres, computed on a plane; accurate to 1 % within France. */
    static double kilometres(double fromLatitude, double fromLongitude, double toLatitude, double toLongitude) {
        double north = (toLatitude - fromLatitude) * KILOMETRES_A_DEGREE_OF_LATITUDE;
        double east = (toLongitude - fromLongitude) * kilometresADegreeOfLongitude((fromLatitude + toLatitude) / 2);
        return StrictMath.sqrt(north * north + east * east);
    }

    /** Returns the distance to the sea in kilometres, accurate to about 30 km. */
    static double kilometresToCoast(double latitude, double longitude) {
        double nearest = Double.MAX_VALUE;
        for (double[] point : COAST) {
            nearest = Math.min(nearest, kilometres(latitude, longitude, point[0], point[1]));
        }
        return nearest;
    }
}
