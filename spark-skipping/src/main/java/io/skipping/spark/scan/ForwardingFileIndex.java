// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.catalyst.ScalaCollections;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists some of the files that another index lists, counts them, and passes all else on to it. */
abstract class ForwardingFileIndex implements FileIndex {
    final FileIndex files;
    private final List<Watch> watches = new CopyOnWriteArrayList<>();

    ForwardingFileIndex(FileIndex files) {
        this.files = requireNonNull(files, "files is null");
    }

    /** Holds the metrics of a scan, which lists files by these filters. */
    private record Watch(List<Expression> filters, ScanMetrics metrics) {}

    /** Shows the counts of each later listing by filters in metrics. Filters with subqueries do not matter. */
    void show(Seq<Expression> partitionFilters, Seq<Expression> dataFilters, ScanMetrics metrics) {
        watches.add(new Watch(filters(partitionFilters, dataFilters), metrics));
    }

    private static List<Expression> filters(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        return Stream.of(partitionFilters, dataFilters)
                .flatMap(filters -> CollectionConverters.asJava(filters).stream())
                .filter(filter -> !SubqueryConditions.hasSubquery(filter))
                .toList();
    }

    /** Lists files without setting metrics. */
    abstract Listing list(Seq<Expression> partitionFilters, Seq<Expression> dataFilters);

    /** Returns what listings count. */
    Set<ScanCount> counts() {
        return files instanceof ForwardingFileIndex counting
                ? counting.counts()
                : Set.of(ScanCount.FILES, ScanCount.BYTES);
    }

    @Override
    public final Seq<PartitionDirectory> listFiles(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        Listing listing = list(partitionFilters, dataFilters);
        List<Expression> filters = filters(partitionFilters, dataFilters);
        for (Watch watch : watches) {
            if (watch.filters().equals(filters)) {
                watch.metrics().set(listing.counts());
            }
        }
        return listing.partitions();
    }

    /** Returns some files of a listing, without partitions that have no file left. */
    static Seq<PartitionDirectory> only(Seq<PartitionDirectory> listed, Predicate<Path> isKept) {
        List<PartitionDirectory> left = new ArrayList<>();
        for (PartitionDirectory partition : CollectionConverters.asJava(listed)) {
            List<FileStatusWithMetadata> kept = CollectionConverters.asJava(partition.files()).stream()
                    .filter(file -> isKept.test(file.getPath()))
                    .toList();
            if (!kept.isEmpty()) {
                left.add(new PartitionDirectory(partition.values(), ScalaCollections.seq(kept)));
            }
        }
        return ScalaCollections.seq(left);
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

    /** Returns whether a scan by another index lists the same files: equal scans are run once. */
    @Override
    public boolean equals(Object other) {
        return other != null && getClass() == other.getClass() && files.equals(((ForwardingFileIndex) other).files);
    }

    @Override
    public int hashCode() {
        return files.hashCode();
    }

    @Override
    public String toString() {
        return "%s(%s)".formatted(getClass().getSimpleName(), files);
    }
}
