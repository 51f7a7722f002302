// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.testng.annotations.Test;

public class TestKdTreeModel {
    private static final int SEEDS = 300;
    private static final int ROWS = 200;

    /** A tree that is walked as it is written. */
    private sealed interface Node {
        record Cut(int column, ArrayRow from, Node below, Node rest) implements Node {}

        record Leaf(int partition) implements Node {}
    }

    /** The trees are random, over columns of all types, and over those without text, cut at odd values too. */
    @Test
    public void testAgreesWithTheTreeAsItIsWritten() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int columns = random.nextInt(1, RandomRows.COLUMNS.size() + 1);
            check(seed, random, RandomRows.COLUMNS.subList(0, columns));
        }
    }

    private static void check(int seed, SplittableRandom random, List<Column> columns) {
        RandomRows rows = new RandomRows(seed, columns);
        int partitions = random.nextInt(1, 40);
        KdTreeModel.Builder builder = new KdTreeModel.Builder(columns, partitions);
        int[] next = {0};
        Node tree = grow(random, columns, rows, builder, partitions, next);
        KdTreeModel model = builder.build();
        ArrayRow row = new ArrayRow(columns.size());
        for (int number = 0; number < ROWS; number++) {
            rows.next(row);
            assertThat(model.partition(row))
                    .as("seed %d, row %d", seed, number)
                    .isEqualTo(partition(tree, columns, row));
        }
    }

    private static Node grow(
            SplittableRandom random,
            List<Column> columns,
            RandomRows rows,
            KdTreeModel.Builder builder,
            int partitions,
            int[] next) {
        if (partitions == 1) {
            builder.leaf(next[0]);
            return new Node.Leaf(next[0]++);
        }
        int column = random.nextInt(columns.size());
        ArrayRow from = new ArrayRow(columns.size());
        do {
            rows.next(from);
        } while (from.isNull(column));
        ColumnType type = columns.get(column).type();
        if (type.isText()) {
            builder.cut(column, from.textValue(column));
        } else {
            builder.cut(column, Keys.of(type, from, column));
        }
        int below = random.nextInt(1, partitions);
        return new Node.Cut(
                column,
                from,
                grow(random, columns, rows, builder, below, next),
                grow(random, columns, rows, builder, partitions - below, next));
    }

    private static int partition(Node tree, List<Column> columns, Row row) {
        Node node = tree;
        while (node instanceof Node.Cut cut) {
            ColumnType type = columns.get(cut.column()).type();
            node = isBelow(type, cut.column(), row, cut.from()) ? cut.below() : cut.rest();
        }
        return ((Node.Leaf) node).partition();
    }

    /** By the values themselves: NULL before all others, −0 and 0 as one, NaN behind all others. */
    private static boolean isBelow(ColumnType type, int column, Row row, Row from) {
        if (row.isNull(column)) {
            return true;
        }
        return switch (type) {
            case VARCHAR -> Arrays.compareUnsigned(row.textValue(column), from.textValue(column)) < 0;
            case DOUBLE -> Double.compare(row.doubleValue(column) + 0.0, from.doubleValue(column) + 0.0) < 0;
            case BIGINT, DATE, TIMESTAMP -> row.longValue(column) < from.longValue(column);
        };
    }
}
