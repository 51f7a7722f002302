// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.NoopCache$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the Parquet files of a folder, and reads them, as Spark does. */
final class ParquetFiles {
    private final SparkSession spark;
    private final List<FileStatus> files;
    private final StructType partitions;
    private final StructType columns;

    private ParquetFiles(SparkSession spark, List<FileStatus> files, StructType partitions, StructType columns) {
        this.spark = spark;
        this.files = ImmutableList.copyOf(files);
        this.partitions = partitions;
        this.columns = columns;
    }

    /** Lists a folder. */
    static ParquetFiles in(SparkSession spark, Path folder) {
        InMemoryFileIndex listed = new InMemoryFileIndex(
                spark,
                CollectionConverters.asScala(List.of(folder)).toSeq(),
                scala.collection.immutable.Map$.MODULE$.empty(),
                Option.empty(),
                NoopCache$.MODULE$,
                Option.empty(),
                Option.empty());
        StructType partitions = listed.partitionSchema();
        List<FileStatus> files = CollectionConverters.asJava(listed.allFiles());
        StructType all = files.isEmpty()
                ? new StructType()
                : spark.read().parquet(folder.toString()).schema();
        List<String> partitionNames = Arrays.asList(partitions.fieldNames());
        StructType columns = new StructType(Arrays.stream(all.fields())
                .filter(field -> !partitionNames.contains(field.name()))
                .toArray(StructField[]::new));
        return new ParquetFiles(spark, files, partitions, columns);
    }

    List<FileStatus> files() {
        return files;
    }

    /** Returns the columns that files have, without those of partitions. */
    StructType columns() {
        return columns;
    }

    /** Returns what reads some columns of a part of a file, on an executor. */
    Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader(StructType wanted) {
        scala.collection.immutable.Map<String, String> options = scala.collection.immutable.Map.from(
                CollectionConverters.asScala(Map.of(FileFormat.OPTION_RETURNING_BATCH(), "false")));
        return new ParquetFileFormat()
                .buildReaderWithPartitionValues(
                        spark,
                        columns,
                        new StructType(),
                        wanted,
                        CollectionConverters.asScala(new ArrayList<Filter>()).toSeq(),
                        options,
                        spark.sparkContext().hadoopConfiguration());
    }
}
