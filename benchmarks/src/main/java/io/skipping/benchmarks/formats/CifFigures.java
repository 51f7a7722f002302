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

/** Repeats the experiments of the CIF paper over today's formats, without skipping and with it. */
@Command(
        name = "bin/bench cif",
        description = {
            "Repeats the experiments of the paper on CIF: scans (figure 7), selectivity (figure 10), numbers of columns"
                    + " (figure 11), a crawl",
            "(table 1) and loading (table 2), of text, CSV, sequence files, Avro, RCFile, Parquet and ORC: by the stock"
                    + " Hive connector and with",
            "skipping, in turns on one server. Results must be equal.",
            ""
        })
public final class CifFigures extends LakeBenchmark {
    /** The number of questions of each figure and table with --quick. */
    private static final int QUICK = 3;

    @Option(names = "--objects", paramLabel = "N", description = "Objects of each table (default: 4; 2 with --quick).")
    private Optional<Integer> objects = Optional.empty();

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description = "Target size of a text object, in millions of bytes (default: 16; 1 with --quick).")
    private Optional<Double> megabytes = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 9; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    private CifFigures() {
        super("cif");
    }

    public static void main(String[] arguments) {
        run(new CifFigures(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--objects", objects);
        requireAtLeast(1, "--rounds", rounds);
        if (!(size() >= 0.1 && size() <= 30)) {
            // larger ones have several splits, whose rows would be out of order in the object that is written of them
            throw wrong("--megabytes %s: give 0.1 to 30".formatted(size()));
        }
    }

    private int objects() {
        return objects.orElse(quick() ? 2 : 4);
    }

    private double size() {
        return megabytes.orElse(quick() ? 1.0 : 16.0);
    }

    @Override
    protected CifReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        SyntheticRecords records = SyntheticRecords.of(objects(), size());
        steps().begin("Writing text");
        Tables text = new Tables(lake, queries, records);
        text.createSchema();
        text.create(Format.TEXT);
        List<CifTables.Loaded> loaded = load(queries, records);
        Map<CifFigure, List<Answers>> answers = new EnumMap<>(CifFigure.class);
        for (CifFigure figure : CifFigure.values()) {
            List<Answers> ofFigure = new ArrayList<>();
            for (CifTables.Loaded each : loaded) {
                List<Question> questions = figure.questions(each.data());
                int count = quick() ? Math.min(QUICK, questions.size()) : questions.size();
                for (Question question : questions.subList(0, count)) {
                    ofFigure.add(new Answers(
                            question,
                            ask(
                                    queries,
                                    question.name(),
                                    figure.contenders(),
                                    question::sql,
                                    rounds.orElse(quick() ? 1 : 9))));
                }
            }
            answers.put(figure, ofFigure);
        }
        return new CifReport(loaded, answers);
    }

    private List<CifTables.Loaded> load(Queries queries, SyntheticRecords records) throws IOException, SQLException {
        CifTables tables = new CifTables(queries);
        List<CifData> data = new ArrayList<>(List.of(CifData.records(records)));
        for (int width : quick() ? List.of(20) : List.of(20, 40, 80)) {
            data.add(CifData.wide(width, objects(), size()));
        }
        data.add(CifData.crawl(objects(), size()));
        List<CifTables.Loaded> all = new ArrayList<>();
        for (CifData each : data) {
            steps().begin("Loading " + each.name());
            CifTables.Loaded loaded = tables.load(each);
            steps().begin("Building the indexes of " + each.name());
            tables.index(loaded);
            all.add(loaded);
        }
        return all;
    }
}
