// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluates many conditions in one scan where nothing is skipped. Each condition alone would read the whole table, and
 * there are too many to read it for each.
 */
final class AtOnce {
    private static final int COLUMNS = 2;

    private AtOnce() {}

    /** Returns the result that each question would have given alone; all of them have the requests of the one scan. */
    static List<Run> run(Queries queries, Setting setting, List<PruningCase> questions) throws SQLException {
        Run all = queries.run(sql(setting, questions));
        return IntStream.range(0, questions.size())
                .mapToObj(
                        question -> new Run(rows(all.rows(), question), all.seconds(), all.cpuSeconds(), all.counts()))
                .toList();
    }

    private static String sql(Setting setting, List<PruningCase> questions) {
        return questions.stream()
                .map(question -> "count_if(%1$s), to_hex(checksum(%2$s) FILTER (WHERE %1$s))"
                        .formatted(question.shown(), question.column().orElseThrow()))
                .collect(Collectors.joining(
                        ", ",
                        "SELECT \"$path\", ",
                        " FROM %s GROUP BY 1 ORDER BY 1"
                                .formatted(
                                        Lake.name(setting, questions.getFirst().table()))));
    }

    /** Returns the rows as {@link PruningCase#where} gives them, without the objects that have no match. */
    static List<List<Object>> rows(List<List<Object>> all, int question) {
        int first = 1 + COLUMNS * question;
        return all.stream()
                .filter(row -> (long) row.get(first) > 0)
                .map(row -> List.of(row.getFirst(), row.get(first), row.get(first + 1)))
                .toList();
    }
}
