// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import io.skipping.spark.committed.CommittedFiles;
import io.skipping.spark.committed.CommittedFiles.Extent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FileSourceMetadataAttribute;
import org.apache.spark.sql.catalyst.expressions.MetadataAttribute;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the files of a scan that count, and none that an attempt without a manifest has left, or that an overwrite has replaced. */
final class CommittedFileIndex extends ForwardingFileIndex {
    private static final Logger log = LoggerFactory.getLogger(CommittedFileIndex.class);

    private final Configuration configuration;

    /** @param files lists all files */
    CommittedFileIndex(FileIndex files, Configuration configuration) {
        super(files);
        this.configuration = requireNonNull(configuration, "configuration is null");
    }

    /**
     * {@inheritDoc}
     *
     * @throws java.io.UncheckedIOException if a manifest is damaged, or cannot be read
     * @throws IllegalStateException if a job has overwritten files since the manifests were read
     */
    @Override
    Listing list(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        Listing listed = Listing.of(files, partitionFilters, dataFilters);
        List<FileStatus> all = listed.files();
        CommittedFiles committed = new CommittedFiles(configuration, CollectionConverters.asJava(files.rootPaths()));
        if (!CommittedFiles.hasAttempts(all)
                && !committed.hasManifest(committed.tablesInPart(all, isPruned(partitionFilters, dataFilters)))) {
            return listed;
        }
        Set<Path> counted = committed.of(all);
        if (!committed.hasAll(all, counted, extent())) {
            // the listing may be from before the manifest was written; another one has what is missing
            files.refresh();
            listed = Listing.of(files, partitionFilters, dataFilters);
            all = listed.files();
            counted = committed.of(all);
            committed.checkNotOverwritten(all, counted, extent());
        }
        int leftOut = all.size() - counted.size();
        if (leftOut == 0) {
            return listed;
        }
        if (counted.isEmpty()) {
            log.warn(
                    "All {} files of {} are left out: no manifest in this folder, or in folders below it, counts them. If a job has"
                            + " written to a folder above, read that one",
                    leftOut,
                    files.rootPaths());
        } else {
            log.info("{} files of {} are left out: no manifest counts them", leftOut, files.rootPaths());
        }
        return listed.left(
                only(listed.partitions(), counted::contains), Map.of(ScanCount.WITHOUT_MANIFEST, (long) leftOut));
    }

    /**
     * Returns whether a listing without the names of attempts may lack files with such names, which have replaced those that it has: in
     * partitions that it leaves out, or under names that it does not ask for.
     */
    private boolean isPruned(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        // what it lists without filters it has in memory
        return files instanceof InMemoryFileIndex inMemory
                ? CommittedFiles.hasAttempts(CollectionConverters.asJava(inMemory.allFiles()))
                : !partitionFilters.isEmpty()
                        || CollectionConverters.asJava(dataFilters).stream().anyMatch(CommittedFileIndex::isOnFiles);
    }

    /** Returns whether a filter is on names, sizes or times of files: Spark lists by it. */
    private static boolean isOnFiles(Expression filter) {
        return CollectionConverters.asJava(filter.references().toSeq()).stream()
                .anyMatch(column -> MetadataAttribute.isValid(column.metadata())
                        || FileSourceMetadataAttribute.isValid(column.metadata()));
    }

    @Override
    Set<ScanCount> counts() {
        return Sets.union(super.counts(), Set.of(ScanCount.WITHOUT_MANIFEST));
    }

    private Extent extent() {
        if (!files.partitionSchema().isEmpty()) {
            return Extent.PARTITIONS;
        }
        FileIndex listing = files;
        while (listing instanceof ForwardingFileIndex forwarding) {
            listing = forwarding.files;
        }
        return listing instanceof PartitioningAwareFileIndex index && index.recursiveFileLookup()
                ? Extent.BELOW_ROOTS
                : Extent.ROOTS;
    }
}
