// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.trino.TrinoRelease;
import java.util.List;

/**
 * Reports the results.
 *
 * @param starts how often the servers were started
 */
record OverheadReport(int starts, List<Comparison> comparisons) implements Report {
    @Override
    public String name() {
        return "overhead";
    }

    @Override
    public String title() {
        return "What skipping costs a query that it can't help";
    }

    @Override
    public String introduction() {
        return "Every object and every range of it holds a row that the query wants: the index is asked, and nothing"
                + " is skipped. Runs by a server of each release in turns, in alternating order, after a warm-up: the"
                + " median, and in brackets the quartiles. The ratio is that of skipping to the stock Hive connector of the"
                + " same release in each round; 1.02 is 2 % slower. Tables and indexes are the same for all servers."
                + " The servers were started " + starts + (starts == 1 ? " time" : " times") + ", since what the JVM"
                + " compiles, and how, differs from start to start. A round of a case of small objects is the median of some"
                + " runs."
                + " Results were equal before anything was measured, and in every round. The benchmark's own load is about"
                + " the number of cores; more than that is other work that the machine did meanwhile.";
    }

    @Override
    public boolean equalResults() {
        return comparisons.stream().allMatch(each -> each.rounds().equal());
    }

    @Override
    public List<Aim> aims() {
        return comparisons.stream()
                .flatMap(each -> each.releases().stream()
                        .map(release -> Aim.ratio(
                                "%s on %s: time of skipping by that of hive"
                                        .formatted(each.query().name(), release),
                                Aim.NOT_SLOWER,
                                each.ratio(release, Run::seconds))))
                .toList();
    }

    @Override
    public void put(Records records) {
        comparisons.forEach(comparison -> put(records, comparison));
    }

    private static void put(Records records, Comparison comparison) {
        String name = comparison.query().name();
        Rounds<ReleaseSetting> rounds = comparison.rounds();
        for (ReleaseSetting server : rounds.systems()) {
            Records.Target target = records.of(server.system(), name);
            target.put("rounds", rounds.rounds().size(), "count");
            rounds.put(target, server);
            target.put("index.requests", rounds.of(server, OverheadReport::indexRequests), "count");
            target.put("objects", rounds.of(server, Overhead::objectsRead), "count");
        }
        for (TrinoRelease release : comparison.releases()) {
            Records.Target target = records.of(ReleaseSetting.skipping(release).system(), name);
            target.put("seconds.ratio", comparison.ratio(release, Run::seconds), "1");
            target.put("cpu.seconds.ratio", comparison.ratio(release, Run::cpuSeconds), "1");
            target.put("equal_results", rounds.equal());
        }
    }

    @Override
    public void append(Markdown text) {
        text.line(
                "| Case | Trino | Rounds | Hive connector, s | Skipping, s | Ratio of time | Ratio of CPU time | Requests:"
                        + " Hive, skipping | of them for the index | Objects read | Equal |");
        text.line("|---|---|---|---|---|---|---|---|---|---|---|");
        for (Comparison comparison : comparisons) {
            comparison.releases().forEach(release -> text.append(line(comparison, release)));
        }
        text.cases(comparisons.stream().map(Comparison::query).toList(), query -> query.sql(Setting.SKIPPING));
    }

    private static String line(Comparison comparison, TrinoRelease release) {
        Rounds<ReleaseSetting> rounds = comparison.rounds();
        ReleaseSetting plain = ReleaseSetting.plain(release);
        ReleaseSetting skipping = ReleaseSetting.skipping(release);
        return "| %s | %s | %d | %s | %s | %s | %s | %s, %s | %s | %s | %s |\n"
                .formatted(
                        comparison.query().name(),
                        release,
                        rounds.rounds().size(),
                        spread(rounds.of(plain, Run::seconds)),
                        spread(rounds.of(skipping, Run::seconds)),
                        spread(comparison.ratio(release, Run::seconds)),
                        spread(comparison.ratio(release, Run::cpuSeconds)),
                        count(rounds.of(plain, Run::requests)),
                        count(rounds.of(skipping, Run::requests)),
                        count(rounds.of(skipping, OverheadReport::indexRequests)),
                        count(rounds.of(skipping, Overhead::objectsRead)),
                        Aim.Verdict.of(rounds.equal()));
    }

    private static double indexRequests(Run run) {
        return run.counts().index().requests();
    }

    static String spread(Quartiles quartiles) {
        return quartiles.text(3);
    }

    private static String count(Quartiles quartiles) {
        return Long.toString(Math.round(quartiles.median()));
    }
}
