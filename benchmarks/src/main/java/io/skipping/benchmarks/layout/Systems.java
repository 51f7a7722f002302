// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.partitioner.Curve;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CurveTrainer;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Trains models under the names of the systems in results. */
final class Systems {
    static final String ARRIVAL = "arrival";
    static final String GRID_0 = "grid-0";
    static final String GRID_1 = "grid-1";
    static final String KD_TREE = "kdtree";
    static final String KD_TREE_QUERY = "kdtree-query";
    static final String HILBERT = "hilbert";

    private Systems() {}

    /** Returns all models over a sample of place. */
    static Map<String, LayoutModel> byPlace(Sample sample, History history, int partitions) {
        Map<String, LayoutModel> models = new LinkedHashMap<>();
        models.putAll(byGrid(sample, partitions));
        models.putAll(byTree(sample, history, partitions));
        models.putAll(byCurve(sample, partitions));
        return models;
    }

    static Map<String, LayoutModel> byGrid(Sample sample, int partitions) {
        Map<String, LayoutModel> models = new LinkedHashMap<>();
        for (String system : List.of(GRID_0, GRID_1)) {
            models.put(
                    system,
                    new GridModel(
                            sample.columns(), partitions, precision(system).getAsInt()));
        }
        return models;
    }

    /** Returns how many decimals of a degree the cells of a grid have; empty if the system is no grid. */
    static OptionalInt precision(String system) {
        return switch (system) {
            case GRID_0 -> OptionalInt.of(0);
            case GRID_1 -> OptionalInt.of(1);
            default -> OptionalInt.empty();
        };
    }

    static Map<String, LayoutModel> byTree(Sample sample, History history, int partitions) {
        Map<String, LayoutModel> models = new LinkedHashMap<>();
        models.put(KD_TREE, tree(CutStrategy.roundRobin(), History.NONE, sample, partitions));
        models.put("kdtree-compact", tree(CutStrategy.compactness(), History.NONE, sample, partitions));
        models.put("kdtree-shape", tree(CutStrategy.queryShape(), history, sample, partitions));
        models.put(KD_TREE_QUERY, tree(CutStrategy.queryDriven(), history, sample, partitions));
        return models;
    }

    static Map<String, LayoutModel> byCurve(Sample sample, int partitions) {
        Map<String, LayoutModel> models = new LinkedHashMap<>();
        for (Curve curve : List.of(Curve.ZORDER, Curve.HILBERT)) {
            models.put(curve.kind(), new CurveTrainer(curve).train(sample, partitions));
        }
        return models;
    }

    static LayoutModel tree(CutStrategy strategy, History history, Sample sample, int partitions) {
        return new KdTreeTrainer(strategy, history).train(sample, partitions);
    }
}
