// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.Meter;
import io.skipping.testing.meters.Neighbourhood;
import java.util.List;
import java.util.Locale;

/**
 * A query over meter readings. Its result is one row: readings, their mean, and in how many objects they are.
 *
 * @param name in results
 * @param description for people
 * @param condition in SQL
 */
record Question(String name, String description, String condition) implements Case {
    /** What nothing can be skipped by. */
    static final String SCAN = "scan";

    /** Of decimals, so that the mean doesn't depend on the order in which rows come. */
    private static final String SQL =
            "SELECT count(*), avg(CAST(sumhc AS decimal(18, 6))), count(DISTINCT \"$path\") FROM %%s.%s.%s WHERE %s";

    /** @param meter that most of them are about */
    static List<Question> about(Meter meter) {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), 5);
        String inBox = String.format(
                Locale.ROOT,
                "latitude BETWEEN %.7f AND %.7f AND longitude BETWEEN %.7f AND %.7f",
                box.minLatitude(),
                box.maxLatitude(),
                box.minLongitude(),
                box.maxLongitude());
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

    /** @return with {@code %s} for the catalog */
    String sql(SmallTable table) {
        return SQL.formatted(SmallTable.SCHEMA, table.name(), condition);
    }
}
