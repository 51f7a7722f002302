// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Setting;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A question.
 *
 * @param name in results
 * @param shown what is asked, for people
 * @param sql with {@code %s} for the table; gives rows in a certain order
 * @param column that there is a checksum of, if it is asked for the rows that meet a condition
 * @param needed how few objects could answer it; when absent, the result has a row for each object that holds what is wanted
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
     * Rows that meet a condition: how many of each object, and a checksum over them.
     *
     * @param column that the checksum is of
     */
    static PruningCase where(String name, String table, String condition, String column, Target target) {
        String sql = "SELECT \"$path\", count(*), to_hex(checksum(%s)) FROM %%s WHERE %s GROUP BY 1 ORDER BY 1"
                .formatted(column, condition.replace("%", "%%"));
        return new PruningCase(name, condition, table, sql, Optional.of(column), OptionalLong.empty(), target);
    }

    /** Any query. */
    static PruningCase query(String name, String table, String sql, long needed, Target target) {
        return new PruningCase(
                name, sql.formatted(table), table, sql, Optional.empty(), OptionalLong.of(needed), target);
    }

    String sql(Setting setting) {
        return sql.formatted(Lake.name(setting, table));
    }
}
