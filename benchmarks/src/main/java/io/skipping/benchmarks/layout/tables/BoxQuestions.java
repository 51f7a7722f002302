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
import java.util.stream.Stream;

/**
 * Asks for the rows in boxes: their number, and what tells them apart and does not depend on the order of rows. In Trino
 * these are checksums of two columns; Spark, which has other checksums, adds up remainders of the numbers of meters and of the times.
 */
final class BoxQuestions {
    private static final List<String> CHECKSUMS =
            List.of("count(*)", "to_hex(checksum(vid))", "to_hex(checksum(\"index\"))");
    /** The numbers are long, so that sums of themselves would be too large for a bigint. */
    private static final List<String> SUMS = List.of("count(*)", "sum(vid % 1000003)", "sum(\"date\" % 1000003)");

    private BoxQuestions() {}

    /**
     * Holds the right answer of a question.
     *
     * @param checksums the row that it has in Trino
     * @param sums the row that it has in Spark, as one text
     */
    record Right(List<Object> checksums, String sums) {
        private List<List<Object>> rows(Way way) {
            return List.of(way.isSpark() ? List.of(sums) : checksums);
        }
    }

    /** Returns the question for the rows in a box. */
    static String sql(Way way, Box box) {
        return way.isSpark()
                ? "SELECT count(*), sum(vid %% 1000003), sum(`date` %% 1000003) FROM %s WHERE %s"
                        .formatted(way.from(), condition(box, "%sD"))
                : "SELECT %s FROM %s WHERE %s".formatted(String.join(", ", CHECKSUMS), way.from(), condition(box));
    }

    private static String condition(Box box) {
        return condition(box, "DOUBLE '%s'");
    }

    private static String condition(Box box, String number) {
        return String.format(
                Locale.ROOT,
                "latitude BETWEEN %s AND %s AND longitude BETWEEN %s AND %s",
                number.formatted(box.minLatitude()),
                number.formatted(box.maxLatitude()),
                number.formatted(box.minLongitude()),
                number.formatted(box.maxLongitude()));
    }

    /**
     * Answers all questions by one scan of Trino's.
     *
     * @return the answer of each box
     */
    static List<Right> answers(Queries queries, String from, List<Box> boxes) throws SQLException {
        String sql = boxes.stream()
                .flatMap(box -> Stream.concat(CHECKSUMS.stream(), SUMS.stream())
                        .map(each -> filtered(each, "FILTER (WHERE %s)".formatted(condition(box)))))
                .collect(Collectors.joining(", ", "SELECT ", " FROM " + from));
        List<Object> row = queries.rows(sql).getFirst();
        List<Right> answers = new ArrayList<>();
        for (int first = 0; first < row.size(); first += CHECKSUMS.size() + SUMS.size()) {
            int sums = first + CHECKSUMS.size();
            answers.add(new Right(
                    new ArrayList<>(row.subList(first, sums)),
                    row.subList(sums, sums + SUMS.size()).stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining("|"))));
        }
        return answers;
    }

    /** Puts a filter behind an aggregate function that may stand in another function. */
    private static String filtered(String aggregate, String filter) {
        return aggregate.startsWith("to_hex(")
                ? "to_hex(%s %s)".formatted(aggregate.substring("to_hex(".length(), aggregate.length() - 1), filter)
                : aggregate + " " + filter;
    }

    /**
     * Returns a run if its result is right.
     *
     * @throws SQLException if it is wrong
     */
    static Run requireRight(Run run, Right right, Way way, Box box) throws SQLException {
        if (!run.rows().equals(right.rows(way))) {
            throw new SQLException(
                    "RESULTS DIFFER, this is a bug, please report it: %s gives %s by %s, and a scan of the table as it arrived gives %s"
                            .formatted(sql(way, box), run.rows(), way.system(), right.rows(way)));
        }
        return run;
    }
}
