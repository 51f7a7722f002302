// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Setting;

/**
 * Describes a query that no index helps: every object, and every range of one, holds a row that it wants.
 *
 * @param name the name in results
 * @param description for human readers
 * @param sql with {@code %s} for the table; the result does not depend on the order of the rows
 */
record OverheadCase(String name, String description, MeterTables table, String sql) implements Case {
    /** Returns whether most of a run is waiting for many small objects, so that single runs differ by a quarter. */
    boolean isBrief() {
        return table == MeterTables.MANY_OBJECTS || table == MeterTables.MANY_PARTITIONS;
    }

    String sql(Setting setting) {
        return sql.formatted(table.name(setting));
    }
}
