// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.Sample;
import io.skipping.testing.meters.MeterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Computes what the boxes of IOStack D4.3 read of tables in several layouts, for benchmarks that write such tables and
 * ask a server. All questions are of places, so that one day of readings says it of any number of days.
 */
public final class ComputedLayouts {
    /** The number of objects of each table: that of D4.3's best results. */
    public static final int PARTITIONS = 128;

    private static final List<String> SYSTEMS = List.of(Systems.GRID_1, Systems.KD_TREE, Systems.KD_TREE_QUERY);

    private final int meters;
    private final List<Box> boxes;
    private final Map<String, LayoutModel> models = new LinkedHashMap<>();
    private final Map<String, List<Read>> reads = new LinkedHashMap<>();

    /**
     * A box around a meter, with its sides in degrees; points on a side are in it.
     *
     * @param kilometres length of a side
     */
    public record Box(
            int kilometres, double minLatitude, double maxLatitude, double minLongitude, double maxLongitude) {
        private static Box of(int kilometres, Question question) {
            return new Box(
                    kilometres,
                    question.low()[Readings.LATITUDE],
                    question.high()[Readings.LATITUDE],
                    question.low()[Readings.LONGITUDE],
                    question.high()[Readings.LONGITUDE]);
        }
    }

    /**
     * Tells what a question reads of a table: the objects that an index cannot skip as a whole.
     *
     * @param objects number of these objects
     * @param share their part of the table's bytes, from 0 to 1
     */
    public record Read(int objects, double share) {}

    private ComputedLayouts(int meters, List<Box> boxes) {
        this.meters = meters;
        this.boxes = List.copyOf(boxes);
    }

    /**
     * Computes layouts of a table.
     *
     * @param options of a table of one day
     * @param questions number of boxes of each size; no layout is trained with them
     */
    public static ComputedLayouts of(MeterOptions options, int questions) throws IOException {
        Readings readings = Readings.generate(options).checked();
        Sample places = readings.sample(2, Experiment.SAMPLE_ROWS);
        Map<Integer, Workload> workloads = DeliverableFigures.boxes(readings);
        List<Box> boxes = new ArrayList<>();
        List<Asked> asked = new ArrayList<>();
        workloads.forEach((kilometres, workload) -> workload.asked().stream()
                .limit(questions)
                .forEach(question -> {
                    boxes.add(Box.of(kilometres, question.question()));
                    asked.add(question);
                }));
        ComputedLayouts layouts = new ComputedLayouts(readings.meters(), boxes);
        Placements placements = new Placements(readings, places);
        layouts.add(Systems.ARRIVAL, placements.byArrival(PARTITIONS), asked);
        Map<String, LayoutModel> models = DeliverableFigures.models(places, workloads, PARTITIONS);
        for (String system : SYSTEMS) {
            layouts.models.put(system, models.get(system));
            layouts.add(system, placements.byModel(models.get(system)), asked);
        }
        return layouts;
    }

    private void add(String system, Placement placement, List<Asked> asked) {
        Units objects = placement.objects();
        OptionalInt precision = Systems.precision(system);
        if (precision.isPresent()) {
            objects = objects.with(placement.cellBoxes(objects, precision.getAsInt()));
        }
        double tableBytes = objects.bytes(all(objects.count()));
        List<Read> read = new ArrayList<>();
        for (Asked question : asked) {
            BitSet notSkipped = objects.read(question.question());
            read.add(new Read(notSkipped.cardinality(), objects.bytes(notSkipped) / tableBytes));
        }
        reads.put(system, read);
    }

    private static BitSet all(int count) {
        BitSet all = new BitSet(count);
        all.set(0, count);
        return all;
    }

    public int meters() {
        return meters;
    }

    /** Returns the boxes that are asked for, all of one size together. */
    public List<Box> boxes() {
        return boxes;
    }

    /** Returns the name of the layout without a model: readings are stored as they arrive. */
    public static String arrival() {
        return Systems.ARRIVAL;
    }

    /** Returns the models of the other layouts by their names. */
    public Map<String, LayoutModel> models() {
        return models;
    }

    /** Returns what each of {@link #boxes} reads of a layout. */
    public List<Read> reads(String layout) {
        return reads.get(layout);
    }

    /**
     * Returns how many times fewer bytes boxes read by D4.3, for human readers; empty if it does not say.
     *
     * @param kilometres length of the boxes' sides
     */
    public static Optional<String> published(String layout, int kilometres) {
        return Published.of(layout, kilometres, PARTITIONS).map(Published::toString);
    }
}
