// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what statistics from indexes cost and gain when joins are planned. */
@Command(
        name = "bin/bench planning",
        description = {
            "Asks the queries of TPC-H, all of whose tables have indexes, and questions about stars of which one table has"
                    + " one, by the stock",
            "Hive connector, and with skipping, with and without statistics from indexes, in turns. Results must be equal.",
            ""
        })
public final class Planning extends LakeBenchmark {
    private static final int WARM_UPS = 2;

    /** Lists the parts of the benchmark. */
    enum Part {
        TPCH,
        STARS
    }

    @Option(
            names = "--scale",
            paramLabel = "SCHEMA",
            description = "Tables of TPC-H, as its connector calls them (default: sf1; tiny with --quick).")
    private Optional<String> scale;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each question (default: 7; 1 with --quick).")
    private Optional<Integer> rounds;

    @Option(names = "--only", paramLabel = "PART", description = "tpch or stars (default: both).")
    private Optional<Part> only = Optional.empty();

    private Planning() {
        super("planning");
    }

    public static void main(String[] arguments) {
        run(new Planning(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--rounds", rounds);
        if (!scale().matches("tiny|sf[0-9]+")) {
            throw wrong("--scale %s: give tiny, sf1, or more".formatted(scale()));
        }
    }

    private String scale() {
        return scale.orElse(quick() ? "tiny" : "sf1");
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).heap("4g").start();
    }

    @Override
    protected PlanningReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        List<Answers> answers = new ArrayList<>();
        if (only.orElse(Part.TPCH) == Part.TPCH) {
            answers.addAll(measure(lake, queries, JoinTables.TPCH, TpchQuestions.of(JoinTables.TPCH)));
        }
        if (only.orElse(Part.STARS) == Part.STARS) {
            for (JoinTables tables : List.of(JoinTables.FACT, JoinTables.DIMENSION)) {
                answers.addAll(measure(lake, queries, tables, StarQuestions.of(tables)));
            }
        }
        return new PlanningReport(scale(), answers);
    }

    private List<Answers> measure(LocalLake lake, Queries queries, JoinTables tables, List<JoinQuestion> questions)
            throws IOException, SQLException {
        steps().begin("Writing %s, %s".formatted(tables.description(), scale()));
        tables.create(queries, scale());
        List<Answers> answers = new ArrayList<>();
        try (Client hive = new Client(lake, Planner.HIVE, tables.schema());
                Client skipping = new Client(lake, Planner.SKIPPING, tables.schema());
                Client without = new Client(lake, Planner.WITHOUT_STATISTICS, tables.schema())) {
            Map<Planner, Client> clients =
                    Map.of(Planner.HIVE, hive, Planner.SKIPPING, skipping, Planner.WITHOUT_STATISTICS, without);
            for (JoinQuestion question : questions) {
                steps().begin(question.name());
                answers.add(ask(clients, question));
            }
        }
        return answers;
    }

    private Answers ask(Map<Planner, Client> clients, JoinQuestion question) throws SQLException {
        // results are compared before anything is measured
        ask(clients, question, quick() ? 1 : WARM_UPS);
        Answers answers = ask(clients, question, rounds.orElse(quick() ? 1 : 7));
        for (Planner planner : Planner.values()) {
            steps().note("%-28s %.3f s, of it planning %.3f s"
                    .formatted(
                            planner.system(),
                            answers.rounds().of(planner, Run::seconds).median(),
                            answers.planning().of(planner, Run::seconds).median()));
        }
        return answers;
    }

    private static Answers ask(Map<Planner, Client> clients, JoinQuestion question, int count) throws SQLException {
        Map<Planner, List<Run>> planning = new EnumMap<>(Planner.class);
        Rounds<Planner> rounds = Rounds.<Planner>ask(
                        planner -> {
                            Client.Planned planned = clients.get(planner).run(question.sql());
                            planning.computeIfAbsent(planner, _ -> new ArrayList<>())
                                    .add(planned.planning());
                            return planned.run();
                        },
                        turns(count))
                .requireEqual(question.sql());
        Map<Planner, List<String>> joins = new EnumMap<>(Planner.class);
        for (Planner planner : Planner.values()) {
            joins.put(planner, clients.get(planner).joins(question.sql()));
        }
        return new Answers(question, rounds, rounds(planning, count), joins);
    }

    /** Returns the contenders of each round: each begins in turn, and every other round is asked backward. */
    private static List<List<Planner>> turns(int count) {
        List<Planner> planners = List.of(Planner.values());
        return IntStream.range(0, count)
                .mapToObj(round -> IntStream.range(0, planners.size())
                        .mapToObj(i -> planners.get((i + round) % planners.size()))
                        .toList())
                .toList();
    }

    private static Rounds<Planner> rounds(Map<Planner, List<Run>> runs, int count) {
        return new Rounds<>(IntStream.range(0, count)
                .mapToObj(round -> {
                    Map<Planner, Run> ofRound = new EnumMap<>(Planner.class);
                    runs.forEach((planner, ofPlanner) -> ofRound.put(planner, ofPlanner.get(round)));
                    return ofRound;
                })
                .toList());
    }
}
