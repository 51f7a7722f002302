// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.KdTreeModel;
import java.util.List;

/** Trains k-d trees whose leaves have equal weights. Immutable. */
public final class KdTreeTrainer {
    /** Is the share of its target weight by which a partition may miss it, unless the caller sets another. */
    public static final double DEFAULT_TOLERANCE = 0.1;

    private final CutStrategy strategy;
    private final History history;
    private final double tolerance;

    /** Creates a trainer with the {@linkplain #DEFAULT_TOLERANCE default tolerance}. */
    public KdTreeTrainer(CutStrategy strategy, History history) {
        this(strategy, history, DEFAULT_TOLERANCE);
    }

    /**
     * Creates a trainer.
     *
     * @param tolerance the share of its target weight by which a partition may miss it, from 0 to below 1
     * @throws IllegalArgumentException if the tolerance is out of range
     */
    public KdTreeTrainer(CutStrategy strategy, History history, double tolerance) {
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("A tolerance is from 0 to below 1: " + tolerance);
        }
        this.strategy = strategy;
        this.history = history;
        this.tolerance = tolerance;
    }

    /**
     * Trains a model.
     *
     * @param partitions the number of partitions, from 1 to {@link io.skipping.partitioner.LayoutModel#MOST_PARTITIONS}
     */
    public KdTreeModel train(Sample sample, int partitions) {
        Bucket whole = new Bucket(Training.of(sample, partitions, history, tolerance), partitions);
        Plan plan = improved(whole, greedy(whole));
        KdTreeModel.Builder tree = new KdTreeModel.Builder(sample.columns(), partitions);
        write(sample, plan, tree, 0);
        return tree.build();
    }

    /** Divides a bucket by the best cut at each step. */
    private Plan greedy(Bucket bucket) {
        List<Cut> cuts = bucket.partitions() == 1 ? List.of() : strategy.choose(bucket, 1);
        return cuts.isEmpty() ? Plan.leaf(bucket) : follow(bucket, cuts.get(0));
    }

    private Plan follow(Bucket bucket, Cut cut) {
        List<Bucket> sides = bucket.sides(cut);
        return Plan.of(cut, greedy(sides.get(0)), greedy(sides.get(1)));
    }

    /**
     * Follows the few best cuts of each bucket to the leaves, and takes the one of which past queries would read least
     * (the pilot method: Duin and Voss, Networks 34, 1999). For past queries, the result is never worse than the
     * initial plan.
     */
    private Plan improved(Bucket bucket, Plan plan) {
        if (plan.cut() == null || strategy.lookahead() == 1 || bucket.met().length == 0) {
            return plan;
        }
        Plan best = plan;
        for (Cut cut : strategy.choose(bucket, strategy.lookahead())) {
            Plan other = follow(bucket, cut);
            if (other.cost() < best.cost()) {
                best = other;
            }
        }
        List<Bucket> sides = bucket.sides(best.cut());
        return Plan.of(best.cut(), improved(sides.get(0), best.below()), improved(sides.get(1), best.above()));
    }

    /** Appends the plan's nodes, and numbers its partitions from {@code partition} on. Returns the next number. */
    private static int write(Sample sample, Plan plan, KdTreeModel.Builder tree, int partition) {
        Cut cut = plan.cut();
        if (cut == null) {
            tree.leaf(partition);
            return partition + 1;
        }
        RankedColumn values = sample.column(cut.column());
        if (values.type().isText()) {
            tree.cut(cut.column(), cut.bound() != null ? cut.bound().text() : values.text(cut.fromRank()));
        } else {
            tree.cut(cut.column(), cut.bound() != null ? cut.bound().key() : values.keyBefore(cut.fromRank()));
        }
        return write(sample, plan.above(), tree, write(sample, plan.below(), tree, partition));
    }
}
