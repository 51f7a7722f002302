// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A question that several systems answered in turns.
 *
 * @param <S> systems; their {@code toString} is for people
 * @param rounds in each, every system answered once
 */
public record Rounds<S>(List<Map<S, Run>> rounds) {
    /** A share of less than that part would be one of noise. */
    private static final double LEAST_SAVING = 0.05;

    public Rounds {
        rounds = List.copyOf(rounds);
    }

    /**
     * Asks in even rounds forward, in odd ones backward. A round before the first warms up, and is not measured.
     *
     * @param sql of a system; its result is one row that does not depend on the order of a table's rows
     * @throws SQLException also when a result differs from another
     */
    public static <S> Rounds<S> ask(Queries queries, List<S> systems, Function<S, String> sql, int count)
            throws SQLException {
        List<Map<S, Run>> measured = new ArrayList<>();
        requireEqual(round(queries, systems, sql), sql);
        for (int number = 0; number < count; number++) {
            Map<S, Run> round = round(queries, number % 2 == 0 ? systems : systems.reversed(), sql);
            requireEqual(round, sql);
            measured.add(round);
        }
        return new Rounds<>(measured);
    }

    private static <S> Map<S, Run> round(Queries queries, List<S> systems, Function<S, String> sql)
            throws SQLException {
        Map<S, Run> round = new LinkedHashMap<>();
        for (S system : systems) {
            round.put(system, queries.run(sql.apply(system)));
        }
        return round;
    }

    private static <S> void requireEqual(Map<S, Run> round, Function<S, String> sql) throws SQLException {
        if (different(List.of(round))) {
            throw new SQLException("RESULTS DIFFER, this is a bug, please report it: %s gives %s"
                    .formatted(
                            sql.apply(round.keySet().iterator().next()),
                            round.entrySet().stream()
                                    .map(entry -> "%s by %s"
                                            .formatted(entry.getValue().rows(), entry.getKey()))
                                    .collect(Collectors.joining(", "))));
        }
    }

    private static <S> boolean different(List<Map<S, Run>> rounds) {
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

    /** The row that all answered. */
    public List<Object> row() {
        return rounds.getFirst().values().iterator().next().rows().getFirst();
    }

    public Quartiles of(S system, ToDoubleFunction<Run> metric) {
        return Quartiles.of(rounds.stream().mapToDouble(round -> metric.applyAsDouble(round.get(system))));
    }

    /** How many times as much one takes as another, of each round: what slows down a whole round cancels out. */
    public Quartiles ratio(S system, S other, ToDoubleFunction<Run> metric) {
        return Quartiles.of(rounds.stream()
                .mapToDouble(
                        round -> metric.applyAsDouble(round.get(system)) / metric.applyAsDouble(round.get(other))));
    }

    /**
     * How much of what one system saves another saves, of each round.
     *
     * @return nothing where there is a round in which it saves less than a twentieth
     */
    public Optional<Quartiles> shareOfSaving(S none, S saving, S other, ToDoubleFunction<Run> metric) {
        if (rounds.stream()
                .anyMatch(round -> metric.applyAsDouble(round.get(saving))
                        > (1 - LEAST_SAVING) * metric.applyAsDouble(round.get(none)))) {
            return Optional.empty();
        }
        return Optional.of(Quartiles.of(rounds.stream().mapToDouble(round -> {
            double before = metric.applyAsDouble(round.get(none));
            return (before - metric.applyAsDouble(round.get(other)))
                    / (before - metric.applyAsDouble(round.get(saving)));
        })));
    }
}
