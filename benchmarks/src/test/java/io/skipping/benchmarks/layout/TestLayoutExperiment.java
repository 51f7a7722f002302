// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import io.skipping.testing.meters.GenerationResult;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.ProgressListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
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
}
