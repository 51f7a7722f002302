// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures builds and queries of a table of many small objects. */
@Command(
        name = "bin/bench small-objects",
        description = {
            "Makes the index of a table of many objects below 10 kB, in groups and one by one, beside a scan that makes none; makes it",
            "again when some objects are new; and queries the table by the stock Hive connector, and by ours with skipping off and on.",
            "Results must be equal.",
            ""
        })
public final class SmallObjects extends LakeBenchmark {
    private static final int DAYS = 28;
    /** With at least two objects per day, a part of the objects that has all days is less than all objects. */
    private static final int LEAST_A_DAY = 2;

    /** The smaller table, whose index is also made one by one, has this many times fewer objects. */
    private static final int PART = 40;

    @Option(
            names = "--objects",
            paramLabel = "N",
            description = {
                "A multiple of 28, for as many days, at least 28 times as many as are new (default: 28000; 560 with",
                "--quick)."
            })
    private Optional<Integer> objects;

    @Option(
            names = "--new",
            paramLabel = "N",
            description = "Objects that are new when the index is made again (default: 100; 20 with --quick).")
    private Optional<Integer> added;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often everything is measured that is not slow (default: 5; 1 with --quick).")
    private Optional<Integer> rounds;

    @Option(
            names = "--slow-rounds",
            paramLabel = "N",
            description = {
                "How often all objects are read by builds and scans of the whole table (default: 3; 1 with --quick), half as often as",
                "by the question that nothing can be skipped by."
            })
    private Optional<Integer> slowRounds;

    private SmallObjects() {
        super("small-objects");
    }

    public static void main(String[] arguments) {
        run(new SmallObjects(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--new", added);
        requireAtLeast(1, "--rounds", rounds);
        requireAtLeast(1, "--slow-rounds", slowRounds);
        if (objects() < 1 || objects() % DAYS != 0) {
            throw wrong("--objects %d: give a multiple of %d, for as many days".formatted(objects(), DAYS));
        }
        if (objects() / DAYS < LEAST_A_DAY) {
            throw wrong("--objects %d: give at least %d, since the index of fewer is made one by one too"
                    .formatted(objects(), LEAST_A_DAY * DAYS));
        }
        if (objects() / DAYS < added()) {
            throw wrong(
                    "--objects %d: give at least %d, since the new ones, --new %d, are all of one day and of not more meters than it has"
                            .formatted(objects(), (long) added() * DAYS, added()));
        }
    }

    private int objects() {
        return objects.orElse(quick() ? 20 * DAYS : 1000 * DAYS);
    }

    private int added() {
        return added.orElse(quick() ? 20 : 100);
    }

    private int rounds() {
        return rounds.orElse(quick() ? 1 : 5);
    }

    private int slowRounds() {
        return slowRounds.orElse(quick() ? 1 : 3);
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).heap("3g").start();
    }

    @Override
    protected SmallObjectsReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        MeterOptions options = MeterOptions.defaults();
        // an object has the readings of a meter on a day, which are less than 10 kB
        options = options.withDays(options.firstDay(), DAYS, objects()).withMeters(objects() / DAYS);
        SmallTable.createSchema(queries);
        int meters = Math.max(1, objects() / DAYS / PART);
        MeterOptions fewer =
                options.withDays(options.firstDay(), DAYS, meters * DAYS).withMeters(meters);
        SmallTable part = new SmallTable(lake, queries, SmallTable.PART);
        SmallTable table = new SmallTable(lake, queries, SmallTable.ALL);
        steps().begin("Writing %d and %d objects".formatted(fewer.objects(), options.objects()));
        long partBytes = part.create(fewer);
        long bytes = table.create(options);
        IndexedTable.awaitOldEnough();
        steps().begin("Building the index of %d objects".formatted(fewer.objects()));
        // to warm up
        part.run(Way.GROUPED);
        part.run(Way.SCAN);
        List<Map<Way, Work>> partRounds = build(part, EnumSet.allOf(Way.class), rounds());
        Builds ofPart = new Builds(fewer.objects(), partRounds, part.indexBytes(), partBytes);
        steps().begin("Building the index of %d objects".formatted(options.objects()));
        List<Map<Way, Work>> allRounds = build(table, EnumSet.of(Way.GROUPED, Way.SCAN), slowRounds());
        Builds ofAll = new Builds(options.objects(), allRounds, table.indexBytes(), bytes);
        List<Answers> answers = new ArrayList<>();
        answers.addAll(
                ask(queries, part, fewer, new Asking(rounds(), rounds(), 4 * rounds(), List.of(Setting.values()))));
        answers.addAll(ask(
                queries,
                table,
                options,
                new Asking(rounds(), 1, 2 * slowRounds(), List.of(Setting.PLAIN, Setting.SKIPPING))));
        List<Work> again = buildAgain(table, options);
        return new SmallObjectsReport(added(), List.of(ofPart, ofAll), again, answers);
    }

    /** Builds the index by different ways in turns. Leaves an index that was made in groups. */
    private List<Map<Way, Work>> build(SmallTable table, Set<Way> ways, int times) throws IOException, SQLException {
        List<Map<Way, Work>> measured = new ArrayList<>();
        for (int number = 0; number < times; number++) {
            // one by one is in the middle
            List<Way> order = Stream.of(Way.SCAN, Way.ONE_BY_ONE, Way.GROUPED)
                    .filter(ways::contains)
                    .toList();
            Map<Way, Work> round = new EnumMap<>(Way.class);
            for (Way way : number % 2 == times % 2 ? order.reversed() : order) {
                round.put(way, table.run(way));
                steps().note("%-20s %.3f s, %d requests"
                        .formatted(
                                way.title(),
                                round.get(way).seconds(),
                                round.get(way).counts().requests()));
            }
            measured.add(round);
        }
        return measured;
    }

    private List<Work> buildAgain(SmallTable table, MeterOptions options) throws IOException, SQLException {
        steps().begin("Building again, with new objects");
        MeterOptions late = options.withDays(options.firstDay(), 1, added()).withMeters(added());
        List<Work> measured = new ArrayList<>();
        for (int number = 0; number < rounds(); number++) {
            table.add(late, "late-%d-".formatted(number));
            IndexedTable.awaitOldEnough();
            measured.add(table.build());
            steps().note("%.3f s".formatted(measured.getLast().seconds()));
        }
        return measured;
    }

    private List<Answers> ask(Queries queries, SmallTable table, MeterOptions options, Asking asking)
            throws IOException, SQLException {
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 2);
        List<Answers> answers = new ArrayList<>();
        for (Question question : Question.about(meter)) {
            steps().begin("%s of %d objects".formatted(question.name(), options.objects()));
            Rounds<Setting> planning = asking.planning(queries, question, table);
            Rounds<Setting> measured = asking.rounds(queries, question, table);
            answers.add(new Answers(options.objects(), question, measured, planning));
            for (Setting setting : measured.systems()) {
                steps().note("%-16s %.3f s"
                        .formatted(
                                setting.title(),
                                measured.of(setting, Run::seconds).median()));
            }
        }
        return answers;
    }
}
