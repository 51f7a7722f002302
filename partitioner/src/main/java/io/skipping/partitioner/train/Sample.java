// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.Keys;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.Row;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Holds the records that a model is trained with. Immutable. */
public final class Sample {
    private final List<Column> columns;
    private final RankedColumn[] ranked;
    private final long[] weights;
    private final Box whole;

    private Sample(List<Column> columns, RankedColumn[] ranked, long[] weights) {
        this.columns = columns;
        this.ranked = ranked;
        this.weights = weights;
        whole = Box.of(this, IntStream.range(0, weights.length).toArray());
    }

    /** Returns a builder of a sample with these columns. */
    public static Builder builder(List<Column> columns) {
        return new Builder(columns);
    }

    public List<Column> columns() {
        return columns;
    }

    /** Returns the number of records. */
    public int rows() {
        return weights.length;
    }

    /** Returns a record as a model sees it, by its number, which counts from 0. */
    public Row row(int number) {
        return new SampledRow(number);
    }

    /**
     * Returns a record's value on a scale on which distances are meaningful: the number, or the rank of a text; NaN for
     * NULL and NaN.
     */
    public double position(int row, int column) {
        int rank = ranked[column].rank(row);
        return ranked[column].isBounded(rank) ? ranked[column].position(rank) : Double.NaN;
    }

    /** Returns the weight of the records in each of a model's partitions; the model must have the sample's columns. */
    public double[] weights(LayoutModel model) {
        double[] sums = new double[model.partitions()];
        for (int row = 0; row < weights.length; row++) {
            sums[model.partition(row(row))] += weights[row];
        }
        return sums;
    }

    RankedColumn column(int column) {
        return ranked[column];
    }

    /** Returns the box of all records. */
    Box whole() {
        return whole;
    }

    long weight(int row) {
        return weights[row];
    }

    long[] weights() {
        return weights;
    }

    private final class SampledRow implements Row {
        private final int number;

        SampledRow(int number) {
            this.number = number;
        }

        @Override
        public boolean isNull(int column) {
            return ranked[column].isNull(ranked[column].rank(number));
        }

        @Override
        public long longValue(int column) {
            return ranked[column].key(ranked[column].rank(number));
        }

        @Override
        public double doubleValue(int column) {
            return Keys.toDouble(longValue(column));
        }

        @Override
        public byte[] textValue(int column) {
            return ranked[column].text(ranked[column].rank(number));
        }
    }

    /** Collects records one by one. Not thread-safe. */
    public static final class Builder {
        private final List<Column> columns;
        private final ColumnValues[] values;
        private long[] weights = new long[1024];
        private int rows;

        private Builder(List<Column> columns) {
            this.columns = List.copyOf(columns);
            values = columns.stream()
                    .map(column -> new ColumnValues(column.type()))
                    .toArray(ColumnValues[]::new);
        }

        /** Adds a record of weight 1. */
        public Builder add(Row row) {
            return add(row, 1);
        }

        /**
         * Adds a record.
         *
         * @param row the values by the positions of the sample's columns, which are copied
         * @param weight the weight of the record, such as its bytes; at least 1
         * @throws IllegalArgumentException if the weight is less than 1
         */
        public Builder add(Row row, long weight) {
            if (weight < 1) {
                throw new IllegalArgumentException("A record weighs at least 1: " + weight);
            }
            for (int column = 0; column < values.length; column++) {
                values[column].add(row, column);
            }
            if (rows == weights.length) {
                weights = Arrays.copyOf(weights, 2 * rows);
            }
            weights[rows++] = weight;
            return this;
        }

        /**
         * Returns the sample.
         *
         * @throws IllegalArgumentException if no record was added
         */
        public Sample build() {
            if (rows == 0) {
                throw new IllegalArgumentException("A sample needs a record");
            }
            RankedColumn[] ranked =
                    Arrays.stream(values).map(ColumnValues::rank).toArray(RankedColumn[]::new);
            return new Sample(columns, ranked, Arrays.copyOf(weights, rows));
        }
    }
}
