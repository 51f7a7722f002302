// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Setting;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Describes a question.
 *
 * @param name the name in results
 * @param shown what is asked, for human readers
 * @param sql with {@code %s} for the table; returns rows in a definite order
 * @param column the column of the checksum, if the question asks for the rows that meet a condition
 * @param needed how few objects could answer it; if absent, the result has a row for each object that holds a match
 */
record PruningCase(
        String name,
        String shown,
        String table,
        String sql,
        Optional<String> column,
        OptionalLong needed,
        Target target)
        implements Case {
    /** Returns what is asked. */
    @Override
    public String description() {
        return shown;
    }

    /**
     * Asks for the rows that meet a condition: their number in each object, and a checksum over them.
     *
     * @param column the column of the checksum
     */
    static PruningCase where(String name, String table, String condition, String column, Target target) {
        String sql = "SELECT \"$path\", count(*), to_hex(checksum(%s)) FROM %%s WHERE %s GROUP BY 1 ORDER BY 1"
                .formatted(column, condition.replace("%", "%%"));
        return new PruningCase(name, condition, table, sql, Optional.of(column), OptionalLong.empty(), target);
    }

    /** Runs any query. */
    static PruningCase query(String name, String table, String sql, long needed, Target target) {
        return new PruningCase(
                name, sql.formatted(table), table, sql, Optional.empty(), OptionalLong.of(needed), target);
    }

    String sql(Setting setting) {
        return sql.formatted(Lake.name(setting, table));
    }
}
