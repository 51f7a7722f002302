// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.Curve;
import io.skipping.partitioner.CurveModel;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CurveTrainer;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import java.util.List;
import java.util.Locale;

/** Lists the models that a user can choose by name. */
enum ModelKind {
    GRID_0((sample, history, partitions, tolerance) -> new GridModel(sample.columns(), partitions, 0)),
    GRID_1((sample, history, partitions, tolerance) -> new GridModel(sample.columns(), partitions, 1)),
    ZORDER((sample, history, partitions, tolerance) -> new CurveTrainer(Curve.ZORDER).train(sample, partitions)),
    HILBERT((sample, history, partitions, tolerance) -> new CurveTrainer(Curve.HILBERT).train(sample, partitions)),
    KDTREE(CutStrategy.roundRobin()),
    KDTREE_SHAPE(CutStrategy.queryShape()),
    KDTREE_COMPACT(CutStrategy.compactness()),
    KDTREE_QUERY(CutStrategy.queryDriven());

    private interface Training {
        LayoutModel train(Sample sample, History history, int partitions, double tolerance);
    }

    private final Training training;

    ModelKind(Training training) {
        this.training = training;
    }

    ModelKind(CutStrategy strategy) {
        this((sample, history, partitions, tolerance) ->
                new KdTreeTrainer(strategy, history, tolerance).train(sample, partitions));
    }

    /**
     * Trains a model.
     *
     * @param tolerance for trees, the share of its target weight by which a partition may miss it
     */
    LayoutModel train(Sample sample, History history, int partitions, double tolerance) {
        return training.train(sample, history, partitions, tolerance);
    }

    /** Returns the name on the command line. */
    String optionName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether this kind of model can divide these columns: a grid has no text, and a curve not too many. */
    boolean fits(List<Column> columns) {
        return switch (this) {
            case GRID_0, GRID_1 ->
                columns.stream().noneMatch(column -> column.type().isText());
            case ZORDER, HILBERT -> columns.size() <= CurveModel.MOST_BITS_OF_PLACE;
            default -> true;
        };
    }

    static ModelKind of(String optionName) {
        for (ModelKind kind : values()) {
            if (kind.optionName().equals(optionName)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("Unknown model: " + optionName);
    }
}
