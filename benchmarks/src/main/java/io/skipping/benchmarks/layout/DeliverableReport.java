// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import static io.skipping.benchmarks.layout.DeliverableFigures.name;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Reports what IOStack D4.3 publishes beside what {@link DeliverableFigures} measured. */
final class DeliverableReport {
    private final Measurements measurements;

    DeliverableReport(Measurements measurements) {
        this.measurements = measurements;
    }

    List<Aim> aims() {
        return List.of(
                atLeast(17, Systems.GRID_1, name(5, 128)),
                atLeast(53, Systems.KD_TREE, name(5, 128)),
                atLeast(18, Systems.KD_TREE, names()),
                atLeast(18, Systems.KD_TREE_QUERY, names()),
                atLeast(80, Systems.KD_TREE_QUERY, name(5, 128)));
    }

    private static String[] names() {
        return Arrays.stream(Experiment.KILOMETRES)
                .boxed()
                .flatMap(kilometres ->
                        Arrays.stream(Experiment.PARTITIONS).mapToObj(partitions -> name(kilometres, partitions)))
                .toArray(String[]::new);
    }

    private Aim atLeast(double limit, String system, String... names) {
        double least = Stream.of(names)
                .mapToDouble(name -> ratio(system, name).orElse(0))
                .min()
                .orElseThrow();
        String what = names.length == 1 ? names[0] : "d43, the least of %d".formatted(names.length);
        return Aim.counted(
                        "%s, %s".formatted(what, system),
                        "≥ %.0f".formatted(limit),
                        String.format(Locale.ROOT, "%.1f", least),
                        least >= limit)
                .with(least, "ratio", "1");
    }

    void append(Markdown text) {
        text.heading("Beside figures 9, 10 and 12 of IOStack D4.3");
        text.line(
                        "Whole objects. *Measured*: boxes around one meter of each square of a tenth of a degree that has any, %.0f questions of each size; those of the other %.0f squares trained kdtree-query, which D4.3 describes and did not measure. *By population*: the questions of the tables below, around meters of which each is drawn with the same chance, with trees that were trained with others of this kind. *Limit*: what no layout over as many objects of one size can exceed, since a question reads at least as many objects as its rows fill.",
                        count("questions"), count("squares") - count("questions"))
                .line("")
                .line("| Boxes | Objects | System | Published | Measured | Limit | By population | Limit |")
                .line("|---|---|---|---|---|---|---|---|");
        for (int kilometres : Experiment.KILOMETRES) {
            for (int partitions : Experiment.PARTITIONS) {
                for (String system : DeliverableFigures.SYSTEMS) {
                    append(text, kilometres, partitions, system);
                }
            }
        }
        text.line("").line("%s", Published.marks());
        appendTrees(text);
        text.line("")
                .line("What is different from D4.3:")
                .line("")
                .line(
                        "- It has a million meters, which are read for three months: 1 TB. Here are %,d meters on one day. No question asks for a time, so that more days would change no ratio.",
                        measurements.readings().meters())
                .line("- Meters stand where this project's generator puts them, not where GridPocket's does.")
                .line(
                        "- It counts the bytes that Spark retrieves. Here the bytes of the objects are added up that the index can't skip.")
                .line(
                        "- It does not say how many questions it asks, of which grid its squares are, or how it averages. Here bytes are summed over all questions.")
                .line(
                        "- It calls a cell of precision 1 a square of 11 km. A tenth of a degree of longitude is 7 to 8 km in France. Cells go to partitions by another hash.")
                .line(
                        "- An object of a grid has a box for each of its cells, and at most %d: the most were %.0f of grid-0, and %.0f of grid-1.",
                        PlaceBoxes.MOST_CELLS, mostBoxes(Systems.GRID_0), mostBoxes(Systems.GRID_1))
                .line("- k-d trees are trained with a sample of the rows, and not with all of them.")
                .line(
                        "- Where two published numbers are given, its text says no more: of figure 9 the greatest and the least, of figure 10 four numbers without their places.")
                .line("");
    }

    /** Writes how many times less a k-d tree reads than the grid of precision 1. */
    private void appendTrees(Markdown text) {
        text.line("")
                .line("How many times fewer bytes kdtree reads than grid-1:")
                .line("")
                .line("| Boxes | Objects | Published | Measured | By population |")
                .line("|---|---|---|---|---|");
        for (int kilometres : Experiment.KILOMETRES) {
            for (int partitions : Experiment.PARTITIONS) {
                String name = name(kilometres, partitions);
                text.line(
                        "| %1$d × %1$d km | %2$d | %3$s | %4$s | %5$s |",
                        kilometres,
                        partitions,
                        Published.TREE_BY_GRID_1,
                        text(measurements.find(Systems.KD_TREE, name, DeliverableFigures.BY_GRID_1)),
                        text(quotient(
                                ratio(Systems.KD_TREE, byPopulation(Systems.KD_TREE, name)),
                                ratio(Systems.GRID_1, byPopulation(Systems.GRID_1, name)))));
            }
        }
    }

    private static OptionalDouble quotient(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() && other.isPresent()
                ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Returns the name of the case with other questions. */
    private static String byPopulation(String system, String name) {
        return name.substring(name.indexOf('/') + 1)
                + (Systems.precision(system).isPresent() ? "/cells" : "");
    }

    private void append(Markdown text, int kilometres, int partitions, String system) {
        String name = name(kilometres, partitions);
        String byPopulation = byPopulation(system, name);
        text.line(
                "| %1$d × %1$d km | %2$d | %3$s | %4$s | %5$s | %6$s | %7$s | %8$s |",
                kilometres,
                partitions,
                system,
                Published.of(system, kilometres, partitions)
                        .map(Published::toString)
                        .orElse(""),
                text(ratio(system, name)),
                text(measurements.find(system, name, "limit.ratio")),
                text(ratio(system, byPopulation)),
                text(measurements.find(system, byPopulation, "limit.ratio")));
    }

    private OptionalDouble ratio(String system, String name) {
        return measurements.find(system, name, "ratio");
    }

    private double count(String metric) {
        return measurements.find("all", "d43/squares", metric).orElse(0);
    }

    private double mostBoxes(String system) {
        return Arrays.stream(Experiment.PARTITIONS)
                .mapToDouble(partitions -> measurements
                        .find(system, "d43/partitions=%d".formatted(partitions), "largest.boxes")
                        .orElse(0))
                .max()
                .orElseThrow();
    }

    private static String text(OptionalDouble ratio) {
        return ratio.isPresent() ? LayoutReport.decimal(ratio.getAsDouble()) : "";
    }
}
