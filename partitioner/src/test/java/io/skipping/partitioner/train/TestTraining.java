// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Curve;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.RandomRows;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what is promised of every model, by random records that are likely to break it. */
public class TestTraining {
    private static final int[] PARTITIONS = {1, 2, 3, 7, 64, 100};

    @DataProvider
    public Object[][] seeds() {
        Object[][] seeds = new Object[20][];
        for (int seed = 0; seed < seeds.length; seed++) {
            seeds[seed] = new Object[] {seed};
        }
        return seeds;
    }

    @Test(dataProvider = "seeds")
    public void testEveryRecordHasOnePartitionAlsoAfterSerialisation(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Column> columns = new ArrayList<>(RandomRows.COLUMNS);
        java.util.Collections.shuffle(columns, new java.util.Random(seed));
        columns = columns.subList(0, 1 + random.nextInt(columns.size()));
        Sample sample = sample(seed, columns, 1 + random.nextInt(random.nextInt(3) == 0 ? 20 : 3000));
        int partitions = PARTITIONS[random.nextInt(PARTITIONS.length)];
        for (LayoutModel model : models(sample, history(seed, columns), partitions)) {
            assertThat(model.partitions()).isEqualTo(partitions);
            LayoutModel read = ModelJson.read(ModelJson.write(model));
            assertThat(ModelJson.write(read)).isEqualTo(ModelJson.write(model));
            // others than those of the sample
            RandomRows rows = new RandomRows(seed + 1_000_000, columns);
            ArrayRow row = new ArrayRow(columns.size());
            for (int index = 0; index < 2000; index++) {
                int partition = model.partition(rows.next(row));
                assertThat(partition).isBetween(0, partitions - 1);
                assertThat(read.partition(row)).isEqualTo(partition);
                assertThat(model.partition(row)).isEqualTo(partition);
            }
        }
    }

    @Test(dataProvider = "seeds")
    public void testTrainingIsAFunction(int seed) {
        List<Column> columns = RandomRows.COLUMNS;
        List<LayoutModel> once = models(sample(seed, columns, 500), history(seed, columns), 16);
        List<LayoutModel> again = models(sample(seed, columns, 500), history(seed, columns), 16);
        assertThat(again.stream().map(ModelJson::write))
                .isEqualTo(once.stream().map(ModelJson::write).toList());
    }

    @Test(dataProvider = "seeds")
    public void testQueryDrivenWithoutQueriesIsCompactness(int seed) {
        Sample sample = sample(seed, RandomRows.COLUMNS, 1000);
        String driven = ModelJson.write(new KdTreeTrainer(CutStrategy.queryDriven(), History.NONE).train(sample, 32));
        String compact = ModelJson.write(new KdTreeTrainer(CutStrategy.compactness(), History.NONE).train(sample, 32));
        assertThat(driven).isEqualTo(compact);
    }

    private static List<LayoutModel> models(Sample sample, History history, int partitions) {
        List<LayoutModel> models = new ArrayList<>();
        if (sample.columns().stream().noneMatch(column -> column.type().isText())) {
            models.add(new GridModel(sample.columns(), partitions, 1));
        }
        for (Curve curve : Curve.values()) {
            models.add(new CurveTrainer(curve).train(sample, partitions));
        }
        for (CutStrategy strategy : TestBalance.STRATEGIES) {
            models.add(new KdTreeTrainer(strategy, history).train(sample, partitions));
        }
        return models;
    }

    private static Sample sample(int seed, List<Column> columns, int rows) {
        RandomRows random = new RandomRows(seed, columns);
        ArrayRow row = new ArrayRow(columns.size());
        Sample.Builder sample = Sample.builder(columns);
        for (int index = 0; index < rows; index++) {
            sample.add(random.next(row), 1 + index % 5);
        }
        return sample.build();
    }

    static History history(int seed, List<Column> columns) {
        SplittableRandom random = new SplittableRandom(seed);
        List<PastQuery> queries = new ArrayList<>();
        for (int query = 0; query < 30; query++) {
            Map<String, List<Interval>> conditions = new TreeMap<>();
            for (Column column : columns) {
                if (random.nextInt(3) > 0) {
                    conditions.put(
                            column.name(), List.of(interval(random, column.type()), interval(random, column.type())));
                }
            }
            queries.add(new PastQuery(conditions, Instant.ofEpochSecond(query)));
        }
        return new History(queries, Optional.of(Duration.ofSeconds(10)), 3, 2);
    }

    private static Interval interval(SplittableRandom random, ColumnType type) {
        int low = random.nextInt(5);
        int high = low + random.nextInt(100);
        return switch (type) {
            case DOUBLE ->
                random.nextInt(5) == 0
                        ? Interval.ofDoubles(low, Double.POSITIVE_INFINITY)
                        : Interval.ofDoubles(low, high);
            case VARCHAR ->
                random.nextBoolean()
                        ? Interval.ofTextsFrom(text(low))
                        : Interval.ofTexts(text(low), "texu".getBytes(StandardCharsets.UTF_8));
            case BIGINT, DATE, TIMESTAMP ->
                random.nextInt(5) == 0
                        ? Interval.ofLongs(type, Long.MIN_VALUE, Long.MAX_VALUE)
                        : Interval.ofLongs(type, low, high);
        };
    }

    private static byte[] text(int number) {
        return "text %d".formatted(number).getBytes(StandardCharsets.UTF_8);
    }
}
