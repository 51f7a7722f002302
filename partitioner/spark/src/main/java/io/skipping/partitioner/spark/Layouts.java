// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelFormatException;
import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import scala.jdk.javaapi.CollectionConverters;

/** Divides data frames by layouts. */
public final class Layouts {
    /** The share by which objects may exceed the requested size before they are cut. */
    private static final double TOLERANCE = 0.1;

    private Layouts() {}

    /**
     * Reads a model from its file.
     *
     * @param location a location on any file system that Hadoop supports
     * @throws IOException if it cannot be read, or is not a model
     */
    public static LayoutModel read(SparkSession spark, String location) throws IOException {
        return read(spark.sparkContext().hadoopConfiguration(), location);
    }

    static LayoutModel read(Configuration configuration, String location) throws IOException {
        Path path = new Path(location);
        try (FSDataInputStream file = path.getFileSystem(configuration).open(path)) {
            return ModelJson.read(ModelJson.decode(file.readNBytes(ModelJson.MOST_CHARS + 1)));
        } catch (ModelFormatException e) {
            throw new IOException("%s: %s".formatted(location, e.getMessage()), e);
        }
    }

    /** Distributes and sorts rows as {@link #repartition(Dataset, LayoutModel, List)} does. */
    public static Dataset<Row> repartition(Dataset<Row> rows, LayoutModel model, String... sortColumns) {
        return repartition(rows, model, List.of(sortColumns));
    }

    /**
     * Returns the same rows in as many partitions as the model has: partition <i>p</i> of the result contains exactly
     * the records of partition <i>p</i> of the model. Takes one shuffle.
     *
     * @param rows must have the model's columns, by name
     * @param sortColumns the columns by which each partition is sorted, or fields within columns; empty for no order
     * @throws IllegalArgumentException if the type of a column does not fit the model
     */
    public static Dataset<Row> repartition(Dataset<Row> rows, LayoutModel model, List<String> sortColumns) {
        Column key = column(model, LayoutFunction.shuffleKey(model, types(rows, model)));
        Dataset<Row> divided = rows.repartition(model.partitions(), key);
        return sortColumns.isEmpty()
                ? divided
                : divided.sortWithinPartitions(
                        sortColumns.stream().map(name -> sortColumn(rows, name)).toArray(Column[]::new));
    }

    /** Returns a column with the number of each row's partition, as an integer. */
    public static Column partition(Dataset<Row> rows, LayoutModel model) {
        return column(model, LayoutFunction.partition(model, types(rows, model)))
                .as(LayoutFunction.NAME);
    }

    /**
     * Returns a writer whose objects have about a given size. Partitions up to a tenth larger are not cut. Others are
     * cut, and the last piece of each may be small. To give all objects that size, train the model with as many
     * partitions as there will be objects.
     *
     * @param rows as {@link #repartition} returns them
     * @param objectBytes the size of an object, in bytes
     * @param recordBytes the average size of a record in an object: the bytes of existing objects divided by their
     *     records
     * @throws IllegalArgumentException if a size is not positive
     */
    public static DataFrameWriter<Row> writer(Dataset<Row> rows, long objectBytes, double recordBytes) {
        if (objectBytes < 1 || !(recordBytes > 0)) {
            throw new IllegalArgumentException(
                    "Objects and records need sizes above 0: %s, %s".formatted(objectBytes, recordBytes));
        }
        long records = Math.max(1, Math.round(objectBytes * (1 + TOLERANCE) / recordBytes));
        return rows.write().option("maxRecordsPerFile", records);
    }

    private static List<DataType> types(Dataset<Row> rows, LayoutModel model) {
        List<DataType> types = new ArrayList<>();
        for (io.skipping.partitioner.Column column : model.columns()) {
            types.add(rows.select(rows.col(quoted(column.name())))
                    .schema()
                    .fields()[0]
                    .dataType());
        }
        return types;
    }

    private static Column column(LayoutModel model, LayoutFunction function) {
        List<Expression> columns = new ArrayList<>();
        for (io.skipping.partitioner.Column column : model.columns()) {
            columns.add(UnresolvedAttribute.quoted(column.name()));
        }
        return Columns.of(new ApplyFunctionExpression(
                function, CollectionConverters.asScala(columns).toSeq()));
    }

    /** Returns the column of this very name, or else a field within a column, as Spark writes it. */
    private static Column sortColumn(Dataset<Row> rows, String name) {
        return functions.col(List.of(rows.columns()).contains(name) ? quoted(name) : name);
    }

    /** Returns a name in quotes, so that it is not split into parts. */
    private static String quoted(String name) {
        return "`%s`".formatted(name.replace("`", "``"));
    }
}
