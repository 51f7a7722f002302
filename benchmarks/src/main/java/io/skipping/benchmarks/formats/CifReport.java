// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reports the results.
 *
 * @param answers by figure
 */
record CifReport(List<CifTables.Loaded> loaded, Map<CifFigure, List<Answers>> answers) implements Report {
    private static final String WITH_INDEX = "skipping-parquet_by_hive-parquet.load.seconds.ratio";

    @Override
    public String name() {
        return "cif";
    }

    @Override
    public String title() {
        return "The figures of the CIF paper";
    }

    private Stream<Answers> all() {
        return answers.values().stream().flatMap(List::stream);
    }

    @Override
    public boolean equalResults() {
        return all().allMatch(each -> each.rounds().equal())
                && loaded.stream().allMatch(each -> each.conversions().equal());
    }

    @Override
    public void put(Records records) {
        for (CifTables.Loaded each : loaded) {
            String load = load(each);
            each.sizes()
                    .forEach((format, bytes) -> records.of(
                                    Contender.plain(format).system(),
                                    "data/" + each.data().name())
                            .put("bytes", bytes, "B"));
            for (Contender contender : each.conversions().systems()) {
                records.of(contender.system(), load)
                        .put("seconds", each.conversions().of(contender, Run::seconds), "s");
            }
            each.builds().forEach((format, build) -> {
                Records.Target target = records.of(Contender.skipping(format).system(), load);
                target.put("build.seconds", build.seconds(), "s");
                target.put("index.bytes", build.bytes(), "B");
            });
        }
        all().forEach(each -> each.rounds().systems().forEach(contender -> {
            Records.Target target =
                    records.of(contender.system(), each.question().name());
            each.rounds().put(target, contender);
            target.put("equal_results", each.rounds().equal());
        }));
        CifPublished.all()
                .forEach(published -> rounds(published.name())
                        .ifPresent(rounds -> records.of("measured", published.name())
                                .put(published.ratio(), published.measured(rounds), "1")));
        loaded.stream().filter(each -> load(each).equals(CifPublished.LOAD)).forEach(each -> {
            put(records, "CIF", CifPublished.CIF_MINUTES);
            put(records, "CIF-SL", CifPublished.SKIP_LISTS_MINUTES);
            put(records, "RCFile", CifPublished.RC_MINUTES);
            withIndex(each)
                    .ifPresent(
                            ratio -> records.of("measured", CifPublished.LOAD).put(WITH_INDEX, ratio, "1"));
        });
    }

    private static void put(Records records, String format, int minutes) {
        records.of("published " + format, CifPublished.LOAD).put("seconds", 60 * minutes, "s");
    }

    /**
     * Returns how many times as long it takes to convert all objects to Parquet and to build the index as without the index; empty if
     * none was built.
     */
    private static OptionalDouble withIndex(CifTables.Loaded loaded) {
        CifTables.Build build = loaded.builds().get(Format.PARQUET);
        if (build == null) {
            return OptionalDouble.empty();
        }
        double converting = seconds(loaded, Format.PARQUET);
        return OptionalDouble.of((converting + build.seconds()) / converting);
    }

    private static String load(CifTables.Loaded loaded) {
        return "load/" + loaded.data().name();
    }

    private Optional<Rounds<Contender>> rounds(String name) {
        return Stream.concat(
                        all().filter(each -> each.question().name().equals(name))
                                .map(Answers::rounds),
                        loaded.stream().filter(each -> load(each).equals(name)).map(CifTables.Loaded::conversions))
                .findFirst();
    }

    @Override
    public List<Aim> aims() {
        return answers.entrySet().stream()
                .flatMap(each -> {
                    Rounds<Contender> together = Rounds.asOne(
                            each.getValue().stream().map(Answers::rounds).toList());
                    return each.getKey().contenders().stream()
                            .filter(Contender::skips)
                            .map(contender -> Aim.ratio(
                                    "%s: time of skipping by that of the stock connector over %s"
                                            .formatted(
                                                    each.getKey().title(),
                                                    contender.format().title()),
                                    Aim.NOT_SLOWER,
                                    together.ratio(contender, Contender.plain(contender.format()), Run::seconds)));
                })
                .toList();
    }

    @Override
    public String introduction() {
        return "The experiments of *Column-Oriented Storage Techniques for MapReduce* (PVLDB 4(7), 2011), with the same rows in"
                + " the same order in each format. *hive* is the stock Hive connector, *skipping* is ours, with the indexes"
                + " that it chooses by itself, and of the crawl one of type `ngram` over each URL. In each round, each"
                + " of them answered every question, in alternating order. Numbers are medians of %d rounds, after a round to warm up, so that indexes are in memory."
                        .formatted(all().findFirst()
                                .orElseThrow()
                                .rounds()
                                .rounds()
                                .size())
                + " Bytes are those that the S3 endpoint saw.";
    }

    @Override
    public void append(Markdown text) {
        appendPublished(text);
        appendWinners(text);
        answers.forEach((figure, of) -> {
            table(text, figure, of, "seconds", Run::seconds, CifReport::decimal);
            table(text, figure, of, "bytes", Run::bytes, CifReport::bytes);
        });
        loaded.forEach(each -> appendLoad(text, each));
        text.cases(
                all().map(Answers::question).toList(), question -> question.sql(Contender.skipping(Format.SEQUENCE)));
    }

    private void appendPublished(Markdown text) {
        text.heading("Beside the published numbers");
        text.line("| Case | Ratio | Published | Here |").line("|---|---|---|---|");
        CifPublished.all()
                .forEach(each -> rounds(each.name())
                        .ifPresent(rounds -> text.line(
                                "| %s | %s of %s ÷ %s | %s | %s |",
                                each.name(),
                                each.metric(),
                                each.system().system(),
                                each.other().system(),
                                each.published(),
                                each.measured(rounds).text(2))));
    }

    /** Writes which format of rows with skipping, and which columnar one without, takes least for each question. */
    private void appendWinners(Markdown text) {
        text.heading("Where rows with skipping win, where columns win");
        text.line(
                "The best format of rows, read with skipping, beside the best columnar one, read by the stock connector.");
        text.line("");
        text.line("| | Bytes: rows | columns | Fewer | Seconds: rows | columns | Faster |")
                .line("|---|---|---|---|---|---|---|");
        all().forEach(each -> text.line(
                "| %s |%s%s",
                each.question().name(),
                winner(each, Run::bytes, CifReport::bytes),
                winner(each, Run::seconds, CifReport::decimal)));
    }

    private static String winner(Answers answers, ToDoubleFunction<Run> metric, DoubleFunction<String> number) {
        Contender rows = best(answers, each -> each.skips() && !each.format().columnar(), metric);
        Contender columns = best(answers, each -> !each.skips() && each.format().columnar(), metric);
        double ofRows = answers.median(rows, metric);
        double ofColumns = answers.median(columns, metric);
        return " %s, %s | %s, %s | %s |"
                .formatted(
                        number.apply(ofRows),
                        rows.format().title(),
                        number.apply(ofColumns),
                        columns.format().title(),
                        ofRows < ofColumns
                                ? "rows, %s ×".formatted(decimal(ofColumns / ofRows))
                                : "columns, %s ×".formatted(decimal(ofRows / ofColumns)));
    }

    private static Contender best(Answers answers, Predicate<Contender> which, ToDoubleFunction<Run> metric) {
        return answers.rounds().systems().stream()
                .filter(which)
                .min(Comparator.comparingDouble(each -> answers.median(each, metric)))
                .orElseThrow();
    }

    private static void table(
            Markdown text,
            CifFigure figure,
            List<Answers> answers,
            String what,
            ToDoubleFunction<Run> metric,
            DoubleFunction<String> number) {
        text.table(
                "%s: %s".formatted(figure.title(), what),
                answers,
                each -> each.question().name(),
                figure.contenders(),
                (each, contender) -> number.apply(each.median(contender, metric)));
    }

    private static void appendLoad(Markdown text, CifTables.Loaded loaded) {
        text.heading("Table 2: loading %s".formatted(loaded.data().name()));
        text.line(
                "%d rows in %d objects of each format: %s. The seconds are those in which Trino converts an"
                        + " object from a sequence file, and those of building"
                        + " the index over all objects.",
                loaded.data().count(),
                loaded.data().objects(),
                loaded.sizes().entrySet().stream()
                        .map(each -> "%s of %s"
                                .formatted(bytes(each.getValue()), each.getKey().title()))
                        .collect(Collectors.joining(", ")));
        text.line("");
        text.line("| | Converting an object | Building the index | Index |").line("|---|---|---|---|");
        loaded.builds()
                .forEach((format, build) -> text.line(
                        "| %s | %s | %s | %s |",
                        format.title(),
                        format == Format.SEQUENCE
                                ? "–"
                                : loaded.conversions()
                                        .of(Contender.plain(format), Run::seconds)
                                        .text(2),
                        decimal(build.seconds()),
                        bytes(build.bytes())));
        if (load(loaded).equals(CifPublished.LOAD)) {
            appendPublishedLoad(text, loaded);
        }
    }

    /** Writes the paper's table beside the same for what stands for its formats. */
    private static void appendPublishedLoad(Markdown text, CifTables.Loaded loaded) {
        text.line("")
                .line("Table 2 of the paper, of 57 GB; here all objects one after the other:")
                .line("")
                .line("| The paper | Minutes | By CIF | Here | By Parquet |")
                .line("|---|---|---|---|---|");
        appendPublishedLoad(text, "CIF", CifPublished.CIF_MINUTES, "Parquet", OptionalDouble.of(1));
        appendPublishedLoad(
                text,
                "CIF-SL, with skip lists",
                CifPublished.SKIP_LISTS_MINUTES,
                "Parquet with its index",
                withIndex(loaded));
        appendPublishedLoad(
                text,
                "RCFile",
                CifPublished.RC_MINUTES,
                "RCFile",
                OptionalDouble.of(seconds(loaded, Format.RC_BINARY) / seconds(loaded, Format.PARQUET)));
    }

    private static void appendPublishedLoad(
            Markdown text, String published, int minutes, String format, OptionalDouble ratio) {
        text.line(
                "| %s | %d | %s | %s | %s |",
                published,
                minutes,
                decimal((double) minutes / CifPublished.CIF_MINUTES),
                format,
                ratio.isPresent() ? decimal(ratio.getAsDouble()) : "");
    }

    private static double seconds(CifTables.Loaded loaded, Format format) {
        return loaded.conversions().rounds().stream()
                .mapToDouble(round -> round.get(Contender.plain(format)).seconds())
                .sum();
    }

    private static String bytes(double bytes) {
        return Quantity.bytes(Math.round(bytes));
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
