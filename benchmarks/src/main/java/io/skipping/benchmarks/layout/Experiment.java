// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.partitioner.Curve;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CurveTrainer;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import io.skipping.testing.console.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs all measurements over one table. */
final class Experiment {
    static final int QUESTIONS = 200;
    static final int[] KILOMETRES = {5, 10, 20};
    static final int[] PARTITIONS = {32, 64, 128};
    private static final int MOST_PARTITIONS = 128;
    static final int SAMPLE_ROWS = 60_000;
    private static final int RANGES_AN_OBJECT = 10;
    private static final int SPEED_PARTITIONS = 1024;
    private static final int SPEED_SAMPLE_ROWS = 20_000;

    private final Readings readings;
    private final Steps steps;
    private final Measurements measurements;
    private final Sample places;
    private final Placements placements;
    private final long rangeSize;

    Experiment(Readings readings, boolean quick, Steps steps) {
        this.readings = readings;
        this.steps = steps;
        measurements = new Measurements(readings, steps);
        places = readings.sample(2, SAMPLE_ROWS);
        // what the connector calls 1MB, for objects of 10 MB; proportionally less for a small table
        rangeSize = quick ? tableBytes() / MOST_PARTITIONS / RANGES_AN_OBJECT : 1 << 20;
        placements = new Placements(readings, places);
    }

    Measurements measurements() {
        return measurements;
    }

    private long tableBytes() {
        return measurements.tableBytes();
    }

    long rangeSize() {
        return rangeSize;
    }

    void run() {
        List<Workload> boxes = new ArrayList<>();
        for (int kilometres : KILOMETRES) {
            boxes.add(Workload.of(
                    readings,
                    "%1$dx%1$dkm".formatted(kilometres),
                    QUESTIONS,
                    1_000_000L * kilometres,
                    Workload.boxes(readings, kilometres)));
        }
        for (int partitions : PARTITIONS) {
            measureBoxes(boxes, partitions);
        }
        boxes.forEach(this::measureAskedAgain);
        new DeliverableFigures(measurements, placements, places).run();
        measureMixed();
        measureShift();
        measureSpeed();
    }

    private void measureBoxes(List<Workload> boxes, int partitions) {
        steps.begin("%d partitions by place: training".formatted(partitions));
        History history = History.of(boxes.stream()
                .flatMap(box -> box.past().stream())
                .map(Question::asPast)
                .toList());
        long start = System.nanoTime();
        Map<String, LayoutModel> models = Systems.byPlace(places, history, partitions);
        put("all", "training/partitions=%d".formatted(partitions), "seconds", (System.nanoTime() - start) / 1e9, "s");
        measureBoxes(Systems.ARRIVAL, placements.byArrival(partitions), boxes, partitions);
        models.forEach((system, model) -> measureBoxes(system, placements.byModel(model), boxes, partitions));
    }

    /** Measures exactly the questions that a tree was trained with, as dashboards and reports repeat theirs. */
    private void measureAskedAgain(Workload box) {
        steps.begin("%s, asked again: training".formatted(box.name()));
        List<Question> past = box.past();
        Map<String, LayoutModel> models = Systems.byTree(places, history(past, Optional.empty()), MOST_PARTITIONS);
        List<Asked> again = Asked.all(readings, past);
        String name = "%s/partitions=%d/again/".formatted(box.name(), MOST_PARTITIONS);
        models.forEach((system, model) -> {
            Placement placement = placements.byModel(model);
            measure(system, name + "objects", placement.objects(), again);
            measure(system, name + "ranges", placement.ranges(rangeSize), again);
            measure(system, name + "ranges/boxes", placement.withBoxes(placement.ranges(rangeSize)), again);
        });
    }

    private void measureBoxes(String system, Placement placement, List<Workload> boxes, int partitions) {
        Units objects = placement.objects();
        measureSizes(system, "partitions=%d".formatted(partitions), objects);
        Map<String, Units> granularities = new LinkedHashMap<>();
        granularities.put("objects", objects);
        Systems.precision(system)
                .ifPresent(precision ->
                        granularities.put("objects/cells", objects.with(placement.cellBoxes(objects, precision))));
        granularities.put("ranges", placement.ranges(rangeSize));
        if (partitions == MOST_PARTITIONS) {
            granularities.put("objects/boxes", placement.withBoxes(objects));
            granularities.put("ranges/boxes", placement.withBoxes(placement.ranges(rangeSize)));
            granularities.put("quarter-ranges/boxes", placement.withBoxes(placement.ranges(rangeSize / 4)));
        }
        for (Workload box : boxes) {
            String name = "%s/partitions=%d/".formatted(box.name(), partitions);
            granularities.forEach((granularity, units) -> measure(system, name + granularity, units, box.asked()));
        }
        measureMeters(system, "meter/partitions=%d".formatted(partitions), objects);
    }

    private void measure(String system, String name, Units units, List<Asked> questions) {
        measurements.measure(system, name, units, questions);
    }

    private void measureSizes(String system, String name, Units objects) {
        double mean = (double) tableBytes() / objects.bytes().length;
        Quartiles sizes = Quartiles.of(Arrays.stream(objects.bytes()).mapToDouble(bytes -> bytes / mean));
        put(system, name, "largest.ratio", sorted(objects)[objects.bytes().length - 1] / mean, "1");
        put(system, name, "smallest.ratio", sorted(objects)[0] / mean, "1");
        put(system, name, "first_quartile.size.ratio", sizes.first(), "1");
        put(system, name, "third_quartile.size.ratio", sizes.third(), "1");
    }

    private static long[] sorted(Units objects) {
        long[] bytes = objects.bytes().clone();
        Arrays.sort(bytes);
        return bytes;
    }

    /**
     * Measures the lookup of a meter by its id. The order of ids says nothing, so an index holds values or hashes,
     * which are assumed to be exact.
     */
    private void measureMeters(String system, String name, Units objects) {
        long read = 0;
        int[] meters = Draws.of(5, QUESTIONS, readings.meters());
        for (int meter : meters) {
            BitSet holding = new BitSet();
            for (int row = meter * Readings.QUARTERS; row < (meter + 1) * Readings.QUARTERS; row++) {
                holding.set(objects.unitOfRow()[row]);
            }
            read += objects.bytes(holding);
        }
        put(system, name, "ratio", (double) tableBytes() * meters.length / read, "1");
    }

    private void measureMixed() {
        steps.begin("Questions of place, time and temperature: training");
        Workload mixed = Workload.of(readings, "mixed", QUESTIONS, 50_000_000L, Workload.mixed(readings));
        Sample sample = readings.sample(Readings.DIMENSIONS, SAMPLE_ROWS);
        History history = History.of(mixed.past().stream().map(Question::asPast).toList());
        int[] inside = placements.along(new CurveTrainer(Curve.HILBERT).train(sample, 1));
        measureMixed(Systems.ARRIVAL, placements.byArrival(MOST_PARTITIONS), mixed);
        measureMixed(
                "kdtree-place",
                placements.byModel(
                        new KdTreeTrainer(CutStrategy.roundRobin(), History.NONE).train(places, MOST_PARTITIONS)),
                mixed);
        Systems.byTree(sample, history, MOST_PARTITIONS)
                .forEach((system, model) -> measureMixed(system, placements.byModel(model, inside), mixed));
        Systems.byCurve(sample, MOST_PARTITIONS)
                .forEach((system, model) -> measureMixed(system, placements.byModel(model, inside), mixed));
    }

    private void measureMixed(String system, Placement placement, Workload mixed) {
        String name = "mixed/partitions=%d".formatted(MOST_PARTITIONS);
        measure(system, name + "/objects", placement.objects(), mixed.asked());
        measure(system, name + "/ranges", placement.ranges(rangeSize), mixed.asked());
    }

    /**
     * Measures questions about the north, and later about the south: with trees trained before and after the change.
     */
    private void measureShift() {
        steps.begin("A workload that shifts: training");
        double middle = 47;
        Workload north =
                Workload.of(readings, "north", QUESTIONS, 60_000_000L, Workload.boxesBeyond(readings, 5, middle, true));
        Workload south = new Workload(
                "south",
                Workload.questions(QUESTIONS, 70_000_000L, QUESTIONS, Workload.boxesBeyond(readings, 5, middle, false)),
                Asked.all(
                        readings,
                        Workload.questions(
                                QUESTIONS,
                                80_000_000L,
                                2 * QUESTIONS,
                                Workload.boxesBeyond(readings, 5, middle, false))));
        List<Question> both =
                Stream.of(north.past(), south.past()).flatMap(List::stream).toList();
        Map<String, History> histories = new LinkedHashMap<>();
        histories.put("north", history(north.past(), Optional.empty()));
        histories.put("both", history(both, Optional.empty()));
        histories.put("both-recent", history(both, Optional.of(Duration.ofHours(QUESTIONS / 4))));
        histories.put("south", history(south.past(), Optional.empty()));
        histories.forEach((name, history) -> {
            LayoutModel model = new KdTreeTrainer(CutStrategy.queryDriven(), history).train(places, MOST_PARTITIONS);
            measureShift("trained=" + name, model, north, south);
        });
        measureShift(
                "trained=none",
                new KdTreeTrainer(CutStrategy.roundRobin(), History.NONE).train(places, MOST_PARTITIONS),
                north,
                south);
    }

    private void measureShift(String trained, LayoutModel model, Workload north, Workload south) {
        Placement placement = placements.byModel(model);
        String system = trained.equals("trained=none") ? Systems.KD_TREE : Systems.KD_TREE_QUERY;
        measure(system, "shift/%s/asked=north/objects".formatted(trained), placement.objects(), north.asked());
        measure(system, "shift/%s/asked=south/objects".formatted(trained), placement.objects(), south.asked());
    }

    private static History history(List<Question> questions, Optional<Duration> halfLife) {
        History history = History.of(questions.stream().map(Question::asPast).toList());
        return new History(history.queries(), halfLife, history.similar(), history.elsewhere());
    }

    private void measureSpeed() {
        steps.begin("Time for a record: training, measuring");
        Sample sample = readings.sample(Readings.DIMENSIONS, SPEED_SAMPLE_ROWS);
        Workload mixed = Workload.of(readings, "mixed", QUESTIONS, 50_000_000L, Workload.mixed(readings));
        History history = History.of(mixed.past().stream().map(Question::asPast).toList());
        Map<String, LayoutModel> models = new LinkedHashMap<>();
        models.put(Systems.GRID_1, new GridModel(sample.columns(), SPEED_PARTITIONS, 1));
        models.put(
                Systems.KD_TREE_QUERY,
                new KdTreeTrainer(CutStrategy.queryDriven(), history).train(sample, SPEED_PARTITIONS));
        models.putAll(Systems.byCurve(sample, SPEED_PARTITIONS));
        models.forEach((system, model) -> {
            Quartiles nanoseconds = PartitionSpeed.nanoseconds(readings, model);
            String name = "speed/columns=%d/partitions=%d".formatted(Readings.DIMENSIONS, SPEED_PARTITIONS);
            put(system, name, "record.nanoseconds", nanoseconds.median(), "ns");
            steps.note("%s: %.0f ns a record (%.0f to %.0f)"
                    .formatted(system, nanoseconds.median(), nanoseconds.first(), nanoseconds.third()));
        });
    }

    private void put(String system, String name, String metric, double value, String unit) {
        measurements.put(system, name, metric, value, unit);
    }
}
