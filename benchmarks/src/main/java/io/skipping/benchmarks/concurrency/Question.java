// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.testing.meters.park.Neighbourhood;
import java.util.function.Predicate;

/**
 * Describes a query that returns, for each job, the number and the sum of its rows that meet a condition. This reveals
 * a job of which only a part is visible.
 *
 * @param kind the kind of query, as results name it
 * @param condition the condition in SQL
 * @param matches the same condition in Java
 */
record Question(String kind, String condition, Predicate<Reading> matches) {
    String sql(String table) {
        return "SELECT job, count(*), sum(energy) FROM %s WHERE %s GROUP BY job".formatted(table, condition);
    }

    /** Returns the totals of a job's rows that the query should return. */
    Totals of(Job job) {
        Totals[] totals = {Totals.NONE};
        job.forEachRow(reading -> {
            if (matches.test(reading)) {
                totals[0] = totals[0].plus(reading);
            }
        });
        return totals[0];
    }

    static Question all() {
        return new Question("all", "true", _ -> true);
    }

    static Question id(long vid) {
        return new Question("id", "vid = " + vid, reading -> reading.vid() == vid);
    }

    static Question town(String town) {
        return new Question(
                "town", "town = '%s'".formatted(town), reading -> reading.town().equals(town));
    }

    /** Returns the question about a box, including its edges. */
    static Question box(Neighbourhood box) {
        return new Question("box", box.between(), reading -> box.contains(reading.latitude(), reading.longitude()));
    }
}
