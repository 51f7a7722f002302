// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.KdTreeModel;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Trains k-d trees whose leaves weigh the same. Immutable. */
public final class KdTreeTrainer {
    public static final double DEFAULT_TOLERANCE = 0.1;

    private final CutStrategy strategy;
    private final History history;
    private final double tolerance;

    public KdTreeTrainer(CutStrategy strategy, History history) {
        this(strategy, history, DEFAULT_TOLERANCE);
    }

    /** @param tolerance by how much of its aim a partition's weight may miss it, from 0 to below 1 */
    public KdTreeTrainer(CutStrategy strategy, History history, double tolerance) {
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("A tolerance is from 0 to below 1: " + tolerance);
        }
        this.strategy = strategy;
        this.history = history;
        this.tolerance = tolerance;
    }

    public KdTreeModel train(Sample sample, int partitions) {
        return new Training(sample, partitions).run();
    }

    private final class Training {
        private final Sample sample;
        private final Weights weights;
        private final RankedQueries queries;
        private final KdTreeModel.Builder tree;
        private final int partitions;
        private int leaves;

        Training(Sample sample, int partitions) {
            this.sample = sample;
            this.partitions = partitions;
            tree = new KdTreeModel.Builder(sample.columns(), partitions);
            weights = new Weights(sample, partitions);
            queries = new RankedQueries(sample, history);
        }

        KdTreeModel run() {
            int[] rows = IntStream.range(0, sample.rows()).toArray();
            int[] all = IntStream.range(0, queries.count()).toArray();
            divide(new Bucket(sample, weights, queries, tolerance, rows, all, partitions, 0));
            return tree.build();
        }

        private void divide(Bucket bucket) {
            Optional<Cut> chosen = bucket.partitions() == 1 ? Optional.empty() : strategy.choose(bucket);
            if (chosen.isEmpty()) {
                tree.leaf(leaves++);
                return;
            }
            Cut cut = chosen.get();
            RankedColumn values = sample.column(cut.column());
            int[] below = Arrays.stream(bucket.rows())
                    .filter(row -> values.rank(row) < cut.fromRank())
                    .toArray();
            int[] above = Arrays.stream(bucket.rows())
                    .filter(row -> values.rank(row) >= cut.fromRank())
                    .toArray();
            // a side with fewer different records than partitions would leave some empty
            int partitionsAbove = Math.min(
                    bucket.partitions() - Math.min(cut.partitionsBelow(), weights.different(below, cut.partitionsBelow())),
                    weights.different(above, bucket.partitions()));
            int partitionsBelow = Math.min(
                    bucket.partitions() - partitionsAbove, weights.different(below, bucket.partitions()));
            addCut(cut, values);
            divide(bucket.side(below, partitionsBelow));
            divide(bucket.side(above, partitionsAbove));
        }

        private void addCut(Cut cut, RankedColumn values) {
            if (values.type().isText()) {
                tree.cut(cut.column(), cut.bound() != null ? cut.bound().text() : values.text(cut.fromRank()));
            } else {
                tree.cut(cut.column(), cut.bound() != null ? cut.bound().key() : values.keyBefore(cut.fromRank()));
            }
        }
    }
}
