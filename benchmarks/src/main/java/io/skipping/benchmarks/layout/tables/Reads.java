// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.ComputedLayouts.OfAll;
import io.skipping.benchmarks.measure.Case;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.lake.Run;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Adds up what boxes of one size read of one layout.
 *
 * @param table the table that they read
 * @param kilometres length of the boxes' sides
 * @param answered at least one; the first was answered in all ways but by plain Spark
 */
record Reads(Written table, int kilometres, List<Answered> answered) implements Case {
    @Override
    public String name() {
        return "%s/%dx%dkm".formatted(table.layout(), kilometres, kilometres);
    }

    @Override
    public String description() {
        return "boxes of %d km around a meter, of a table by %s".formatted(kilometres, table.layout());
    }

    private Stream<Run> runs(Way way) {
        return answered.stream()
                .flatMap(each -> each.rounds().rounds().stream())
                .filter(round -> round.containsKey(way))
                .map(round -> round.get(way));
    }

    boolean isAnswered(Way way) {
        return runs(way).findAny().isPresent();
    }

    /** Returns the quartiles of the questions' own numbers. */
    Quartiles quartiles(Way way, ToDoubleFunction<Run> metric) {
        return Quartiles.of(runs(way).mapToDouble(metric));
    }

    double mean(Way way, ToDoubleFunction<Run> metric) {
        return runs(way).mapToDouble(metric).average().orElseThrow();
    }

    /** Returns the mean number of data objects of which bytes were read. */
    double objects(Way way) {
        return mean(way, run -> run.objects(LaidOutTable.SCHEMA + "/"));
    }

    /** Returns the mean number of objects that an index cannot skip, by computation. */
    double computedObjects() {
        return answered.stream()
                .mapToInt(each -> each.computed().objects())
                .average()
                .orElseThrow();
    }

    /** Returns how many times fewer bytes are sent than the table has, over all questions together. */
    double fewerBytes(Way way) {
        return table.size().bytes() / mean(way, Run::bytes);
    }

    /** Returns how many times fewer bytes are in objects that an index cannot skip, by computation. */
    double computedFewerBytes() {
        return 1
                / answered.stream()
                        .mapToDouble(each -> each.computed().share())
                        .average()
                        .orElseThrow();
    }

    /** Returns the same of the boxes around the meters of all squares. */
    OfAll ofAll() {
        return answered.getFirst().ofAll();
    }

    /** Returns how many times less time the median question takes than the stock connector takes for one of them. */
    double timesFaster(Way way) {
        return quartiles(Way.HIVE, Run::seconds).median()
                / quartiles(way, Run::seconds).median();
    }
}
