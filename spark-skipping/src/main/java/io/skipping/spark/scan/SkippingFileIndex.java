// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import io.skipping.spark.store.SkippingOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the files of a scan without those that hold no row that it wants, as an index says. */
final class SkippingFileIndex extends ForwardingFileIndex {
    private final StructType partitions;
    private final Set<String> partitionColumns;
    private final ScannedTable table;
    private final FileFilters filters;
    private final IndexLookup lookup;
    private final SkippingOptions options;

    /** @param files lists all files */
    SkippingFileIndex(
            FileIndex files,
            StructType partitions,
            ScannedTable table,
            FileFilters filters,
            IndexLookup lookup,
            SkippingOptions options) {
        super(files);
        this.partitions = requireNonNull(partitions, "partitions is null");
        this.partitionColumns = Arrays.stream(partitions.fieldNames())
                .map(SkippingFileIndex::lower)
                .collect(Collectors.toUnmodifiableSet());
        this.table = requireNonNull(table, "table is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.options = requireNonNull(options, "options is null");
    }

    @Override
    public Seq<PartitionDirectory> listFiles(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        Seq<PartitionDirectory> listed = files.listFiles(partitionFilters, dataFilters);
        List<Expression> conditions = conditions(dataFilters);
        if (conditions.isEmpty() || !options.findsColumnsByName()) {
            return listed;
        }
        List<FileStatusWithMetadata> all = new ArrayList<>();
        CollectionConverters.asJava(listed)
                .forEach(partition -> all.addAll(CollectionConverters.asJava(partition.files())));
        Set<Path> rejected = filters.rejected(
                table,
                partitionColumns,
                all.stream().map(FileStatusWithMetadata::fileStatus).toList(),
                conditions);
        all.removeIf(file -> rejected.contains(file.getPath()));
        Set<Path> skipped = Sets.union(rejected, lookup.skipped(all, roots(), conditions, options));
        return skipped.isEmpty() ? listed : only(listed, file -> !skipped.contains(file));
    }

    private List<Expression> conditions(Seq<Expression> dataFilters) {
        return CollectionConverters.asJava(dataFilters).stream()
                .filter(condition -> !readsPartitions(condition))
                .toList();
    }

    /**
     * Returns, for each condition of a scan, the names of the indexes that can tell something of it. Looks at no file.
     *
     * @throws io.skipping.index.IndexUnavailableException if an index cannot be read
     */
    Map<Expression, List<String>> deciding(Seq<Expression> dataFilters) {
        Map<Expression, List<String>> deciding = new LinkedHashMap<>();
        CollectionConverters.asJava(dataFilters).forEach(condition -> deciding.put(condition, List.of()));
        if (options.findsColumnsByName()) {
            conditions(dataFilters).forEach(condition -> deciding.put(condition, lookup.deciding(roots(), condition)));
        }
        return deciding;
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
