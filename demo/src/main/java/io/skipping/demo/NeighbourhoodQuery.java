// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Asks what the neighbours of a meter use: for each meter in a box on the map, the energy that it counted, and their
 * average.
 *
 * @param name the name in results
 * @param day the only day to read; all days if absent
 */
record NeighbourhoodQuery(String name, Meter meter, double kilometres, Optional<LocalDate> day) {
    String description() {
        return "Average consumption within %s km × %s km around meter %d in %s, %s"
                .formatted(
                        number(kilometres),
                        number(kilometres),
                        meter.vid(),
                        meter.town().name(),
                        day.map(LocalDate::toString).orElse("all days"));
    }

    /** Returns the SQL for human readers, without the location of the table. */
    String sql() {
        return sql("meters");
    }

    /**
     * Returns the SQL over a table. It averages decimals, so that the result does not depend on the order of the rows.
     */
    String sql(String table) {
        return """
                SELECT count(*) AS meters, avg(CAST(consumption AS decimal(18, 6))) AS average
                FROM (
                    SELECT vid, max(index) - min(index) AS consumption
                    FROM %s
                    WHERE %s
                    GROUP BY vid
                )""".formatted(table, condition());
    }

    /** Returns the SQL that counts the objects that hold a row that the query wants. */
    String objectsSql(String table) {
        return "SELECT count(DISTINCT \"$path\") FROM %s WHERE %s".formatted(table, condition());
    }

    private String condition() {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), kilometres);
        String where = box.between();
        return day.map(date -> where + " AND dt = '%s'".formatted(date)).orElse(where);
    }

    static String number(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }
}
