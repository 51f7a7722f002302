// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.ComputedLayouts.Box;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Asks for the rows in boxes: their number, and checksums of two columns, which do not depend on the order of rows. */
final class BoxQuestions {
    private static final List<String> AGGREGATES = List.of("count(*)", "checksum(vid)", "checksum(\"index\")");

    private BoxQuestions() {}

    /**
     * Returns the question for the rows in a box.
     *
     * @param from a table
     */
    static String sql(String from, Box box) {
        return "SELECT count(*), to_hex(checksum(vid)), to_hex(checksum(\"index\")) FROM %s WHERE %s"
                .formatted(from, condition(box));
    }

    private static String condition(Box box) {
        return String.format(
                Locale.ROOT,
                "latitude BETWEEN %s AND %s AND longitude BETWEEN %s AND %s",
                number(box.minLatitude()),
                number(box.maxLatitude()),
                number(box.minLongitude()),
                number(box.maxLongitude()));
    }

    private static String number(double value) {
        return "DOUBLE '%s'".formatted(value);
    }

    /**
     * Answers all questions by one scan.
     *
     * @return the row that each box has
     */
    static List<List<Object>> answers(Queries queries, String from, List<Box> boxes) throws SQLException {
        String sql = boxes.stream()
                .flatMap(box -> AGGREGATES.stream().map(each -> "%s FILTER (WHERE %s)".formatted(each, condition(box))))
                .map(each -> each.startsWith("count") ? each : "to_hex(%s)".formatted(each))
                .collect(Collectors.joining(", ", "SELECT ", " FROM " + from));
        List<Object> row = queries.rows(sql).getFirst();
        List<List<Object>> answers = new ArrayList<>();
        for (int first = 0; first < row.size(); first += AGGREGATES.size()) {
            answers.add(new ArrayList<>(row.subList(first, first + AGGREGATES.size())));
        }
        return answers;
    }

    /**
     * Returns a run if its result is right.
     *
     * @throws SQLException if it is wrong
     */
    static Run requireRight(Run run, List<Object> right, Way way, Box box) throws SQLException {
        if (!run.rows().equals(List.of(right))) {
            throw new SQLException(
                    "RESULTS DIFFER, this is a bug, please report it: %s gives %s by %s, and a scan of the table as it arrived gives %s"
                            .formatted(sql(way.from(), box), run.rows(), way.system(), right));
        }
        return run;
    }
}
