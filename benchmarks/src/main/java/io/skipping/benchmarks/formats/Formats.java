// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what columnar formats gain over text, without skipping and with it. */
@Command(
        name = "bin/bench formats",
        description = {
            "Asks for one column or all, of all records or of few, kept as text, compressed text, JSON, Parquet and"
                    + " ORC: by the stock Hive",
            "connector and with skipping, in turns on one server. Results must be equal.",
            ""
        })
public final class Formats extends LakeBenchmark {
    @Option(names = "--objects", paramLabel = "N", description = "Objects of each format (default: 6; 2 with --quick).")
    private Optional<Integer> objects = Optional.empty();

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description = {
                "Target size of a text object, in millions of bytes (default: 16; 2 with --quick). Below 14, Trino"
                        + " reads ORC stripes whole,",
                "whatever columns are asked for; below 5, Parquet objects too."
            })
    private Optional<Double> megabytes = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 5; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    private Formats() {
        super("formats");
    }

    public static void main(String[] arguments) {
        run(new Formats(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--objects", objects);
        if (!(megabytes.orElse(1.0) >= 0.1 && megabytes.orElse(1.0) <= 1000)) {
            throw wrong("--megabytes %s: give 0.1 to 1000".formatted(megabytes.get()));
        }
        requireAtLeast(1, "--rounds", rounds);
        if (records().records() > Integer.MAX_VALUE) {
            throw wrong("--objects %d: give at most %d of that size, so that the number of a record is an integer"
                    .formatted(objects(), Integer.MAX_VALUE / records().rows()));
        }
    }

    private int objects() {
        return objects.orElse(quick() ? 2 : 6);
    }

    private SyntheticRecords records() {
        return SyntheticRecords.of(objects(), megabytes.orElse(quick() ? 2.0 : 16.0));
    }

    @Override
    protected FormatsReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        SyntheticRecords records = records();
        Map<Format, Long> bytes = createTables(new Tables(lake, queries, records));
        List<Answers> answers = new ArrayList<>();
        for (Question question : Question.of(records)) {
            answers.add(new Answers(
                    question,
                    ask(queries, question.name(), Contender.all(), question::sql, rounds.orElse(quick() ? 1 : 5))));
        }
        return new FormatsReport(records.objects(), bytes, answers);
    }

    private Map<Format, Long> createTables(Tables tables) throws IOException, SQLException {
        tables.createSchema();
        Map<Format, Long> bytes = new EnumMap<>(Format.class);
        for (Format format : Format.compared()) {
            steps().begin("Writing " + format.title());
            bytes.put(format, tables.create(format));
        }
        for (Format format : Format.compared()) {
            steps().begin("Building the index over " + format.title());
            tables.index(format).build();
        }
        return bytes;
    }
}
