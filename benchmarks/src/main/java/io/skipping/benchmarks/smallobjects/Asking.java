// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import static java.util.Collections.nCopies;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Setting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Says how often the questions of a table are asked.
 *
 * @param rounds number of rounds of planning, and of queries with skipping
 * @param readingAll number of those rounds in which the other settings, which read all objects, take part
 * @param scans number of rounds of the question for which nothing can be skipped
 * @param settings the settings that are compared
 */
record Asking(int rounds, int readingAll, int scans, List<Setting> settings) {
    Rounds<Setting> planning(Queries queries, Question question, SmallTable table) throws SQLException {
        Rounds.Asker<Setting> asker = asker(queries, "EXPLAIN " + question.sql(table));
        List<Setting> two = List.of(Setting.PLAIN, Setting.SKIPPING);
        // to warm up
        Rounds.ask(asker, List.of(two));
        return Rounds.ask(asker, nCopies(rounds, two));
    }

    Rounds<Setting> rounds(Queries queries, Question question, SmallTable table) throws SQLException {
        Rounds.Asker<Setting> asker = asker(queries, question.sql(table));
        if (!question.skips()) {
            return Rounds.ask(asker, nCopies(scans, settings)).requireEqual(question.name());
        }
        List<Setting> alone = List.of(Setting.SKIPPING);
        // to warm up
        Rounds.ask(asker, List.of(alone));
        List<List<Setting>> asked = new ArrayList<>(nCopies(readingAll, settings));
        asked.addAll(nCopies(rounds - readingAll, alone));
        return Rounds.ask(asker, asked).requireEqual(question.name());
    }

    /** @param sql with {@code %s} for the catalog */
    private static Rounds.Asker<Setting> asker(Queries queries, String sql) {
        return setting -> {
            queries.use(setting);
            return queries.run(sql.replace("%s", setting.catalog()));
        };
    }
}
