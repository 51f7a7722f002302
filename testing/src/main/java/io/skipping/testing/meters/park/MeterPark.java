// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/**
 * Computes all meters of a seed. Each is a pure function of (seed, number), so the size of a table changes none of
 * them.
 */
public final class MeterPark {
    private static final double SHARE_IN_TOWN = 0.85;
    private static final double SHARE_ON_GAS = 0.3;
    private static final double SHARE_HEATED_BY_ELECTRICITY = 0.35;
    private static final double SHARE_OF_HOUSES_IN_TOWN = 0.35;

    /**
     * Identifies a random draw for a meter. Each draw has its own number, so that adding one leaves the others
     * unchanged.
     */
    private enum Draw {
        IN_TOWN,
        INHABITANT,
        NEIGHBOUR,
        ALONG,
        NORTH,
        EAST,
        TYPE,
        HOUSE,
        SIZE,
        HEATING,
        THRIFT,
        AGE,
        OFF_PEAK_SHARE,
        EXPOSURE,
        HABITS
    }

    private final long seed;
    private final Towns towns;

    /** Creates the meters of a seed around these towns; each is computed when it is asked for. */
    public MeterPark(long seed, Towns towns) {
        this.seed = seed;
        this.towns = towns;
    }

    /** Returns the meter of a number, which counts from 0. */
    public Meter meter(int number) {
        long key = SeededHash.hash(seed, number);
        boolean inTown = uniform(key, Draw.IN_TOWN) < SHARE_IN_TOWN;
        int townIndex = inTown
                ? towns.ofInhabitant(uniform(key, Draw.INHABITANT))
                // big and small towns are surrounded by the same empty country
                : (int) (uniform(key, Draw.INHABITANT) * towns.size());
        Town town = towns.get(townIndex);

        double latitude = town.latitude();
        double longitude = town.longitude();
        double spread = inTown ? townRadius(town) : 1.5;
        if (!inTown) {
            // between two towns: dry land nearly everywhere, and nearer to the town that gives its name
            int[] neighbours = towns.neighbours(townIndex);
            Town other = towns.get(neighbours[(int) (uniform(key, Draw.NEIGHBOUR) * neighbours.length)]);
            double along = 0.05 + 0.45 * uniform(key, Draw.ALONG);
            latitude += along * (other.latitude() - latitude);
            longitude += along * (other.longitude() - longitude);
        }
        latitude += normal(key, Draw.NORTH) * spread / Geography.KILOMETRES_A_DEGREE_OF_LATITUDE;
        longitude += normal(key, Draw.EAST) * spread / Geography.kilometresADegreeOfLongitude(town.latitude());

        boolean gas = uniform(key, Draw.TYPE) < SHARE_ON_GAS;
        boolean house = !inTown || uniform(key, Draw.HOUSE) < SHARE_OF_HOUSES_IN_TOWN;
        int size = house
                ? clamp(112 + 32 * normal(key, Draw.SIZE), 50, 320)
                : clamp(62 + 20 * normal(key, Draw.SIZE), 15, 180);
        // from half to one and a half times the usual
        double thrift = 0.5 + uniform(key, Draw.THRIFT);
        boolean electricHeating = uniform(key, Draw.HEATING) < SHARE_HEATED_BY_ELECTRICITY;
        double basePower = thrift * (gas ? 0.8 + 0.02 * size : 2.2 + 0.045 * size);
        double heatingPower = thrift * size * (gas ? 0.045 : electricHeating ? 0.02 : 0.002) * (house ? 1.15 : 1);
        double first = 2_000 + 28_000 * uniform(key, Draw.AGE);
        double offPeakShare = 0.25 + 0.2 * uniform(key, Draw.OFF_PEAK_SHARE);
        return new Meter(
                number,
                Meter.FIRST_VID + number,
                townIndex,
                town,
                rounded(latitude),
                rounded(longitude),
                gas,
                size,
                basePower,
                heatingPower,
                first * offPeakShare,
                first * (1 - offPeakShare),
                clamp(uniform(key, Draw.EXPOSURE) * 200 - 100, -100, 100) / 100.0,
                (int) (uniform(key, Draw.HABITS) * LoadCurve.HABITS),
                key);
    }

    /**
     * Returns the standard deviation of the distance to the town's centre in km: 0.8 for 10,000 inhabitants, 3.6 for
     * Paris.
     */
    private static double townRadius(Town town) {
        return 0.8 * StrictMath.pow(town.inhabitants() / 10_000.0, 0.28);
    }

    private static double rounded(double degrees) {
        return Math.rint(degrees * Meter.COORDINATE_SCALE) / Meter.COORDINATE_SCALE;
    }

    private static int clamp(double value, int least, int most) {
        return (int) Math.clamp(Math.rint(value), least, most);
    }

    private static double uniform(long key, Draw draw) {
        return SeededHash.uniform(key, draw.ordinal());
    }

    private static double normal(long key, Draw draw) {
        return SeededHash.normal(key, draw.ordinal());
    }
}
