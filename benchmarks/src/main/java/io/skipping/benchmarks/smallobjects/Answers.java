// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Run;
import io.skipping.benchmarks.measure.Setting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a question took.
 *
 * @param objects of the table
 * @param rounds in each, skipping and perhaps others answered once
 * @param planning what EXPLAIN of it took, of the stock connector and with skipping
 */
record Answers(int objects, Question question, List<Map<Setting, Run>> rounds, List<Map<Setting, Run>> planning) {
    /** Those that were asked. */
    Set<Setting> settings() {
        return rounds.getFirst().keySet();
    }

    /** Objects, and what was asked. */
    String name() {
        return "objects=%d/%s".formatted(objects, question.name());
    }

    static Quartiles of(List<Map<Setting, Run>> rounds, Setting setting, ToDoubleFunction<Run> metric) {
        return Quartiles.of(rounds.stream()
                .filter(round -> round.containsKey(setting))
                .mapToDouble(round -> metric.applyAsDouble(round.get(setting))));
    }

    /** How many times as long one takes as another, of each round of both: what slows down a whole round cancels out. */
    static Quartiles ratio(List<Map<Setting, Run>> rounds, Setting setting, Setting other) {
        return Quartiles.of(rounds.stream()
                .filter(round -> round.containsKey(setting) && round.containsKey(other))
                .mapToDouble(
                        round -> round.get(setting).seconds() / round.get(other).seconds()));
    }

    Quartiles of(Setting setting, ToDoubleFunction<Run> metric) {
        return of(rounds, setting, metric);
    }

    long runs(Setting setting) {
        return rounds.stream().filter(round -> round.containsKey(setting)).count();
    }

    boolean equal() {
        return results(rounds).size() == 1;
    }

    static Set<List<List<Object>>> results(List<Map<Setting, Run>> rounds) {
        return rounds.stream()
                .flatMap(round -> round.values().stream())
                .map(Run::rows)
                .collect(Collectors.toSet());
    }

    /** Objects that hold a row that is wanted. */
    long objectsWanted() {
        return (long) rounds.getFirst().get(Setting.SKIPPING).rows().getFirst().getLast();
    }

    static double objects(Run run) {
        return run.counts()
                .data()
                .only(entry -> entry.key().startsWith(SmallTable.ALL))
                .objectsRead();
    }

    static double requests(Run run) {
        return run.counts().requests();
    }

    static double bytes(Run run) {
        return run.counts().bytesSent();
    }
}
