// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Queries;
import io.skipping.benchmarks.measure.Run;
import io.skipping.benchmarks.measure.Setting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How questions are asked of a table.
 *
 * @param rounds of planning, and of skipping
 * @param readingAll rounds in which others are asked too what they read all objects for
 * @param scans rounds of the question that nobody can skip anything for
 * @param settings that are asked
 */
record Asking(int rounds, int readingAll, int scans, Set<Setting> settings) {
    List<Map<Setting, Run>> planning(Queries queries, Question question, SmallTable table) throws SQLException {
        String sql = "EXPLAIN " + question.sql(table);
        List<Setting> two = List.of(Setting.PLAIN, Setting.SKIPPING);
        // to warm up
        round(queries, sql, two, 0);
        List<Map<Setting, Run>> measured = new ArrayList<>();
        for (int number = 0; number < rounds; number++) {
            measured.add(round(queries, sql, two, number));
        }
        return measured;
    }

    List<Map<Setting, Run>> rounds(Queries queries, Question question, SmallTable table) throws SQLException {
        String sql = question.sql(table);
        List<Map<Setting, Run>> measured = new ArrayList<>();
        if (!question.skips()) {
            for (int number = 0; number < scans; number++) {
                measured.add(round(queries, sql, List.copyOf(settings), number));
            }
            return measured;
        }
        // to warm up
        round(queries, sql, List.of(Setting.SKIPPING), 0);
        for (int number = 0; number < rounds; number++) {
            List<Setting> asked = number < readingAll ? List.copyOf(settings) : List.of(Setting.SKIPPING);
            measured.add(round(queries, sql, asked, number));
        }
        return measured;
    }

    /**
     * Even ones forward, odd ones backward.
     *
     * @param sql with {@code %s} for the catalog
     */
    private static Map<Setting, Run> round(Queries queries, String sql, List<Setting> settings, int number)
            throws SQLException {
        Map<Setting, Run> round = new EnumMap<>(Setting.class);
        for (Setting setting : number % 2 == 0 ? settings : settings.reversed()) {
            queries.use(setting);
            round.put(setting, queries.run(sql.replace("%s", setting.catalog())));
        }
        return round;
    }
}
