// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;

/**
 * Asks what a meter used beside meters like it: of the same type, in dwellings of a similar size, in a box on the map. It is
 * the question of figure 11 of IOStack's deliverable D4.3, by GridPocket.
 */
record LikeMetersQuery(Meter meter, double kilometres) {
    /** The part of a dwelling's size by which another one may be smaller or larger. */
    private static final double SIMILAR = 0.2;

    /** Hours of the day, UTC, of which a row tells. */
    static final int HOURS = 2;

    int leastSize() {
        return (int) Math.ceil(meter.size() * (1 - SIMILAR));
    }

    int greatestSize() {
        return (int) Math.floor(meter.size() * (1 + SIMILAR));
    }

    String description() {
        String width = NeighbourhoodQuery.number(kilometres);
        return "Consumption of meter %d in %s beside meters like it: %s, %d to %d m², within %s km × %s km, all days"
                .formatted(meter.vid(), meter.town().name(), meter.type(), leastSize(), greatestSize(), width, width);
    }

    /**
     * Returns the SQL over a table. Its rows are the first hour of a part of the day, the meter's kWh in it over all days,
     * the mean of the others, and their number. It adds up decimals, so that the result does not depend on the order of rows.
     */
    String sql(String table) {
        return """
                SELECT
                    hour,
                    sum(kwh) FILTER (WHERE vid = %1$d) AS own,
                    sum(kwh) FILTER (WHERE vid <> %1$d) / nullif(count(DISTINCT vid) FILTER (WHERE vid <> %1$d), 0) AS others,
                    count(DISTINCT vid) FILTER (WHERE vid <> %1$d) AS meters
                FROM (
                    SELECT
                        vid,
                        date / 3600 %% 24 / %2$d * %2$d AS hour,
                        CAST(lead(index) OVER (PARTITION BY vid ORDER BY date) - index AS decimal(18, 6)) AS kwh
                    FROM %3$s
                    WHERE %4$s AND type = '%5$s' AND size BETWEEN %6$d AND %7$d
                )
                GROUP BY hour
                ORDER BY hour""".formatted(
                        meter.vid(),
                        HOURS,
                        table,
                        Neighbourhood.box(meter.latitude(), meter.longitude(), kilometres)
                                .between(),
                        meter.type(),
                        leastSize(),
                        greatestSize());
    }
}
