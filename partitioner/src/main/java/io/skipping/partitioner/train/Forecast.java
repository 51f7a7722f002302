// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.LayoutModel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Estimates how much queries read of a table, based on a sample. A query reads each object whose box it meets as a
 * whole.
 *
 * @param queries the number of queries used: those that ask about a column of the sample
 * @param partitions the number of partitions (objects) that such a query reads, on average
 * @param share the share of the table's weight that such a query reads, on average
 */
public record Forecast(int queries, double partitions, double share) {
    /**
     * Estimates for a table laid out by a model. The boxes are those of the sample's records.
     *
     * @param sample must have the model's columns, in the same order
     * @throws IllegalArgumentException if the columns differ; a sample need not know the scales of decimals
     */
    public static Forecast of(Sample sample, LayoutModel model, List<PastQuery> asked) {
        if (!model.fits(sample.columns())) {
            throw new IllegalArgumentException(
                    "The model has columns %s, the sample %s".formatted(model.columns(), sample.columns()));
        }
        Box[] boxes = new Box[model.partitions()];
        Arrays.setAll(boxes, partition -> new Box(sample.columns().size()));
        for (int row = 0; row < sample.rows(); row++) {
            boxes[model.partition(sample.row(row))].add(sample, row);
        }
        return of(sample, boxes, sample.weights(model), asked);
    }

    /** Estimates for a table whose objects are known. */
    public static Forecast of(Sample sample, List<KnownObject> objects, List<PastQuery> asked) {
        Box[] boxes = objects.stream().map(object -> object.box(sample)).toArray(Box[]::new);
        double[] weights = objects.stream().mapToDouble(KnownObject::bytes).toArray();
        return of(sample, boxes, weights, asked);
    }

    private static Forecast of(Sample sample, Box[] boxes, double[] weights, List<PastQuery> asked) {
        double total = Arrays.stream(weights).sum();
        RankedQueries queries = new RankedQueries(sample, new History(asked, Optional.empty(), 1, 0));
        double read = 0;
        double share = 0;
        for (int query : queries.all()) {
            for (int partition = 0; partition < boxes.length; partition++) {
                if (weights[partition] > 0 && queries.meets(query, boxes[partition])) {
                    read++;
                    share += weights[partition] / total;
                }
            }
        }
        int count = queries.all().length;
        return new Forecast(count, read / Math.max(1, count), share / Math.max(1, count));
    }
}
