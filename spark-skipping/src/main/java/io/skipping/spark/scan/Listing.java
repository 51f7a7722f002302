// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Holds the files that a scan reads.
 *
 * @param counts of those that it does not read, too; those that are missing are 0
 */
record Listing(Seq<PartitionDirectory> partitions, Map<ScanCount, Long> counts) {
    Listing {
        requireNonNull(partitions, "partitions is null");
        counts = Maps.immutableEnumMap(counts);
    }

    /** Lists files by an index of Spark or of this package. */
    static Listing of(FileIndex files, Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        if (files instanceof ForwardingFileIndex counting) {
            return counting.list(partitionFilters, dataFilters);
        }
        return counted(files.listFiles(partitionFilters, dataFilters));
    }

    /** Returns a listing of files, with their number and size. */
    static Listing counted(Seq<PartitionDirectory> partitions) {
        Listing all = new Listing(partitions, Map.of());
        List<FileStatus> statuses = all.files();
        return new Listing(
                all.partitions(),
                ImmutableMap.of(
                        ScanCount.FILES,
                        (long) statuses.size(),
                        ScanCount.BYTES,
                        statuses.stream().mapToLong(FileStatus::getLen).sum()));
    }

    List<FileStatus> files() {
        return CollectionConverters.asJava(partitions).stream()
                .flatMap(partition -> CollectionConverters.asJava(partition.files()).stream())
                .map(FileStatusWithMetadata::fileStatus)
                .toList();
    }

    /** Returns what is left of these files, with counts beside those of this listing. */
    Listing left(Seq<PartitionDirectory> left, Map<ScanCount, Long> further) {
        Map<ScanCount, Long> all = new EnumMap<>(ScanCount.class);
        all.putAll(counts);
        all.putAll(further);
        return new Listing(left, all);
    }
}
