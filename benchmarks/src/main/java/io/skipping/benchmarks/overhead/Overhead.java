// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.ReleasesBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.measure.Servers;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what skipping costs for queries that it cannot help. */
@Command(
        name = "bin/bench overhead",
        description = {
            "Runs queries that no index helps by the stock Hive connector and with skipping, in turns of alternating"
                    + " order on",
            "a server of each release of Trino, and compares time, CPU time and requests. Results must be equal.",
            ""
        })
public final class Overhead extends ReleasesBenchmark {
    private static final int WARM_UPS = 3;
    private static final int BRIEF_WARM_UPS = 10;
    /** Runs that are one round of a brief case. */
    private static final int BRIEF_RUNS = 5;

    /** Averages decimals, so that the result does not depend on the order of the rows. */
    private static final String AVERAGE = "SELECT avg(CAST(sumhc AS decimal(18, 6))) FROM %s";

    /**
     * Returns the queries.
     *
     * @param low a number of kWh such that some ranges have rows below it and some have none
     */
    private static List<OverheadCase> cases(double low) {
        return List.of(
                new OverheadCase(
                        "scan",
                        "all rows of large text objects, by a condition that all of them meet, as the index says",
                        MeterTables.LARGE_OBJECTS,
                        AVERAGE + " WHERE temp > -100"),
                new OverheadCase(
                        "scan-undecided",
                        "nearly all of these rows, by a condition that the index decides for no range",
                        MeterTables.LARGE_OBJECTS,
                        AVERAGE + " WHERE temp <> 15.2"),
                new OverheadCase(
                        "scan-tested",
                        "nearly all of these rows, by a condition that the scan takes over and tests row by row in"
                                + " many ranges",
                        MeterTables.LARGE_OBJECTS,
                        AVERAGE + " WHERE sumhc > " + low),
                new OverheadCase(
                        "scan-quoted",
                        "nearly all rows of a table of format CSV, whose columns are text in quotes",
                        MeterTables.QUOTED,
                        AVERAGE + " WHERE CAST(temp AS double) <> 15.2"),
                new OverheadCase(
                        "small-objects",
                        "all rows of many small objects, by a condition that all of them meet",
                        MeterTables.MANY_OBJECTS,
                        AVERAGE + " WHERE temp > -100"),
                new OverheadCase(
                        "small-objects-all", "the same objects without a condition", MeterTables.MANY_OBJECTS, AVERAGE),
                new OverheadCase(
                        "partitions",
                        "small objects in many partitions, without a condition",
                        MeterTables.MANY_PARTITIONS,
                        AVERAGE));
    }

    @Option(
            names = "--servers",
            paramLabel = "N",
            description = "How often the servers are started (default: 3; 1 with --quick).")
    private Optional<Integer> servers;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of each case after each start (default: 5; 3 with --quick).")
    private Optional<Integer> rounds;

    @Option(
            names = "--only",
            paramLabel = "CASE[,CASE...]",
            split = ",",
            description = "Cases, such as small-objects, with commas between them (default: all).")
    private Set<String> only = Set.of();

    private Overhead() {
        super("overhead");
    }

    public static void main(String[] arguments) {
        run(new Overhead(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--servers", servers);
        requireAtLeast(1, "--rounds", rounds);
        requireSomeOf(cases(0).stream().map(OverheadCase::name).toList(), "--only", only);
    }

    @Override
    protected OverheadReport measure(Servers servers) throws IOException, SQLException {
        createTables(servers);
        List<OverheadCase> queries = cases(onePercentOf(servers.first())).stream()
                .filter(query -> only.isEmpty() || only.contains(query.name()))
                .toList();
        int starts = this.servers.orElse(quick() ? 1 : 3);
        Map<OverheadCase, Rounds<ReleaseSetting>> measured = new LinkedHashMap<>();
        for (int start = 1; start <= starts; start++) {
            if (start > 1) {
                steps().begin("Starting the servers, %d of %d times".formatted(start, starts));
                servers.restart();
            }
            for (OverheadCase query : queries) {
                measured.merge(query, ask(servers, query), Rounds::and);
            }
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (OverheadCase query : queries) {
            comparisons.add(new Comparison(query, measured.get(query).requireEqual(query.name())));
        }
        return new OverheadReport(starts, comparisons);
    }

    /** Returns the number of objects on S3 of which bytes were read, without those of the index. */
    static double objectsRead(Run run) {
        return run.counts().data().objectsRead();
    }

    private void createTables(Servers servers) throws IOException, SQLException {
        Queries queries = servers.first();
        MeterTables.createSchema(queries);
        MeterOptions large =
                MeterOptions.defaults().withObjects(quick() ? 8 : 24).withMegabytes(quick() ? 2 : 10);
        int objects = quick() ? 100 : 1000;
        // one meter each: 10 kB
        MeterOptions many = MeterOptions.defaults().withObjects(objects).withMeters(objects);
        int days = quick() ? 10 : 100;
        MeterOptions daily = MeterOptions.defaults()
                .withDays(MeterOptions.defaults().firstDay(), days, 4 * days)
                .withMeters(100);
        steps().begin("Generating %d objects of %.0f MB, their rows in quotes, %d of one meter, and %d in %d partitions"
                .formatted(large.objects(), large.megabytes(), many.objects(), daily.objects(), days));
        MeterTables.LARGE_OBJECTS.create(large, servers.lake(), queries);
        MeterTables.QUOTED.createFrom(MeterTables.LARGE_OBJECTS, queries);
        MeterTables.MANY_OBJECTS.create(many, servers.lake(), queries);
        MeterTables.MANY_PARTITIONS.create(daily, servers.lake(), queries);
        steps().begin("Building their indexes");
        for (MeterTables table : MeterTables.values()) {
            table.index(queries).build();
        }
    }

    private static double onePercentOf(Queries queries) throws SQLException {
        return (double) queries.rows("SELECT round(approx_percentile(sumhc, 0.01), 3) FROM "
                        + MeterTables.LARGE_OBJECTS.name(Setting.PLAIN))
                .getFirst()
                .getFirst();
    }

    private Rounds<ReleaseSetting> ask(Servers servers, OverheadCase query) throws SQLException {
        steps().begin("%s: warming up".formatted(query.name()));
        boolean isBrief = query.isBrief() && !quick();
        rounds(servers, query, isBrief ? BRIEF_WARM_UPS : WARM_UPS);
        int together = isBrief ? BRIEF_RUNS : 1;
        Rounds<ReleaseSetting> measured = rounds(servers, query, together * rounds.orElse(quick() ? 3 : 5))
                .together(together);
        for (TrinoRelease release : releases()) {
            steps().note("%s on %s: ratio %s"
                    .formatted(
                            query.name(),
                            release,
                            OverheadReport.spread(new Comparison(query, measured).ratio(release, Run::seconds))));
        }
        return measured;
    }

    /** Measures rounds. Results must be equal: times of different work would mean nothing. */
    private Rounds<ReleaseSetting> rounds(Servers servers, OverheadCase query, int count) throws SQLException {
        Rounds<ReleaseSetting> rounds = Rounds.<ReleaseSetting>ask(
                        server -> servers.of(server.release()).run(query.sql(server.setting())),
                        turns(ReleaseSetting.all(releases()), count))
                .requireEqual(query.name());
        for (Map<ReleaseSetting, Run> round : rounds.rounds()) {
            for (TrinoRelease release : releases()) {
                double plain = objectsRead(round.get(ReleaseSetting.plain(release)));
                double skipping = objectsRead(round.get(ReleaseSetting.skipping(release)));
                if (plain != skipping) {
                    throw new SQLException("The index helps the query %s: %.0f and %.0f objects were read"
                            .formatted(query.name(), plain, skipping));
                }
            }
        }
        return rounds;
    }
}
