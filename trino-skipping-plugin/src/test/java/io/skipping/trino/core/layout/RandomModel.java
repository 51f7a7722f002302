// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.KdTreeModel;
import io.skipping.partitioner.Keys;
import io.skipping.partitioner.LayoutModel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** Trees with cuts anywhere, most of them among small values. */
public final class RandomModel {
    private final RandomGenerator random;
    private final List<Column> columns;
    private final KdTreeModel.Builder tree;
    private int partition;

    private RandomModel(RandomGenerator random, List<Column> columns, int partitions) {
        this.random = random;
        this.columns = columns;
        this.tree = new KdTreeModel.Builder(columns, partitions);
    }

    public static LayoutModel tree(RandomGenerator random, List<Column> columns, int partitions) {
        RandomModel model = new RandomModel(random, columns, partitions);
        model.cut(partitions);
        return model.tree.build();
    }

    private void cut(int leaves) {
        if (leaves == 1) {
            tree.leaf(partition++);
            return;
        }
        int column = random.nextInt(columns.size());
        switch (columns.get(column).type()) {
            case VARCHAR ->
                tree.cut(column, "text %d".formatted(random.nextInt(50)).getBytes(StandardCharsets.UTF_8));
            case DOUBLE -> tree.cut(column, Keys.ofDouble(random.nextInt(-50, 50) / 2.0));
            case BIGINT -> tree.cut(column, random.nextInt(-5000, 5000));
            case DATE -> tree.cut(column, random.nextInt(0, 1000));
            case TIMESTAMP -> tree.cut(column, random.nextLong(0, 1_000_000_000L));
        }
        int below = random.nextInt(1, leaves);
        cut(below);
        cut(leaves - below);
    }
}
