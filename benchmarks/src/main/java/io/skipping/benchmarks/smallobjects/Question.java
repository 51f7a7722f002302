// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.util.List;

/**
 * Describes a query over meter readings. Its result is one row: the number of readings, their mean, and the number of
 * objects that hold them.
 *
 * @param name the name in results
 * @param description for human readers
 * @param condition in SQL
 */
record Question(String name, String description, String condition) implements Case {
    /** The question for which nothing can be skipped. */
    static final String SCAN = "scan";

    /** Averages decimals, so that the mean does not depend on the order of the rows. */
    private static final String SQL =
            "SELECT count(*), avg(CAST(sumhc AS decimal(18, 6))), count(DISTINCT \"$path\") FROM %%s.%s.%s WHERE %s";

    /**
     * Returns the questions.
     *
     * @param meter the meter that most of them are about
     */
    static List<Question> about(Meter meter) {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), 5);
        String inBox = box.between();
        return List.of(
                new Question("box", "5 × 5 km around a meter, on all days", inBox),
                new Question(
                        "city",
                        "a town, on all days",
                        "city = " + Sql.literal(meter.town().name())),
                new Question("meter", "a meter by its id, on all days", "vid = " + meter.vid()),
                new Question(SCAN, "all readings, by a condition that nothing can be skipped by", "temp <> 15.2"));
    }

    boolean skips() {
        return !name.equals(SCAN);
    }

    /** Returns the SQL, with {@code %s} for the catalog. */
    String sql(SmallTable table) {
        return SQL.formatted(SmallTable.SCHEMA, table.name(), condition);
    }
}
