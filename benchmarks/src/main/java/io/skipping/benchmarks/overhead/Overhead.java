// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.MeterOptions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what skipping costs for queries that it cannot help. */
@Command(
        name = "bin/bench overhead",
        description = {
            "Runs queries that no index helps by the stock Hive connector and with skipping, in pairs of alternating"
                    + " order on",
            "one server, and compares time, CPU time and requests. Results must be equal.",
            ""
        })
public final class Overhead extends LakeBenchmark {
    private static final int WARM_UPS = 3;

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

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of each case (default: 15; 3 with --quick).")
    private Optional<Integer> pairs;

    private Overhead() {
        super("overhead");
    }

    public static void main(String[] arguments) {
        run(new Overhead(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--pairs", pairs);
    }

    @Override
    protected OverheadReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        createTables(lake, queries);
        List<Comparison> comparisons = new ArrayList<>();
        for (OverheadCase query : cases(onePercentOf(queries))) {
            comparisons.add(compare(queries, query));
        }
        return new OverheadReport(comparisons);
    }

    /** Returns the number of objects on S3 of which bytes were read, without those of the index. */
    static double objectsRead(Run run) {
        return run.counts().data().objectsRead();
    }

    private void createTables(LocalLake lake, Queries queries) throws IOException, SQLException {
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
        MeterTables.LARGE_OBJECTS.create(large, lake, queries);
        MeterTables.QUOTED.createFrom(MeterTables.LARGE_OBJECTS, queries);
        MeterTables.MANY_OBJECTS.create(many, lake, queries);
        MeterTables.MANY_PARTITIONS.create(daily, lake, queries);
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

    private Comparison compare(Queries queries, OverheadCase query) throws SQLException {
        steps().begin("%s: warming up".formatted(query.name()));
        pairs(queries, query, WARM_UPS);
        Rounds<Setting> measured = pairs(queries, query, pairs.orElse(quick() ? 3 : 15));
        steps().note("%s: ratio %s"
                .formatted(
                        query.name(),
                        OverheadReport.spread(measured.ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds))));
        return new Comparison(query, measured);
    }

    /**
     * Measures pairs; even ones begin with Hive, odd ones with skipping. Results must be equal: times of different work
     * would mean nothing.
     */
    private static Rounds<Setting> pairs(Queries queries, OverheadCase query, int count) throws SQLException {
        Rounds<Setting> pairs = Rounds.<Setting>ask(
                        setting -> queries.run(query.sql(setting)),
                        Collections.nCopies(count, List.of(Setting.PLAIN, Setting.SKIPPING)))
                .requireEqual(query.name());
        for (Map<Setting, Run> pair : pairs.rounds()) {
            double plain = objectsRead(pair.get(Setting.PLAIN));
            double skipping = objectsRead(pair.get(Setting.SKIPPING));
            if (plain != skipping) {
                throw new SQLException("The index helps the query %s: %.0f and %.0f objects were read"
                        .formatted(query.name(), plain, skipping));
            }
        }
        return pairs;
    }
}
