// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.store.SkippingOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the files of a scan without those that hold no row that it wants, as an index says. */
final class SkippingFileIndex implements FileIndex {
    private final FileIndex files;
    private final StructType partitions;
    private final Set<String> partitionColumns;
    private final IndexLookup lookup;
    private final SkippingOptions options;

    /** @param files lists all files */
    SkippingFileIndex(FileIndex files, StructType partitions, IndexLookup lookup, SkippingOptions options) {
        this.files = requireNonNull(files, "files is null");
        this.partitions = requireNonNull(partitions, "partitions is null");
        this.partitionColumns = Arrays.stream(partitions.fieldNames())
                .map(SkippingFileIndex::lower)
                .collect(Collectors.toUnmodifiableSet());
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.options = requireNonNull(options, "options is null");
    }

    @Override
    public Seq<PartitionDirectory> listFiles(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        Seq<PartitionDirectory> listed = files.listFiles(partitionFilters, dataFilters);
        List<Expression> conditions = CollectionConverters.asJava(dataFilters).stream()
                .filter(condition -> !readsPartitions(condition))
                .toList();
        if (conditions.isEmpty() || !options.findsColumnsByName()) {
            return listed;
        }
        List<FileStatusWithMetadata> all = new ArrayList<>();
        CollectionConverters.asJava(listed)
                .forEach(partition -> all.addAll(CollectionConverters.asJava(partition.files())));
        Set<Path> skipped = lookup.skipped(all, roots(), conditions, options);
        return skipped.isEmpty() ? listed : without(skipped, listed);
    }

    private List<Path> roots() {
        return CollectionConverters.asJava(files.rootPaths());
    }

    /** Returns whether a condition needs a column whose values are not in files, although files may have one of that name. */
    private boolean readsPartitions(Expression condition) {
        return CollectionConverters.asJava(condition.references().toSeq()).stream()
                .map(Attribute::name)
                .anyMatch(name -> partitionColumns.contains(lower(name)));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ENGLISH);
    }

    private static Seq<PartitionDirectory> without(Set<Path> skipped, Seq<PartitionDirectory> listed) {
        List<PartitionDirectory> left = new ArrayList<>();
        for (PartitionDirectory partition : CollectionConverters.asJava(listed)) {
            List<FileStatusWithMetadata> kept = CollectionConverters.asJava(partition.files()).stream()
                    .filter(file -> !skipped.contains(file.getPath()))
                    .toList();
            if (!kept.isEmpty()) {
                left.add(new PartitionDirectory(partition.values(), seq(kept)));
            }
        }
        return seq(left);
    }

    private static <T> Seq<T> seq(List<T> elements) {
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

    /** Equal scans are run once. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SkippingFileIndex that
                && files.equals(that.files)
                && partitions.equals(that.partitions)
                && options.equals(that.options);
    }

    @Override
    public int hashCode() {
        return files.hashCode();
    }

    @Override
    public String toString() {
        return "SkippingFileIndex(%s)".formatted(files);
    }
}
