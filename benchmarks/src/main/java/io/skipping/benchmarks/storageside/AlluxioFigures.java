// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.storageside.KeyedTable.Arrangement;
import io.skipping.benchmarks.storageside.KeyedTable.Way;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Repeats the experiments of the paper on filters in Alluxio, beside skipping. */
@Command(
        name = "bin/bench alluxio",
        description = {
            "Repeats the experiments of the paper on filters in Alluxio (figures 7 to 12): rows × columns × the share that"
                    + " is wanted, read by the",
            "stock Hive connector, by skipping, and through a filter at the store that decodes and encodes Parquet."
                    + " Results must be equal.",
            ""
        })
public final class AlluxioFigures extends LakeBenchmark {
    private static final int MILLION = 1 << 20;
    /** Limits the rows of tables of which all shares are asked for. */
    private static final int MANY = 4 * MILLION;

    @Option(
            names = "--rows",
            paramLabel = "N",
            split = ",",
            description =
                    "Numbers of rows, multiples of 8, with commas between them (default: 1048576,4194304,16777216;"
                            + " 65536 with --quick).")
    private List<Integer> rows = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each is asked (default: 9 of up to 1048576 rows, 3 of more; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    private AlluxioFigures() {
        super("alluxio");
    }

    public static void main(String[] arguments) {
        run(new AlluxioFigures(), arguments);
    }

    @Override
    protected void check() {
        for (int count : rows) {
            if (count < KeyedTable.OBJECTS || count % KeyedTable.OBJECTS != 0) {
                throw wrong(
                        "--rows %d: give multiples of %d, the number of objects".formatted(count, KeyedTable.OBJECTS));
            }
        }
        requireAtLeast(1, "--rounds", rounds);
    }

    private List<Integer> rows() {
        if (!rows.isEmpty()) {
            return rows.stream().distinct().toList();
        }
        return quick() ? List.of(MILLION / 16) : List.of(MILLION, 4 * MILLION, 16 * MILLION);
    }

    private int rounds(long count) {
        return rounds.orElse(quick() ? 1 : count > MILLION ? 3 : 9);
    }

    private static List<Integer> shares(long count) {
        return count > MANY ? List.of(0, 40, 100) : List.of(0, 20, 40, 60, 80, 100);
    }

    /** Starts a server that can write the largest table anew: its writers buffer eleven columns of several files. */
    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).heap("6g").start();
    }

    @Override
    protected AlluxioReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        KeyedTables tables = new KeyedTables(lake, queries);
        tables.createSchema();
        Map<KeyedTable, Long> bytes = new LinkedHashMap<>();
        List<KeyedOutcome> outcomes = new ArrayList<>();
        for (KeyedTable table : tables()) {
            steps().begin("Writing " + table.name());
            bytes.put(table, tables.create(table));
            List<Integer> shares = shares(table.rows());
            for (int share : shares) {
                steps().begin(table.caseName(share));
                boolean first = share == shares.getFirst();
                KeyedOutcome outcome = tables.ask(table, share, rounds(table.rows()), first);
                for (Way way : Way.values()) {
                    steps().note("%-20s %.3f s".formatted(way.system(), outcome.seconds(way)));
                }
                outcomes.add(outcome);
            }
            tables.drop(table);
        }
        return new AlluxioReport(bytes, outcomes);
    }

    private List<KeyedTable> tables() {
        List<KeyedTable> all = new ArrayList<>();
        for (int count : rows()) {
            for (int values : List.of(1, 5, 10)) {
                for (Arrangement arrangement : Arrangement.values()) {
                    all.add(new KeyedTable(count, values, arrangement));
                }
            }
        }
        return all;
    }
}
