// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import io.skipping.spark.committed.CommittedFiles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
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
        if (!CommittedFiles.hasAttempts(all)) {
            return listed;
        }
        CommittedFiles committed = new CommittedFiles(configuration, CollectionConverters.asJava(files.rootPaths()));
        Set<Path> counted = committed.of(all);
        if (!committed.hasAll(all, counted, isPartitioned())) {
            // the listing may be from before the manifest was written; another one has what is missing
            files.refresh();
            listed = Listing.of(files, partitionFilters, dataFilters);
            all = listed.files();
            counted = committed.of(all);
            committed.checkNotOverwritten(all, counted, isPartitioned());
        }
        int leftOut = all.size() - counted.size();
        if (leftOut == 0) {
            return listed;
        }
        log.info("{} files of {} are left out: no manifest counts them", leftOut, files.rootPaths());
        return listed.left(
                only(listed.partitions(), counted::contains), Map.of(ScanCount.WITHOUT_MANIFEST, (long) leftOut));
    }

    @Override
    Set<ScanCount> counts() {
        return Sets.union(super.counts(), Set.of(ScanCount.WITHOUT_MANIFEST));
    }

    private boolean isPartitioned() {
        return !files.partitionSchema().isEmpty();
    }

    /** Equal scans are run once. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CommittedFileIndex that && files.equals(that.files);
    }

    @Override
    public int hashCode() {
        return files.hashCode();
    }

    @Override
    public String toString() {
        return "CommittedFileIndex(%s)".formatted(files);
    }
}
