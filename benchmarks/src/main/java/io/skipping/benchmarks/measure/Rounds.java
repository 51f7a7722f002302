// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds the runs of a question that several systems answered in turns.
 *
 * @param <S> the systems
 * @param rounds in each round, a system answered once or took no part; in the first, all of them answered
 */
public record Rounds<S extends Contender>(List<Map<S, Run>> rounds) {
    /** The fraction of the cost below which a saving is noise. */
    private static final double LEAST_SAVING = 0.05;

    public Rounds {
        rounds = List.copyOf(rounds);
    }

    /** Makes a system answer. */
    @FunctionalInterface
    public interface Asker<S extends Contender> {
        Run ask(S system) throws SQLException;
    }

    /**
     * Asks systems in turns: forward in even rounds, backward in odd ones. An additional first round warms up and is
     * not measured.
     *
     * @param sql the SQL for a system; its result is one row that does not depend on the order of a table's rows
     * @throws SQLException also if results differ
     */
    public static <S extends Contender> Rounds<S> ask(
            Queries queries, List<S> systems, Function<S, String> sql, int count) throws SQLException {
        Asker<S> asker = system -> queries.run(sql.apply(system));
        String statement = sql.apply(systems.getFirst());
        ask(asker, List.of(systems)).requireEqual(statement);
        return ask(asker, Collections.nCopies(count, systems)).requireEqual(statement);
    }

    /**
     * Asks systems in turns: forward in even rounds, backward in odd ones. Does not compare results.
     *
     * @param systems the systems that take part in each round
     */
    public static <S extends Contender> Rounds<S> ask(Asker<S> asker, List<List<S>> systems) throws SQLException {
        List<Map<S, Run>> measured = new ArrayList<>();
        for (List<S> asked : systems) {
            Map<S, Run> round = new LinkedHashMap<>();
            for (S system : measured.size() % 2 == 0 ? asked : asked.reversed()) {
                round.put(system, asker.ask(system));
            }
            measured.add(round);
        }
        return new Rounds<>(measured);
    }

    /**
     * Returns this object if all results are equal.
     *
     * @param what what was asked, for human readers
     * @throws SQLException if results differ
     */
    public Rounds<S> requireEqual(String what) throws SQLException {
        for (Map<S, Run> round : rounds) {
            if (different(List.of(rounds.getFirst(), round))) {
                throw new SQLException("RESULTS DIFFER, this is a bug, please report it: %s gives %s"
                        .formatted(
                                what,
                                Stream.of(rounds.getFirst(), round)
                                        .distinct()
                                        .flatMap(each -> each.entrySet().stream())
                                        .map(entry -> "%s by %s"
                                                .formatted(
                                                        entry.getValue().rows(),
                                                        entry.getKey().system()))
                                        .distinct()
                                        .collect(Collectors.joining(", "))));
            }
        }
        return this;
    }

    private static <S extends Contender> boolean different(List<Map<S, Run>> rounds) {
        return rounds.stream()
                        .flatMap(round -> round.values().stream())
                        .map(Run::rows)
                        .distinct()
                        .count()
                > 1;
    }

    public boolean equal() {
        return !different(rounds);
    }

    /** Returns these rounds followed by others of the same systems. */
    public Rounds<S> and(Rounds<S> more) {
        return new Rounds<>(Stream.concat(rounds.stream(), more.rounds.stream()).toList());
    }

    /**
     * Returns rounds each of which stands for several of these in succession. A time is the median of theirs, so that the
     * quartiles of questions that take little time tell less of the machine; requests are those of the first.
     *
     * @param times how many rounds become one; a rest that is fewer is left out
     */
    public Rounds<S> together(int times) {
        return new Rounds<>(IntStream.range(0, rounds.size() / times)
                .mapToObj(round -> combined(
                        rounds.subList(round * times, (round + 1) * times),
                        seconds -> Quartiles.of(seconds).median()))
                .toList());
    }

    /**
     * Returns rounds in which several questions are asked as one, whose time is the sum of theirs: one that takes little
     * time alone tells more of the machine. Requests are those of the first question.
     *
     * @param questions at least one, with as many rounds each, in which the same systems took part
     */
    public static <S extends Contender> Rounds<S> asOne(List<Rounds<S>> questions) {
        return new Rounds<>(IntStream.range(0, questions.getFirst().rounds().size())
                .mapToObj(round -> combined(
                        questions.stream()
                                .map(question -> question.rounds().get(round))
                                .toList(),
                        DoubleStream::sum))
                .toList());
    }

    private static <S> Map<S, Run> combined(List<Map<S, Run>> runs, ToDoubleFunction<DoubleStream> combine) {
        Map<S, Run> all = new LinkedHashMap<>();
        runs.getFirst().forEach((system, first) -> {
            List<Run> ofSystem = runs.stream().map(each -> each.get(system)).toList();
            all.put(
                    system,
                    new Run(
                            first.rows(),
                            combine.applyAsDouble(ofSystem.stream().mapToDouble(Run::seconds)),
                            combine.applyAsDouble(ofSystem.stream().mapToDouble(Run::cpuSeconds)),
                            first.counts()));
        });
        return all;
    }

    /** Returns the row that all systems answered. */
    public List<Object> row() {
        return rounds.getFirst().values().iterator().next().rows().getFirst();
    }

    public Set<S> systems() {
        return rounds.getFirst().keySet();
    }

    /** Returns the number of rounds in which a system answered. */
    public int count(S system) {
        return (int) of(List.of(system)).count();
    }

    private Stream<Map<S, Run>> of(List<S> systems) {
        return rounds.stream().filter(round -> round.keySet().containsAll(systems));
    }

    /** Returns the quartiles of a metric over the rounds in which a system answered. */
    public Quartiles of(S system, ToDoubleFunction<Run> metric) {
        return Quartiles.of(of(List.of(system)).mapToDouble(round -> metric.applyAsDouble(round.get(system))));
    }

    /** Records the medians of a system's metrics. */
    public void put(Records.Target target, S system) {
        target.put("seconds", of(system, Run::seconds), "s");
        target.put("cpu.seconds", of(system, Run::cpuSeconds), "s");
        target.put("requests", of(system, Run::requests), "count");
        target.put("bytes", of(system, Run::bytes), "B");
    }

    /**
     * Returns the quartiles of one system's metric divided by another's, over the rounds of both: what slows down a
     * whole round cancels out.
     */
    public Quartiles ratio(S system, S other, ToDoubleFunction<Run> metric) {
        return Quartiles.of(of(List.of(system, other))
                .mapToDouble(
                        round -> metric.applyAsDouble(round.get(system)) / metric.applyAsDouble(round.get(other))));
    }

    /** Returns whether, in each round, a system saves at least a twentieth of the cost of another. Both must have taken part in all rounds. */
    public boolean saves(S none, S saving, ToDoubleFunction<Run> metric) {
        return rounds.stream()
                .allMatch(round -> metric.applyAsDouble(round.get(saving))
                        <= (1 - LEAST_SAVING) * metric.applyAsDouble(round.get(none)));
    }

    /**
     * Returns, for each round, how much of one system's saving another system achieves: what {@code other} saves of the
     * cost of {@code none}, divided by what {@code saving} saves. All three must have taken part in all rounds.
     *
     * @return empty if there is a round in which {@code saving} saves less than a twentieth
     */
    public Optional<Quartiles> shareOfSaving(S none, S saving, S other, ToDoubleFunction<Run> metric) {
        if (!saves(none, saving, metric)) {
            return Optional.empty();
        }
        return Optional.of(Quartiles.of(rounds.stream().mapToDouble(round -> {
            double before = metric.applyAsDouble(round.get(none));
            return (before - metric.applyAsDouble(round.get(other)))
                    / (before - metric.applyAsDouble(round.get(saving)));
        })));
    }
}
