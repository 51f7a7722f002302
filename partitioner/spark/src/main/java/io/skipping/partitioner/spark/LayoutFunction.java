// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Computes the partition of a model for the values of its columns, or a number that stands for the partition. It is
 * sent to executors as the model's file.
 */
final class LayoutFunction implements ScalarFunction<Integer> {
    static final String NAME = "layout_partition";

    private final String name;
    private final String json;
    private final DataType[] types;
    private final ColumnReader[] readers;
    /** The number that stands for each partition; null for the partition itself. */
    private final int[] results;

    private transient volatile LayoutModel model;

    private LayoutFunction(String name, LayoutModel model, List<DataType> types, int[] results) {
        List<Column> columns = model.columns();
        if (types.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "%s needs the %d columns of the layout's model (%s), in this order, not %d"
                            .formatted(
                                    name,
                                    columns.size(),
                                    String.join(
                                            ", ",
                                            columns.stream().map(Column::name).toList()),
                                    types.size()));
        }
        this.name = name;
        this.model = model;
        this.json = ModelJson.write(model);
        this.types = types.toArray(DataType[]::new);
        this.results = results;
        List<ColumnReader> found = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            found.add(ColumnReader.of(columns.get(column), types.get(column)));
        }
        readers = found.toArray(ColumnReader[]::new);
    }

    /**
     * Returns a function that computes partition numbers.
     *
     * @param types the types of the model's columns, in its order
     * @throws IllegalArgumentException if the types do not fit the model
     */
    static LayoutFunction partition(LayoutModel model, List<DataType> types) {
        return new LayoutFunction(NAME, model, types, null);
    }

    /**
     * Returns a function that computes shuffle keys, which stand for partitions in a shuffle; see {@link ShuffleKeys}.
     */
    static LayoutFunction shuffleKey(LayoutModel model, List<DataType> types) {
        return new LayoutFunction("layout_shuffle_key", model, types, ShuffleKeys.of(model.partitions()));
    }

    @Override
    public Integer produceResult(InternalRow input) {
        int partition = model().partition(new Values(input));
        return results == null ? partition : results[partition];
    }

    private LayoutModel model() {
        LayoutModel read = model;
        if (read == null) {
            read = ModelJson.read(json);
            model = read;
        }
        return read;
    }

    @Override
    public DataType[] inputTypes() {
        return types;
    }

    @Override
    public DataType resultType() {
        return DataTypes.IntegerType;
    }

    @Override
    public boolean isResultNullable() {
        return false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String canonicalName() {
        return "io.skipping." + name;
    }

    /** Compares functions. Spark uses this to recognise equal expressions, as in SELECT and GROUP BY. */
    @Override
    public boolean equals(Object other) {
        return other instanceof LayoutFunction function
                && name.equals(function.name)
                && json.equals(function.json)
                && Arrays.equals(types, function.types);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + json.hashCode();
    }

    /** Reads values in Spark's internal form. */
    private final class Values implements Row {
        private final InternalRow row;

        Values(InternalRow row) {
            this.row = row;
        }

        @Override
        public boolean isNull(int column) {
            return row.isNullAt(column);
        }

        @Override
        public long longValue(int column) {
            return readers[column].longValue(row, column, types[column]);
        }

        @Override
        public double doubleValue(int column) {
            return readers[column].doubleValue(row, column, types[column]);
        }

        @Override
        public byte[] textValue(int column) {
            return readers[column].textValue(row, column);
        }
    }
}
