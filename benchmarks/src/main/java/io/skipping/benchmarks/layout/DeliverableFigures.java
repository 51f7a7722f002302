// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.Sample;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Repeats what figures 9, 10 and 12 of IOStack D4.3 show: boxes around a meter of each square, over whole objects of
 * grids, which have a box for each cell, and of k-d trees.
 */
final class DeliverableFigures {
    static final List<String> SYSTEMS = List.of(Systems.GRID_0, Systems.GRID_1, Systems.KD_TREE, Systems.KD_TREE_QUERY);

    /** Names the metric of how many times less is read than of the grid of precision 1. */
    static final String BY_GRID_1 = "by_grid-1.ratio";

    /** Squares of a tenth of a degree, as the cells of the finer grid. */
    private static final int SQUARE_PRECISION = 1;

    private static final int SEED = 90;

    private final Measurements measurements;
    private final Placements placements;
    private final Sample places;

    /** @param places sample by which models are trained */
    DeliverableFigures(Measurements measurements, Placements placements, Sample places) {
        this.measurements = measurements;
        this.placements = placements;
        this.places = places;
    }

    /** Returns the name of a case. */
    static String name(int kilometres, int partitions) {
        return "d43/%1$dx%1$dkm/partitions=%2$d/objects".formatted(kilometres, partitions);
    }

    void run() {
        Readings readings = measurements.readings();
        measurements.steps().begin("A meter of each square: training");
        Map<Integer, Workload> boxes = boxes(readings);
        Workload any = boxes.values().iterator().next();
        int asked = any.asked().size();
        measurements.put("all", "d43/squares", "squares", any.past().size() + asked, "count");
        measurements.put("all", "d43/squares", "questions", asked, "count");
        for (int partitions : Experiment.PARTITIONS) {
            models(places, boxes, partitions).forEach((system, model) -> measure(system, model, boxes));
            boxes.keySet().forEach(kilometres -> putByGrid(name(kilometres, partitions)));
        }
    }

    /** Returns boxes around one meter of each square by their sides in kilometres; layouts are trained with some of them. */
    static Map<Integer, Workload> boxes(Readings readings) {
        int[] representatives = Squares.representatives(readings, SQUARE_PRECISION, SEED);
        // layouts are trained with boxes of some squares, and asked for those of all others
        int past = Math.min(Experiment.QUESTIONS, representatives.length / 2);
        Map<Integer, Workload> boxes = new LinkedHashMap<>();
        for (int kilometres : Experiment.KILOMETRES) {
            boxes.put(
                    kilometres,
                    Workload.around(
                            readings,
                            "%1$dx%1$dkm".formatted(kilometres),
                            kilometres,
                            Arrays.copyOf(representatives, past),
                            Arrays.copyOfRange(representatives, past, representatives.length)));
        }
        return boxes;
    }

    /**
     * Returns the models of {@link #SYSTEMS}.
     *
     * @param places sample by which they are trained
     * @param boxes of all sizes, with whose past ones they are trained
     */
    static Map<String, LayoutModel> models(Sample places, Map<Integer, Workload> boxes, int partitions) {
        History history = History.of(boxes.values().stream()
                .flatMap(box -> box.past().stream())
                .map(Question::asPast)
                .toList());
        Map<String, LayoutModel> models = new LinkedHashMap<>(Systems.byGrid(places, partitions));
        models.put(Systems.KD_TREE, Systems.tree(CutStrategy.roundRobin(), History.NONE, places, partitions));
        models.put(Systems.KD_TREE_QUERY, Systems.tree(CutStrategy.queryDriven(), history, places, partitions));
        return models;
    }

    private void measure(String system, LayoutModel model, Map<Integer, Workload> boxes) {
        Placement placement = placements.byModel(model);
        Units objects = placement.objects();
        OptionalInt precision = Systems.precision(system);
        if (precision.isPresent()) {
            PlaceBoxes[] cells = placement.cellBoxes(objects, precision.getAsInt());
            objects = objects.with(cells);
            double most = Arrays.stream(cells).mapToInt(PlaceBoxes::count).max().orElseThrow();
            measurements.put(system, "d43/partitions=%d".formatted(model.partitions()), "largest.boxes", most, "count");
        }
        for (int kilometres : boxes.keySet()) {
            String name = name(kilometres, model.partitions());
            measurements.measure(system, name, objects, boxes.get(kilometres).asked());
            Published.of(system, kilometres, model.partitions()).ifPresent(published -> put(system, name, published));
        }
    }

    /** Adds how many times less a k-d tree reads than the grid of precision 1. */
    private void putByGrid(String name) {
        double tree = measurements.find(Systems.KD_TREE, name, "ratio").orElseThrow();
        double grid = measurements.find(Systems.GRID_1, name, "ratio").orElseThrow();
        measurements.put(Systems.KD_TREE, name, BY_GRID_1, tree / grid, "1");
        put(Systems.KD_TREE, name, BY_GRID_1, Published.TREE_BY_GRID_1);
    }

    private void put(String system, String name, Published published) {
        put(system, name, "ratio", published);
        measurements.put(system, name, "published.stated", published.stated() ? 1 : 0, "boolean");
    }

    private void put(String system, String name, String metric, Published published) {
        measurements.put(system, name, "published.least." + metric, published.least(), "1");
        if (Double.isFinite(published.most())) {
            measurements.put(system, name, "published.most." + metric, published.most(), "1");
        }
    }
}
