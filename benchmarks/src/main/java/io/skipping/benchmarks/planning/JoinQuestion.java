// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.benchmarks.measure.Case;

/**
 * Describes a query that joins tables.
 *
 * @param question the name in results, without that of the tables
 * @param description for human readers
 * @param sql with the names of tables alone
 */
record JoinQuestion(JoinTables tables, String question, String description, String sql) implements Case {
    @Override
    public String name() {
        return tables.schema() + "/" + question;
    }
}
