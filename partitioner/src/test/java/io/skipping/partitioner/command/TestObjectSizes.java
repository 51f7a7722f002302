// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.command.sample.SizeOptions;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.testng.annotations.Test;

/** Tests the promise of objects of one size, for records that a model was not trained with. */
public class TestObjectSizes {
    private static final List<Column> COLUMNS =
            List.of(new Column("x", ColumnType.DOUBLE), new Column("y", ColumnType.DOUBLE));
    private static final int PARTITIONS = 16;
    private static final int RECORDS = 800_000;
    private static final int MODELS = 12;

    @Test
    public void testObjectsHaveTheirSizeInTheTableToo() {
        int records = (int) SizeOptions.recordsFor(PARTITIONS);
        assertThat(records).as("1,600 of each").isEqualTo(1_600 * PARTITIONS);
        double asPromised = shareOfObjectsWithin(SizeOptions.PROMISED, records);
        assertThat(asPromised).as("objects within 10 %% of their size").isGreaterThanOrEqualTo(0.95);
        assertThat(shareOfObjectsWithin(SizeOptions.PROMISED, records / 16))
                .as("with a sample that is too small")
                .isLessThan(asPromised - 0.05);
    }

    /** Of objects of several models, each trained with other records, and weighed with many more. */
    private static double shareOfObjectsWithin(double deviation, int records) {
        int within = 0;
        for (int seed = 0; seed < MODELS; seed++) {
            Random random = new Random(seed);
            Sample.Builder sample = Sample.builder(COLUMNS);
            ArrayRow row = new ArrayRow(2);
            for (int record = 0; record < records; record++) {
                sample.add(next(random, row));
            }
            CutStrategy strategy = seed % 2 == 0 ? CutStrategy.queryDriven() : CutStrategy.compactness();
            LayoutModel model = new KdTreeTrainer(strategy, queries(random), SizeOptions.PROMISED / 2)
                    .train(sample.build(), PARTITIONS);
            int[] counts = new int[PARTITIONS];
            for (int record = 0; record < RECORDS; record++) {
                counts[model.partition(next(random, row))]++;
            }
            for (int count : counts) {
                double size = (double) count * PARTITIONS / RECORDS;
                within += Math.abs(size - 1) <= deviation ? 1 : 0;
            }
        }
        return (double) within / (MODELS * PARTITIONS);
    }

    /** Around a few towns of different sizes. */
    private static ArrayRow next(Random random, ArrayRow row) {
        int town = (int) (5 * random.nextDouble() * random.nextDouble());
        return row.set(0, 10 * town + (1 + town) * random.nextGaussian())
                .set(1, 7 * (town * town % 5) + 2 * random.nextGaussian());
    }

    private static History queries(Random random) {
        List<PastQuery> queries = new ArrayList<>();
        for (int query = 0; query < 50; query++) {
            ArrayRow at = next(random, new ArrayRow(2));
            queries.add(new PastQuery(
                    Map.of("x", List.of(Interval.ofDoubles(at.doubleValue(0) - 1, at.doubleValue(0) + 1))),
                    Instant.EPOCH));
        }
        return History.of(queries);
    }
}
