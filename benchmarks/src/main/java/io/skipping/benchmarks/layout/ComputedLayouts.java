// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import com.google.common.collect.Lists;
import io.skipping.benchmarks.measure.Quartiles;
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
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * Computes what the boxes of IOStack D4.3 read of tables in several layouts, for benchmarks that write such tables and
 * ask a server. All questions are of places, so that one day of readings says it of any number of days.
 */
public final class ComputedLayouts {
    /** The number of objects of each table: that of D4.3's best results. */
    public static final int PARTITIONS = 128;

    /** The name of a grid with cells of a degree. */
    public static final String GRID_0 = Systems.GRID_0;

    private static final List<String> SYSTEMS = List.of(Systems.GRID_1, Systems.KD_TREE, Systems.KD_TREE_QUERY);

    private final int meters;
    private final List<Box> boxes;
    private final Map<String, LayoutModel> models = new LinkedHashMap<>();
    private final Map<String, List<Read>> reads = new LinkedHashMap<>();
    /** By layouts and lengths of sides. */
    private final Map<String, Map<Integer, OfAll>> ofAll = new LinkedHashMap<>();

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

    /**
     * Tells what the boxes of one size around the meters of all squares read, those that are asked for and the others.
     *
     * @param squares number of these boxes
     * @param fewerBytes how many times fewer bytes they read together than without an index
     * @param ofSample between which two numbers this is in 95 of 100 random samples with as many boxes as are asked for
     */
    public record OfAll(int squares, double fewerBytes, Quartiles.Interval ofSample) {
        private static final int SAMPLES = 20_000;

        /** @param shares parts of the table's bytes that the boxes read */
        private static OfAll of(double[] shares, int sampled) {
            SplittableRandom random = new SplittableRandom(SAMPLES);
            double[] ratios = new double[SAMPLES];
            for (int sample = 0; sample < SAMPLES; sample++) {
                double sum = 0;
                for (int box = 0; box < sampled; box++) {
                    sum += shares[random.nextInt(shares.length)];
                }
                ratios[sample] = sampled / sum;
            }
            return new OfAll(
                    shares.length,
                    shares.length / DoubleStream.of(shares).sum(),
                    new Quartiles.Interval(
                            Quartiles.quantile(DoubleStream.of(ratios), 0.025),
                            Quartiles.quantile(DoubleStream.of(ratios), 0.975)));
        }
    }

    private ComputedLayouts(int meters, List<Box> boxes) {
        this.meters = meters;
        this.boxes = List.copyOf(boxes);
    }

    /**
     * Computes layouts of a table.
     *
     * @param options of a table of one day
     * @param questions number of boxes of each size; no layout is trained with them
     * @param withGrid0 whether {@link #GRID_0} is one of the layouts
     */
    public static ComputedLayouts of(MeterOptions options, int questions, boolean withGrid0) throws IOException {
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
        layouts.add(Systems.ARRIVAL, placements.byArrival(PARTITIONS), asked, workloads);
        Map<String, LayoutModel> models = DeliverableFigures.models(places, workloads, PARTITIONS);
        for (String system : withGrid0 ? Lists.asList(GRID_0, SYSTEMS.toArray(String[]::new)) : SYSTEMS) {
            layouts.models.put(system, models.get(system));
            layouts.add(system, placements.byModel(models.get(system)), asked, workloads);
        }
        return layouts;
    }

    private void add(String system, Placement placement, List<Asked> asked, Map<Integer, Workload> workloads) {
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
        Units units = objects;
        Map<Integer, OfAll> sizes = new LinkedHashMap<>();
        workloads.forEach((kilometres, workload) -> sizes.put(
                kilometres,
                OfAll.of(
                        workload.asked().parallelStream()
                                .mapToDouble(question -> units.bytes(units.read(question.question())) / tableBytes)
                                .toArray(),
                        asked.size() / workloads.size())));
        ofAll.put(system, sizes);
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
     * Returns what the boxes around the meters of all squares read of a layout, as {@code bin/bench layout} reports it.
     *
     * @param kilometres length of the boxes' sides
     */
    public OfAll ofAll(String layout, int kilometres) {
        return ofAll.get(layout).get(kilometres);
    }

    /** Explains the marks in {@link #published}, for human readers. */
    public static String publishedMarks() {
        return Published.marks();
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
