// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.benchmarks.measure.Rounds;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds what was measured of a question.
 *
 * @param rounds the runs
 * @param planning the same runs, whose seconds are those of analysis and planning
 * @param joins the order and distribution of joins
 */
record Answers(
        JoinQuestion question, Rounds<Planner> rounds, Rounds<Planner> planning, Map<Planner, List<String>> joins) {
    Answers {
        joins = new LinkedHashMap<>(joins);
    }

    /** Returns whether joins have the order and the distribution that the stock connector gives them. */
    boolean plannedAsByHive(Planner planner) {
        return joins.get(planner).equals(joins.get(Planner.HIVE));
    }

    /** Returns the indexed tables, and so the schema, that the question is about. */
    JoinTables tables() {
        return question.tables();
    }

    static List<Answers> about(JoinTables tables, Collection<Answers> answers) {
        return answers.stream().filter(each -> each.tables().equals(tables)).toList();
    }
}
