// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.util.List;

/**
 * Describes a statement whose time is that of planning: it reads no data file, or few.
 *
 * @param name the name in results
 * @param description for human readers
 * @param sql with {@code %s} for the table; its result is one row, but for {@code EXPLAIN}
 * @param kind who can plan it without reading all files
 */
record Question(String name, String description, String sql, Kind kind) implements Case {
    /** Says what a connector can do about a question. */
    enum Kind {
        /** The text of a plan, which the connectors word differently. */
        PLAN,
        /** Both connectors read no file, or the same few. */
        BOTH,
        /** The stock connector reads all files, which takes minutes. */
        INDEX
    }

    private static final String MEAN = "SELECT count(*), avg(CAST(sumhc AS decimal(18, 6))) FROM %s WHERE ";

    /**
     * Returns the questions.
     *
     * @param meter a meter of the table
     */
    static List<Question> about(Meter meter) {
        String box = Neighbourhood.box(meter.latitude(), meter.longitude(), 5).between();
        String town = meter.town().name();
        String part = Sql.literal("%" + town.substring(town.length() / 2) + "%").replace("%", "%%");
        String noFile = MEAN + "\"$path\" = 'none'";
        return List.of(
                new Question("explain", "the plan of a small box", "EXPLAIN " + MEAN + box, Kind.PLAN),
                new Question(
                        "bounds",
                        "a box and a temperature that the bounds in the manifests exclude from every file",
                        MEAN + box + " AND temp > 1000",
                        Kind.BOTH),
                new Question(
                        "path",
                        "all files are enumerated, and none is read; no condition that an index could help with",
                        noFile,
                        Kind.BOTH),
                new Question(
                        "kept",
                        "the same, with a condition by which bounds and the index keep every file",
                        noFile + " AND temp > -1000",
                        Kind.BOTH),
                new Question("box", "a small box, whose files are read", MEAN + box, Kind.BOTH),
                new Question(
                        "town",
                        "a part of a town's name, for which manifests have no bounds that help",
                        MEAN + "city LIKE " + part,
                        Kind.INDEX));
    }

    String sql(String table) {
        return sql.formatted(table);
    }
}
