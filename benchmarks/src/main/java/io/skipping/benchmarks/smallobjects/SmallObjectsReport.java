// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Reports the results.
 *
 * @param builds builds over a part of the objects, and over all of them
 * @param added number of new objects each time the index was made again
 * @param again builds after adding these objects
 */
record SmallObjectsReport(int added, List<Builds> builds, List<Work> again, List<Answers> answers) implements Report {
    @Override
    public String name() {
        return "small-objects";
    }

    @Override
    public String title() {
        return "Many small objects";
    }

    /** How many times less time DataSteward takes for a group of files than its clients take one by one: "one order of magnitude". */
    private static final double DATA_STEWARD = 10;

    private static final List<RequestKind> KINDS =
            List.of(RequestKind.LIST, RequestKind.HEAD, RequestKind.GET, RequestKind.PUT);

    @Override
    public boolean equalResults() {
        return answers.stream().allMatch(each -> each.rounds().equal());
    }

    private Builds all() {
        return builds.getLast();
    }

    private Quartiles again(ToDoubleFunction<Work> metric) {
        return Quartiles.of(again.stream().mapToDouble(metric));
    }

    @Override
    public void put(Records records) {
        for (Builds each : builds) {
            String name = "objects=" + each.objects();
            for (Way way : each.ways()) {
                Records.Target target = records.of(way.system(), name + "/build");
                target.put("runs", each.rounds().size(), "count");
                target.put("seconds", each.of(way, Work::seconds), "s");
                target.put("scans.ratio", each.inScans(way), "1");
                target.put("objects.per.second", each.of(way, work -> each.objects() / work.seconds()), "1/s");
                requests(target, metric -> each.of(way, metric));
            }
            Records.Target index = records.of("skipping", name + "/index");
            index.put("bytes", each.indexBytes(), "B");
            index.put("data.bytes", each.dataBytes(), "B");
            index.put("data.ratio", each.indexPart(), "1");
        }
        records.of("DataSteward", "published").put("times.faster", DATA_STEWARD, "1");
        timesFaster()
                .ifPresent(ratio -> records.of("skipping", "published/build").put("times.faster", ratio, "1"));
        for (Answers each : ofAll()) {
            records.of("skipping", "published/" + each.question().name())
                    .put("times.faster", each.rounds().ratio(Setting.PLAIN, Setting.SKIPPING, Run::seconds), "1");
        }
        Records.Target late = records.of("skipping", "objects=%d/build-again".formatted(all().objects()));
        late.put("objects", added, "count");
        late.put("seconds", again(Work::seconds), "s");
        requests(late, this::again);
        for (Answers each : answers) {
            for (Setting setting : each.rounds().systems()) {
                Records.Target target = records.of(setting.system(), each.name());
                target.put("runs", each.rounds().count(setting), "count");
                each.rounds().put(target, setting);
                target.put("equal_results", each.rounds().equal());
                target.put("objects", each.rounds().of(setting, Answers::objects), "count");
            }
            for (Setting setting : List.of(Setting.PLAIN, Setting.SKIPPING)) {
                records.of(setting.system(), each.name() + "/planning")
                        .put("seconds", each.planning().of(setting, Run::seconds), "s");
            }
        }
    }

    private static void requests(Records.Target target, Function<ToDoubleFunction<Work>, Quartiles> quartiles) {
        target.put("requests", quartiles.apply(work -> work.counts().requests()), "count");
        for (RequestKind kind : KINDS) {
            target.put("requests." + kind, quartiles.apply(work -> work.counts().count(kind)), "count");
        }
        target.put("bytes", quartiles.apply(work -> work.counts().bytesSent()), "B");
        target.put("written.bytes", quartiles.apply(work -> work.counts().bytesReceived()), "B");
    }

    @Override
    public List<Aim> aims() {
        return Aims.of(builds, answers);
    }

    @Override
    public String introduction() {
        return String.format(
                Locale.ROOT,
                "%,d CSV objects with the readings of a meter on a day each, %s, in 28 partitions. *In groups* is a"
                        + " build as it is by default; *one by one* has a split, and a file of summaries, for each object,"
                        + " which takes so long that it is measured of %,d objects only; the scan is the stock"
                        + " connector's, which counts the values of all columns. Medians, quartiles in brackets. Requests"
                        + " and bytes are those that the S3 endpoint saw.",
                all().objects(),
                Quantity.bytes(all().dataBytes()),
                builds.getFirst().objects());
    }

    @Override
    public void append(Markdown text) {
        text.line("## Making the index");
        text.line("");
        text.line("| Objects | | Runs | Seconds | In scans | Requests | LIST | HEAD | GET | PUT | Bytes read | Bytes"
                + " written |");
        text.line("|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Builds each : builds) {
            for (Way way : each.ways()) {
                text.line(
                        "| %,d | %s | %d | %s | %s | %s |",
                        each.objects(),
                        way.title(),
                        each.rounds().size(),
                        spread(each.of(way, Work::seconds)),
                        spread(each.inScans(way)),
                        requests(metric -> each.of(way, metric)));
            }
        }
        text.line(
                "| %,d | again, %,d more are new | %d | %s | | %s |",
                all().objects(), added, again.size(), spread(again(Work::seconds)), requests(this::again));
        text.line("");
        for (Builds each : builds) {
            text.line(
                    "The index of %,d objects takes %s, %.2f %% of the data.",
                    each.objects(), Quantity.bytes(each.indexBytes()), 100 * each.indexPart());
        }
        published(text);
        questions(text);
    }

    /** Returns how many times as long a build of the fewest objects takes one by one as in groups, round by round. */
    private Optional<Quartiles> timesFaster() {
        Builds few = builds.getFirst();
        return few.ways().contains(Way.ONE_BY_ONE)
                ? Optional.of(Quartiles.of(few.rounds().stream()
                        .mapToDouble(round -> round.get(Way.ONE_BY_ONE).seconds()
                                / round.get(Way.GROUPED).seconds())))
                : Optional.empty();
    }

    private List<Answers> ofAll() {
        return answers.stream().filter(one -> one.objects() == all().objects()).toList();
    }

    private void published(Markdown text) {
        text.line("");
        text.line("## Beside DataSteward");
        text.line("");
        text.line(
                "DataSteward handles a group of 28,000 files, each smaller than 10 kB, with one order of magnitude less time than"
                        + " clients of cloud storage, whatever the operation is (5.3.2, figure 5.7): %.0f times less. Here:",
                DATA_STEWARD);
        text.line("");
        text.line("| Objects | Operation | Compared | Times less time |");
        text.line("|---|---|---|---|");
        timesFaster()
                .ifPresent(ratio -> text.line(
                        "| %,d | making the index | one by one ÷ in groups | %s |",
                        builds.getFirst().objects(), ratio.text(1)));
        for (Answers each : ofAll()) {
            text.line(
                    "| %,d | %s | hive ÷ skipping | %s |",
                    each.objects(),
                    each.question().name(),
                    each.rounds()
                            .ratio(Setting.PLAIN, Setting.SKIPPING, Run::seconds)
                            .text(1));
        }
    }

    private void questions(Markdown text) {
        text.line("");
        text.line("## Questions");
        text.line("");
        text.line("By the stock connector (*hive*), by ours with skipping off, and with skipping. Where skipping reads"
                + " few of many objects, the stock connector, which reads all, has one run. *Planning* is what"
                + " EXPLAIN takes.");
        text.line("");
        text.line(
                "| Objects | | System | Runs | Seconds | Seconds of CPU | Requests | Bytes | Objects read | with a row"
                        + " | Planning, s |");
        text.line("|---|---|---|---|---|---|---|---|---|---|---|");
        for (Answers each : answers) {
            for (Setting setting : each.rounds().systems()) {
                text.line(
                        "| %,d | %s | %s | %d | %s | %.2f | %.0f | %s | %.0f | %d | %s |",
                        each.objects(),
                        each.question().name(),
                        setting.system(),
                        each.rounds().count(setting),
                        spread(each.rounds().of(setting, Run::seconds)),
                        each.rounds().of(setting, Run::cpuSeconds).median(),
                        each.rounds().of(setting, Run::requests).median(),
                        Quantity.bytes(
                                Math.round(each.rounds().of(setting, Run::bytes).median())),
                        each.rounds().of(setting, Answers::objects).median(),
                        each.objectsWanted(),
                        setting == Setting.OFF ? "" : spread(each.planning().of(setting, Run::seconds)));
            }
        }
        text.line("");
        for (Answers each : ofAll()) {
            text.line(
                    "- **%s**: %s: `%s`",
                    each.question().name(),
                    each.question().description(),
                    each.question().condition());
        }
    }

    /** Returns the cells of a row. */
    private static String requests(Function<ToDoubleFunction<Work>, Quartiles> median) {
        StringBuilder cells = new StringBuilder(number(median, RequestCounts::requests));
        for (RequestKind kind : KINDS) {
            cells.append(" | ").append(number(median, counts -> counts.count(kind)));
        }
        return cells.append(" | ")
                .append(bytes(median, RequestCounts::bytesSent))
                .append(" | ")
                .append(bytes(median, RequestCounts::bytesReceived))
                .toString();
    }

    private static String number(
            Function<ToDoubleFunction<Work>, Quartiles> median, ToDoubleFunction<RequestCounts> metric) {
        return String.format(
                Locale.ROOT,
                "%,.0f",
                median.apply(work -> metric.applyAsDouble(work.counts())).median());
    }

    private static String bytes(
            Function<ToDoubleFunction<Work>, Quartiles> median, ToDoubleFunction<RequestCounts> metric) {
        return Quantity.bytes(Math.round(
                median.apply(work -> metric.applyAsDouble(work.counts())).median()));
    }

    private static String spread(Quartiles quartiles) {
        return quartiles.text(2);
    }
}
