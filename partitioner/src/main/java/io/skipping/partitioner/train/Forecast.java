// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.LayoutModel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What queries would read of a table that is laid out by a model, estimated on a sample: partitions whose box they meet.
 *
 * @param queries that were looked at, those that ask about a column of the sample
 * @param partitions that such a query reads, on average
 * @param share of the table's weight that such a query reads, on average
 */
public record Forecast(int queries, double partitions, double share) {
    /** @param sample whose columns are those of the model, in the same order */
    public static Forecast of(Sample sample, LayoutModel model, List<PastQuery> asked) {
        if (!model.columns().equals(sample.columns())) {
            throw new IllegalArgumentException(
                    "The model has columns %s, the sample %s".formatted(model.columns(), sample.columns()));
        }
        Box[] boxes = new Box[model.partitions()];
        Arrays.setAll(boxes, partition -> new Box(sample.columns().size()));
        double[] weights = new double[boxes.length];
        for (int row = 0; row < sample.rows(); row++) {
            int partition = model.partition(sample.row(row));
            boxes[partition].add(sample, row);
            weights[partition] += sample.weight(row);
        }
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
