// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Describes a query over the records.
 *
 * @param name the columns that it reads, then the records that it selects
 * @param data the name of what is in its tables
 * @param sql with {@code %s} for the table; its result is one row
 */
record Question(String name, String description, String data, String sql) implements Case {
    /** The fraction of the records that a condition selects. */
    private static final double SELECTED = 0.01;

    /** Describes what a query reads of each selected record. */
    private record Projection(String name, String description, String sql) {}

    /** Describes which records a query selects. */
    private record Condition(String name, String description, String sql) {}

    static List<Question> of(SyntheticRecords records) {
        List<Question> all = new ArrayList<>();
        for (Condition condition : conditions(records)) {
            for (Projection projection : projections()) {
                all.add(new Question(
                        projection.name() + "/" + condition.name(),
                        projection.description() + " " + condition.description(),
                        Tables.RECORDS,
                        "SELECT %s FROM %%s%s".formatted(projection.sql(), condition.sql())));
            }
        }
        return all;
    }

    String sql(Contender contender) {
        return sql.formatted(contender.table(data));
    }

    private static List<Projection> projections() {
        return List.of(
                new Projection("integer", "an integer", "sum(int2)"),
                new Projection("string", "a string", "to_hex(checksum(str1))"),
                new Projection(
                        "map",
                        "a key of the map",
                        "sum(element_at(map1, %s))".formatted(Sql.literal(SyntheticRecords.key(37)))),
                new Projection(
                        "all",
                        "all columns",
                        SyntheticRecords.columns().stream()
                                .map("to_hex(checksum(%s))"::formatted)
                                .collect(Collectors.joining(", "))));
    }

    private static List<Condition> conditions(SyntheticRecords records) {
        long selected = Math.round(SELECTED * records.records());
        long first = records.records() / 2 + records.rows() / 3;
        int width = (int) Math.round(SELECTED * SyntheticRecords.GREATEST);
        int least = SyntheticRecords.GREATEST * 2 / 5;
        return List.of(
                new Condition("everything", "of all records", ""),
                new Condition(
                        "clustered",
                        "of a hundredth of the records, which stand together",
                        " WHERE int1 BETWEEN %d AND %d".formatted(first, first + selected - 1)),
                new Condition(
                        "scattered",
                        "of a hundredth of the records, which are everywhere",
                        " WHERE int3 BETWEEN %d AND %d".formatted(least, least + width - 1)));
    }
}
