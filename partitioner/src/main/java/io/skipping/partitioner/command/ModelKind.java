// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.Curve;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CurveTrainer;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import java.util.Locale;

/** Models that can be asked for by name. */
enum ModelKind {
    GRID_0 {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new GridModel(sample.columns(), partitions, 0);
        }
    },
    GRID_1 {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new GridModel(sample.columns(), partitions, 1);
        }
    },
    ZORDER {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new CurveTrainer(Curve.ZORDER).train(sample, partitions);
        }
    },
    HILBERT {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new CurveTrainer(Curve.HILBERT).train(sample, partitions);
        }
    },
    KDTREE {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new KdTreeTrainer(CutStrategy.roundRobin(), history).train(sample, partitions);
        }
    },
    KDTREE_SHAPE {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new KdTreeTrainer(CutStrategy.queryShape(), history).train(sample, partitions);
        }
    },
    KDTREE_COMPACT {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new KdTreeTrainer(CutStrategy.compactness(), history).train(sample, partitions);
        }
    },
    KDTREE_QUERY {
        @Override
        LayoutModel train(Sample sample, History history, int partitions) {
            return new KdTreeTrainer(CutStrategy.queryDriven(), history).train(sample, partitions);
        }
    };

    abstract LayoutModel train(Sample sample, History history, int partitions);

    /** As on the command line. */
    String optionName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it divides columns of this sample. */
    boolean fits(Sample sample) {
        return this != GRID_0 && this != GRID_1
                || sample.columns().stream().noneMatch(column -> column.type().isText());
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
