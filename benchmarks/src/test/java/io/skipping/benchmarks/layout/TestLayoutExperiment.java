// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import io.skipping.testing.console.Steps;
import io.skipping.testing.meters.GenerationResult;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.ProgressListener;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** What is counted is what is there. */
public class TestLayoutExperiment {
    private static final int OBJECTS = 8;
    private static final long RANGE_SIZE = 20_000;

    private final MeterOptions options =
            MeterOptions.defaults().withObjects(OBJECTS).withMegabytes(0.2);
    private Readings readings;
    private Sample sample;
    private Placements placements;

    @BeforeClass
    public void generate() throws IOException {
        readings = Readings.generate(options).checked();
        Sample.Builder builder = Sample.builder(Readings.columns(2));
        IntStream.range(0, readings.meters())
                .forEach(meter -> builder.add(readings.cursor().at(Readings.firstRow(meter))));
        sample = builder.build();
        placements = new Placements(readings, sample);
    }

    @Test
    public void testReadingsAreThoseOfTheGenerator() throws IOException {
        GenerationResult result = MeterReadings.generate(
                options.withMeters(readings.meters()),
                (key, content) -> content.writeTo(OutputStream.nullOutputStream()),
                ProgressListener.NONE);
        assertThat(readings.totalBytes()).isEqualTo(result.bytes());
        assertThat((long) readings.rows()).isEqualTo(result.rows());
        assertThat(readings.value(7, Readings.LATITUDE))
                .isEqualTo(MeterReadings.meter(options, 0).latitude());
        assertThat(readings.value(7, Readings.TEMPERATURE)).isBetween(-30.0, 40.0);
        assertThat(readings.time(5) - readings.time(1)).isEqualTo(3600);
    }

    @Test
    public void testNothingThatIsWantedIsSkipped() {
        List<Asked> questions = Asked.all(readings, Workload.questions(50, 1, 0, Workload.mixed(readings)));
        assertThat(questions).anyMatch(asked -> asked.rows() != null && asked.rows().length > 0);
        LayoutModel tree = new KdTreeTrainer(CutStrategy.roundRobin(), History.NONE).train(sample, OBJECTS);
        LayoutModel grid = new GridModel(sample.columns(), OBJECTS, 1);
        for (Placement placement :
                List.of(placements.byArrival(OBJECTS), placements.byModel(tree), placements.byModel(grid))) {
            for (Units units : List.of(placement.objects(), placement.ranges(RANGE_SIZE))) {
                check(units, questions);
                check(placement.withBoxes(units), questions);
                check(units.with(placement.cellBoxes(units, 1)), questions);
            }
        }
    }

    private void check(Units units, List<Asked> questions) {
        assertThat(IntStream.range(0, units.count())
                        .mapToLong(unit -> units.bytes()[unit])
                        .sum())
                .isEqualTo(readings.totalBytes());
        Outcome outcome = Outcome.of(readings, readings.totalBytes(), units, questions);
        assertThat(outcome.rowsMissed()).isZero();
        assertThat(outcome.toOptimum()).isGreaterThanOrEqualTo(1);
    }

    @Test
    public void testASkippedRowIsNoticed() {
        List<Asked> questions = Asked.all(readings, Workload.questions(5, 1, 0, Workload.boxes(readings, 20)));
        Units units = placements.byArrival(OBJECTS).objects();
        Units blind = new Units(units.bytes(), units.unitOfRow(), units.ends(), (unit, question) -> unit != 0);
        assertThat(Outcome.of(readings, readings.totalBytes(), blind, questions).rowsMissed())
                .isPositive();
    }

    @Test
    public void testObjectsByPlaceAreSkipped() {
        List<Asked> questions = Asked.all(readings, Workload.questions(50, 1, 0, Workload.boxes(readings, 5)));
        LayoutModel tree = new KdTreeTrainer(CutStrategy.roundRobin(), History.NONE).train(sample, OBJECTS);
        Outcome byTree = Outcome.of(
                readings, readings.totalBytes(), placements.byModel(tree).objects(), questions);
        Outcome byArrival = Outcome.of(
                readings, readings.totalBytes(), placements.byArrival(OBJECTS).objects(), questions);
        assertThat(byArrival.ratio()).isEqualTo(1);
        assertThat(byTree.ratio()).isGreaterThan(4);
    }

    @Test
    public void testBoxesOfCellsSkipMoreThanBounds() {
        List<Asked> questions = Asked.all(readings, Workload.questions(50, 1, 0, Workload.boxes(readings, 5)));
        Placement placement = placements.byModel(new GridModel(sample.columns(), OBJECTS, 1));
        Units objects = placement.objects();
        Outcome byBounds = Outcome.of(readings, readings.totalBytes(), objects, questions);
        Outcome byCells =
                Outcome.of(readings, readings.totalBytes(), objects.with(placement.cellBoxes(objects, 1)), questions);
        assertThat(byCells.ratio()).isGreaterThan(2 * byBounds.ratio());
    }

    @Test
    public void testCellsHaveBoxes() {
        int[] meters = IntStream.range(0, readings.meters()).toArray();
        long cells = IntStream.of(meters)
                .mapToObj(meter -> Cell.of(readings, meter, 1))
                .distinct()
                .count();
        assertThat(PlaceBoxes.ofCells(readings, meters, 0).count()).isEqualTo((int) cells);
        assertThat(PlaceBoxes.ofCells(readings, new int[0], 0).count()).isZero();
    }

    /** The park of the other tests has too few cells. */
    @Test
    public void testManyCellsShareBoxes() throws IOException {
        Readings many = Readings.generate(options.withMegabytes(1)).checked();
        int[] meters = IntStream.range(0, many.meters()).toArray();
        PlaceBoxes boxes = PlaceBoxes.ofCells(many, meters, 3);
        assertThat(meters.length).isGreaterThan(2 * PlaceBoxes.MOST_CELLS);
        assertThat(boxes.count()).isEqualTo(PlaceBoxes.MOST_CELLS);
        assertThat(IntStream.of(meters))
                .allMatch(meter -> boxes.mayMatch(Question.box(many, meter, 0.001, Instant.EPOCH)));
    }

    @Test
    public void testOneMeterOfEachSquare() {
        int[] representatives = Squares.representatives(readings, 1, 7);
        Set<Cell> squares = IntStream.range(0, readings.meters())
                .mapToObj(meter -> Cell.of(readings, meter, 10))
                .collect(toImmutableSet());
        assertThat(IntStream.of(representatives).mapToObj(meter -> Cell.of(readings, meter, 10)))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(squares);
        assertThat(Squares.representatives(readings, 1, 7)).isEqualTo(representatives);
        assertThat(Squares.representatives(readings, 1, 8)).isNotEqualTo(representatives);
    }

    @Test
    public void testLimit() {
        Outcome outcome =
                new Outcome(1_000, new long[] {100, 100, 200, 300}, new long[] {1, 100, 101, 250}, new int[4], 0);
        assertThat(outcome.limitRatio(10)).as("1 + 1 + 2 + 3 of 10 objects").isEqualTo(10 * 4 / 7.0);
    }

    @Test
    public void testPublished() {
        assertThat(Published.of(Systems.GRID_1, 5, 128)).hasToString("Optional[17†]");
        assertThat(Published.of(Systems.GRID_1, 10, 128)).hasToString("Optional[10.6 to 12.2*]");
        assertThat(Published.of(Systems.GRID_1, 20, 128)).hasToString("Optional[7.5†]");
        assertThat(Published.of(Systems.GRID_1, 20, 32)).hasToString("Optional[2.5†]");
        assertThat(Published.of(Systems.GRID_1, 20, 64)).hasToString("Optional[2.5 to 17]");
        assertThat(Published.of(Systems.GRID_0, 5, 128)).hasToString("Optional[10.6 to 12.2*]");
        assertThat(Published.of(Systems.GRID_0, 5, 64)).isEmpty();
        assertThat(Published.of(Systems.KD_TREE, 5, 128)).hasToString("Optional[53]");
        assertThat(Published.of(Systems.KD_TREE, 20, 32)).hasToString("Optional[≥ 18]");
        assertThat(Published.of(Systems.KD_TREE_QUERY, 5, 128)).isEmpty();
    }

    @Test
    public void testFiguresOfTheDeliverable() {
        Measurements measurements =
                new Measurements(readings, new Steps(new PrintStream(OutputStream.nullOutputStream())));
        new DeliverableFigures(measurements, placements, sample).run();
        assertThat(measurements.equalResults()).isTrue();
        List<Measured> ratios = measurements.all().stream()
                .filter(number -> number.metric().equals("ratio"))
                .toList();
        assertThat(ratios).hasSize(4 * 3 * 3).allMatch(number -> number.value() >= 1);
        assertThat(measurements.find(Systems.KD_TREE_QUERY, "d43/20x20km/partitions=64/objects", "ratio"))
                .isPresent();

        double tree = measurements
                .find(Systems.KD_TREE, "d43/5x5km/partitions=128/objects", "ratio")
                .orElseThrow();
        double grid = measurements
                .find(Systems.GRID_1, "d43/5x5km/partitions=128/objects", "ratio")
                .orElseThrow();
        assertThat(measurements.find(Systems.KD_TREE, "d43/5x5km/partitions=128/objects", "by_grid-1.ratio"))
                .hasValue(tree / grid);

        LayoutReport report = new LayoutReport(measurements, RANGE_SIZE);
        assertThat(report.aims()).hasSize(5);
        assertThat(report.records(Instant.EPOCH, new Machine("Some CPU", 2, "25", "none", 0.25, 1.75))
                        .json()
                        .get("records"))
                .extracting(Object::toString)
                .as("whether each aim is met")
                .filteredOn(record -> record.contains("\"aim/") && record.contains("target_met"))
                .hasSize(5);
        Markdown text = new Markdown();
        report.append(text);
        assertThat(text.toString())
                .contains("| 5 × 5 km | 128 | kdtree | 53 | ")
                .contains("| 20 × 20 km | 32 | grid-1 | 2.5† | ")
                .contains("| 5 × 5 km | 128 | 3 to 7 | %s |  |".formatted(LayoutReport.decimal(tree / grid)));
    }
}
