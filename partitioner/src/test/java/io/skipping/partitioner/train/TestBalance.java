// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Curve;
import io.skipping.partitioner.LayoutModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the balance that docs/partitioner.md proves. */
public class TestBalance {
    static final List<CutStrategy> STRATEGIES = List.of(
            CutStrategy.roundRobin(), CutStrategy.queryShape(), CutStrategy.compactness(), CutStrategy.queryDriven());

    private static final double TOLERANCE = 0.1;
    private static final List<Column> COLUMNS = List.of(
            new Column("x", ColumnType.DOUBLE),
            new Column("y", ColumnType.BIGINT),
            new Column("s", ColumnType.VARCHAR));

    /** Values of x, y and s of each record; ties, skew and holes of all kinds. */
    private enum Data {
        EVEN {
            @Override
            int[] record(int row, SplittableRandom random) {
                return new int[] {random.nextInt(1_000_000), random.nextInt(1_000_000), random.nextInt(1_000_000)};
            }
        },
        ALL_EQUAL {
            @Override
            int[] record(int row, SplittableRandom random) {
                return new int[] {1, 2, 3};
            }
        },
        ONE_COLUMN_VARIES {
            @Override
            int[] record(int row, SplittableRandom random) {
                return new int[] {1, row, 3};
            }
        },
        HALF_ARE_EQUAL {
            @Override
            int[] record(int row, SplittableRandom random) {
                return random.nextBoolean() ? new int[] {5, 5, 5} : EVEN.record(row, random);
            }
        },
        FEW_VALUES {
            @Override
            int[] record(int row, SplittableRandom random) {
                return new int[] {random.nextInt(3), random.nextInt(4), random.nextInt(2)};
            }
        },
        /** Records on three axes, most of each column 0. */
        STAR {
            @Override
            int[] record(int row, SplittableRandom random) {
                int[] record = new int[3];
                record[row % 3] = row;
                return record;
            }
        },
        SKEWED {
            @Override
            int[] record(int row, SplittableRandom random) {
                int value = (int) Math.pow(1_000_000, random.nextDouble() * random.nextDouble());
                return new int[] {value, value / 10, value / 100};
            }
        },
        DIAGONAL {
            @Override
            int[] record(int row, SplittableRandom random) {
                return new int[] {row, row, row};
            }
        };

        abstract int[] record(int row, SplittableRandom random);
    }

    @DataProvider
    public Object[][] data() {
        return Arrays.stream(Data.values()).map(data -> new Object[] {data}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "data")
    public void testNoPartitionWeighsMoreThanIsProven(Data data) {
        for (int partitions : new int[] {2, 3, 16, 37, 128}) {
            for (CutStrategy strategy : STRATEGIES) {
                List<int[]> records = records(data, 6000);
                Sample sample = sample(records);
                KdTreeTrainer trainer = new KdTreeTrainer(strategy, TestTraining.history(7, COLUMNS), TOLERANCE);
                LayoutModel model = trainer.train(sample, partitions);
                check(data, records, model, new Weights(sample, partitions));
            }
        }
    }

    private static void check(Data data, List<int[]> records, LayoutModel model, Weights weights) {
        double[] partitionWeights = new double[model.partitions()];
        List<Map<String, Double>> tuples = new ArrayList<>();
        partitionTuples(tuples, model.partitions());
        List<Map<Integer, Double>> values = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (int index = 0; index < records.size(); index++) {
            int partition = model.partition(row(records.get(index)));
            partitionWeights[partition] += weights.of(index);
            tuples.get(partition).merge(Arrays.toString(records.get(index)), weights.of(index), Double::sum);
            for (int column = 0; column < 3; column++) {
                values.get(column).merge(records.get(index)[column], weights.of(index), Double::sum);
            }
        }
        double heaviestValue = values.stream()
                .mapToDouble(column -> column.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow())
                .min()
                .orElseThrow();
        double bound = (1 + TOLERANCE) * weights.ofPartition() + 1.5 * heaviestValue + 1e-6;
        for (int partition = 0; partition < partitionWeights.length; partition++) {
            if (tuples.get(partition).size() > 1) {
                assertThat(partitionWeights[partition])
                        .describedAs("%s: weight of one of %d partitions", data, model.partitions())
                        .isLessThanOrEqualTo(bound);
            }
        }
    }

    private static void partitionTuples(List<Map<String, Double>> tuples, int partitions) {
        for (int partition = 0; partition < partitions; partition++) {
            tuples.add(new HashMap<>());
        }
    }

    @Test
    public void testDifferentRecordsAreWithinTheTolerance() {
        List<int[]> records = records(Data.EVEN, 20_000);
        for (int partitions : new int[] {2, 3, 16, 37, 128}) {
            for (CutStrategy strategy : STRATEGIES) {
                KdTreeTrainer trainer = new KdTreeTrainer(strategy, TestTraining.history(7, COLUMNS), TOLERANCE);
                assertEven(records, trainer.train(sample(records), partitions), TOLERANCE);
            }
            for (Curve curve : Curve.values()) {
                assertEven(records, new CurveTrainer(curve).train(sample(records), partitions), TOLERANCE);
            }
        }
    }

    /** The heaviest value may as well be the last one. */
    @Test
    public void testCurvesAreCutBeforeTheLastValue() {
        for (Curve curve : Curve.values()) {
            assertThat(curveCounts(curve, 20, 4)).containsExactlyInAnyOrder(0, 0, 20, 80);
            assertThat(curveCounts(curve, 40, 2)).containsExactly(40, 60);
            assertThat(curveCounts(curve, 20, 2))
                    .as("20/80 is nearer than 0/100")
                    .containsExactly(20, 80);
            assertThat(curveCounts(curve, 80, 4)).as("the heavy one first").containsExactlyInAnyOrder(0, 0, 20, 80);
            assertThat(curveCounts(curve, 100, 3)).as("one value").containsExactlyInAnyOrder(0, 0, 100);
        }
    }

    /** Returns the records of each partition of 100 records with two values. */
    private static List<Integer> curveCounts(Curve curve, int first, int partitions) {
        List<int[]> records = new ArrayList<>();
        for (int index = 0; index < 100; index++) {
            records.add(new int[] {index < first ? 1 : 2, 0, 0});
        }
        LayoutModel model = new CurveTrainer(curve).train(sample(records), partitions);
        Integer[] counts = new Integer[partitions];
        Arrays.fill(counts, 0);
        records.forEach(record -> counts[model.partition(row(record))]++);
        return List.of(counts);
    }

    private static void assertEven(List<int[]> records, LayoutModel model, double tolerance) {
        int[] counts = new int[model.partitions()];
        records.forEach(record -> counts[model.partition(row(record))]++);
        double aim = (double) records.size() / model.partitions();
        for (int count : counts) {
            assertThat((double) count).isBetween(aim * (1 - tolerance) - 1, aim * (1 + tolerance) + 1);
        }
    }

    @Test
    public void testNoPartitionIsEmptyWhileThereAreDifferentRecords() {
        List<int[]> records = new ArrayList<>();
        for (int index = 0; index < 1000; index++) {
            records.add(new int[] {index % 4, index % 3, 0});
        }
        for (CutStrategy strategy : STRATEGIES) {
            LayoutModel model = new KdTreeTrainer(strategy, History.NONE).train(sample(records), 12);
            assertThat(records.stream()
                            .map(record -> model.partition(row(record)))
                            .distinct())
                    .describedAs("12 different records, 12 partitions")
                    .hasSize(12);
            LayoutModel wide = new KdTreeTrainer(strategy, History.NONE).train(sample(records), 100);
            assertThat(records.stream()
                            .map(record -> wide.partition(row(record)))
                            .distinct())
                    .hasSize(12);
        }
    }

    private static List<int[]> records(Data data, int rows) {
        SplittableRandom random = new SplittableRandom(data.ordinal());
        List<int[]> records = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            records.add(data.record(row, random));
        }
        return records;
    }

    private static Sample sample(List<int[]> records) {
        Sample.Builder sample = Sample.builder(COLUMNS);
        records.forEach(record -> sample.add(row(record)));
        return sample.build();
    }

    private static ArrayRow row(int[] record) {
        // the least number is NULL's, which would be one value with it
        return new ArrayRow(3)
                .set(0, (double) record[0])
                .set(1, (long) record[1])
                .set(2, "%07d".formatted(record[2]));
    }
}
