// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists some of the files that another index lists, and passes all else on to it. */
abstract class ForwardingFileIndex implements FileIndex {
    final FileIndex files;

    ForwardingFileIndex(FileIndex files) {
        this.files = requireNonNull(files, "files is null");
    }

    /** Returns some files of a listing, without partitions that have no file left. */
    static Seq<PartitionDirectory> only(Seq<PartitionDirectory> listed, Predicate<Path> isKept) {
        List<PartitionDirectory> left = new ArrayList<>();
        for (PartitionDirectory partition : CollectionConverters.asJava(listed)) {
            List<FileStatusWithMetadata> kept = CollectionConverters.asJava(partition.files()).stream()
                    .filter(file -> isKept.test(file.getPath()))
                    .toList();
            if (!kept.isEmpty()) {
                left.add(new PartitionDirectory(partition.values(), seq(kept)));
            }
        }
        return seq(left);
    }

    static <T> Seq<T> seq(List<T> elements) {
        return CollectionConverters.asScala(elements).toSeq();
    }

    @Override
    public Seq<Path> rootPaths() {
        return files.rootPaths();
    }

    @Override
    public String[] inputFiles() {
        return files.inputFiles();
    }

    @Override
    public void refresh() {
        files.refresh();
    }

    @Override
    public long sizeInBytes() {
        return files.sizeInBytes();
    }

    @Override
    public StructType partitionSchema() {
        return files.partitionSchema();
    }

    @Override
    public Option<Object> metadataOpsTimeNs() {
        return files.metadataOpsTimeNs();
    }
}
