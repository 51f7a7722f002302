// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Reports the results of Spark.
 *
 * @param spark its version
 * @param tables the sizes of the objects and of the index
 * @param processes number of Sparks that were asked, each in the same number of rounds
 * @param answers those of the scan last
 */
record SparkSkippingReport(String spark, String tables, int processes, List<SparkAnswers> answers) implements Report {
    private static final List<SparkContender> CONTENDERS = List.of(SparkContender.values());

    @Override
    public String name() {
        return "skipping-spark";
    }

    @Override
    public String title() {
        return "Skipping in Spark " + spark;
    }

    @Override
    public void put(Records records) {
        for (SparkAnswers each : answers) {
            for (SparkContender contender : CONTENDERS) {
                Records.Target target =
                        records.of(contender.system(), each.question().name());
                each.rounds().put(target, contender);
                target.put("equal_results", each.rounds().equal());
                target.put("objects", each.rounds().of(contender, Answers::objects), "count");
            }
        }
    }

    @Override
    public boolean equalResults() {
        return answers.stream().allMatch(each -> each.rounds().equal());
    }

    @Override
    public List<Aim> aims() {
        return answers.stream().flatMap(each -> each.aims().stream()).toList();
    }

    @Override
    public String introduction() {
        return ("Meter readings as CSV: %s. *skipping-spark* is Spark with the extension, and with the indexes that its"
                        + " own build chooses, in ranges of %s; *spark* is the same Spark with"
                        + " `spark.skipping.enabled` off. Both answer every question in one process after"
                        + " another, %d in all, in alternating order, and the scan first. Numbers are medians of"
                        + " %d rounds, and of %d where all bytes are read. Each question lists the objects again."
                        + " Requests and bytes are those that the S3 endpoint saw, for listings and the index"
                        + " too; CPU time is that of the process.")
                .formatted(
                        tables,
                        SparkSkipping.RANGE_SIZE,
                        processes,
                        answers.getFirst().rounds().count(SparkContender.SPARK),
                        answers.getLast().rounds().count(SparkContender.SPARK));
    }

    @Override
    public void append(Markdown text) {
        table(text, "Seconds", Run::seconds, "%.2f"::formatted);
        table(text, "Seconds of CPU", Run::cpuSeconds, "%.2f"::formatted);
        table(text, "Bytes from the store", Run::bytes, bytes -> Quantity.bytes(Math.round(bytes)));
        table(text, "Requests to the store", Run::requests, "%.0f"::formatted);
        table(text, "Objects read", Answers::objects, "%.0f"::formatted);
        text.cases(
                answers.stream().map(SparkAnswers::question).toList(),
                question -> question.sql().formatted(SparkSkipping.TABLE));
    }

    private void table(Markdown text, String heading, ToDoubleFunction<Run> metric, Function<Double, String> number) {
        text.table(
                heading,
                answers,
                each -> each.question().name(),
                CONTENDERS,
                (each, contender) ->
                        number.apply(each.rounds().of(contender, metric).median()));
    }
}
