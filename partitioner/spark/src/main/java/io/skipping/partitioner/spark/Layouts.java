// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelFormatException;
import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    /** By how much objects may be greater than asked for, before they are cut. */
    private static final double TOLERANCE = 0.1;

    private Layouts() {}

    /**
     * A model from its file.
     *
     * @param location on any file system that Hadoop knows
     * @throws ModelFormatException if it is no model
     */
    public static LayoutModel read(SparkSession spark, String location) throws IOException {
        return read(spark.sparkContext().hadoopConfiguration(), location);
    }

    static LayoutModel read(Configuration configuration, String location) throws IOException {
        Path path = new Path(location);
        try (FSDataInputStream file = path.getFileSystem(configuration).open(path)) {
            return ModelJson.read(new String(file.readNBytes(ModelJson.MOST_CHARS + 1), StandardCharsets.UTF_8));
        } catch (ModelFormatException e) {
            throw new IOException("%s: %s".formatted(location, e.getMessage()), e);
        }
    }

    /** As below. */
    public static Dataset<Row> repartition(Dataset<Row> rows, LayoutModel model, String... sortColumns) {
        return repartition(rows, model, List.of(sortColumns));
    }

    /**
     * The same rows, in as many partitions as the model has: partition <i>p</i> of the result has the records of partition <i>p</i>
     * of the model and no others. One shuffle.
     *
     * @param rows that have the model's columns, by name
     * @param sortColumns by which each partition is sorted; none for no order
     * @throws IllegalArgumentException if a column is of a type that can't be the model's
     */
    public static Dataset<Row> repartition(Dataset<Row> rows, LayoutModel model, List<String> sortColumns) {
        Column key = column(model, LayoutFunction.shuffleKey(model, types(rows, model)));
        Dataset<Row> divided = rows.repartition(model.partitions(), key);
        return sortColumns.isEmpty()
                ? divided
                : divided.sortWithinPartitions(
                        sortColumns.stream().map(functions::col).toArray(Column[]::new));
    }

    /** The number of each row's partition, as an integer. */
    public static Column partition(Dataset<Row> rows, LayoutModel model) {
        return column(model, LayoutFunction.partition(model, types(rows, model)))
                .as(LayoutFunction.NAME);
    }

    /**
     * A writer whose objects have about a size: those of partitions up to a tenth greater are not cut, others are, and the
     * last piece of each may be small. To have them all of that size, train the model with as many partitions as there are objects of it.
     *
     * @param rows as {@link #repartition} returns them
     * @param objectBytes the size of an object
     * @param recordBytes what a record takes of it, on average: bytes of objects there are, over their records
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

    /** As a name that has no parts. */
    private static String quoted(String name) {
        return "`%s`".formatted(name.replace("`", "``"));
    }
}
