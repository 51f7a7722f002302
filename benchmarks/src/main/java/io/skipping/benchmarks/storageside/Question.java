// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.util.ArrayList;
import java.util.List;

/**
 * Says which readings are wanted. Of each, the query needs {@value #COLUMN}.
 *
 * @param name the name in results
 * @param description for human readers
 * @param condition in SQL
 */
record Question(String name, String description, String condition) implements Case {
    /** The only column that a query needs of the readings that meet its condition. */
    static final String COLUMN = "sumhc";

    /**
     * Returns the questions.
     *
     * @param meter the meter that most of them are about
     * @param warm a temperature that few readings exceed, °C
     * @param least a sum in kWh in the middle of all; few readings are between it and {@code greatest}
     */
    static List<Question> about(Meter meter, double warm, double least, double greatest) {
        String city = Sql.literal(meter.town().name());
        List<Question> all = new ArrayList<>();
        for (int km : new int[] {5, 10, 20}) {
            all.add(new Question("box-%dkm".formatted(km), "a box of %d × %d km".formatted(km, km), box(meter, km)));
        }
        all.add(new Question("city", "a town", "city = " + city));
        all.add(new Question("cities", "three towns", "city IN (%s, 'Lille', 'Bordeaux')".formatted(city)));
        all.add(new Question("heat-wave", "the warmest thousandth of the readings", "temp > " + warm));
        all.add(new Question("meter", "a meter by its id, which are in no order", "vid = " + meter.vid()));
        all.add(new Question(
                "sums",
                "the middle hundredth of all sums, which every object has",
                "sumhp BETWEEN %s AND %s".formatted(least, greatest)));
        all.add(new Question("everything", "all readings", "true"));
        return all;
    }

    /**
     * Returns the SQL for the number of readings and the average of the wanted column. It averages decimals, so that
     * the result does not depend on the order of the rows.
     */
    String sql(Side side, ObjectKind kind) {
        return "SELECT count(*), avg(CAST(%s AS decimal(18, 6))) FROM %s WHERE %s"
                .formatted(COLUMN, side.table(kind), condition);
    }

    private static String box(Meter meter, double km) {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), km);
        return box.between();
    }
}
