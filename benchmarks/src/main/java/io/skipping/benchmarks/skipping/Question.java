// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Case;

/**
 * Describes a query over meter readings whose result is one row and does not depend on the order of the table's rows.
 *
 * @param name the name in results
 * @param description for human readers
 * @param sql with {@code %s} for the table
 */
record Question(String name, String description, String sql) implements Case {
    String sql(Contender contender) {
        return sql.formatted(contender.table());
    }
}
