// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.explain.ExplainedLine;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.parts.FileParts;
import io.skipping.spark.store.SkippingOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the files of a scan without those, and without the parts of others, that hold no row that it wants, as an index says. */
final class SkippingFileIndex extends ForwardingFileIndex {
    private static final Logger log = LoggerFactory.getLogger(SkippingFileIndex.class);

    private final StructType partitions;
    private final ReaderProfile reader;
    private final Supplier<Optional<ReaderProfile>> readerNow;
    private final Set<String> partitionColumns;
    private final ScannedTable table;
    private final IndexLookup lookup;
    private final SkippingOptions options;
    private final SQLConf settings;
    private final Set<Narrowing> others;

    /**
     * Creates the index.
     *
     * @param files lists all files
     * @param reader how they are read, as the plan has it
     * @param readerNow returns how they are read when the scan begins: Spark configures its reader only then, with the settings that
     *     the session has by that time
     * @param settings of the session, by which conditions are evaluated
     * @param others that the rows satisfy which matter, beside the conditions of the scan
     */
    SkippingFileIndex(
            FileIndex files,
            StructType partitions,
            ReaderProfile reader,
            Supplier<Optional<ReaderProfile>> readerNow,
            ScannedTable table,
            IndexLookup lookup,
            SkippingOptions options,
            SQLConf settings,
            Set<Narrowing> others) {
        super(files);
        this.partitions = requireNonNull(partitions, "partitions is null");
        this.partitionColumns = Arrays.stream(partitions.fieldNames())
                .map(SkippingFileIndex::lower)
                .collect(Collectors.toUnmodifiableSet());
        this.table = requireNonNull(table, "table is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.readerNow = requireNonNull(readerNow, "readerNow is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.options = requireNonNull(options, "options is null");
        this.settings = requireNonNull(settings, "settings is null");
        this.others = Set.copyOf(others);
    }

    /** Returns the index of a scan of which only rows matter that satisfy conditions beside its own. */
    SkippingFileIndex narrowed(Set<Narrowing> conditions) {
        return new SkippingFileIndex(
                files, partitions, reader, readerNow, table, lookup, options, settings, Sets.union(others, conditions));
    }

    @Override
    Listing list(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        Listing listed = Listing.of(files, partitionFilters, dataFilters);
        return SQLConf.withExistingConf(settings, () -> left(listed, conditions(dataFilters)));
    }

    private Listing left(Listing listed, List<Expression> conditions) {
        if (conditions.isEmpty()) {
            return listed;
        }
        if (!isReadAsPlanned()) {
            log.info(
                    "All files of {} are read: the session has other settings than when the query was planned",
                    roots());
            return listed;
        }
        List<FileStatus> all = listed.files();
        Set<Path> rejected = lookup.filters().rejected(table, partitionColumns, all, conditions);
        List<FileStatus> asked =
                all.stream().filter(file -> !rejected.contains(file.getPath())).toList();
        Findings findings = lookup.find(asked, roots(), reader, conditions, options);
        Map<ScanCount, Long> counts = new EnumMap<>(findings.counts(asked));
        counts.put(ScanCount.REJECTED, (long) rejected.size());
        Findings both = findings.plus(new Findings(rejected, Map.of(), Map.of()));
        return listed.left(both.isNothing() ? listed.partitions() : leave(both, listed.partitions()), counts);
    }

    @Override
    Set<ScanCount> counts() {
        Set<ScanCount> counts = EnumSet.complementOf(EnumSet.of(ScanCount.WITHOUT_MANIFEST, ScanCount.REJECTED));
        counts.addAll(super.counts());
        if (!lookup.filters().isEmpty()) {
            counts.add(ScanCount.REJECTED);
        }
        return counts;
    }

    /** Returns the conditions whose values are known. A subquery of the scan itself need not return what that of its filter does. */
    private List<Expression> conditions(Seq<Expression> dataFilters) {
        return Stream.concat(
                        onFiles(CollectionConverters.asJava(dataFilters)),
                        onFiles(others.stream().map(Narrowing::condition).toList())
                                .map(SubqueryConditions::withResults))
                .filter(condition -> !SubqueryConditions.hasSubquery(condition))
                .toList();
    }

    private Stream<Expression> onFiles(Collection<Expression> conditions) {
        return conditions.stream().filter(condition -> !readsPartitions(condition));
    }

    /** Explains what indexes leave of a scan. Looks at no file, and does not fail; there are no lines of a scan that asks no index. */
    List<ExplainedLine> explain(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        List<Expression> conditions =
                onFiles(CollectionConverters.asJava(dataFilters)).toList();
        return conditions.isEmpty() || !isReadAsPlanned()
                ? List.of()
                : SQLConf.withExistingConf(
                        settings,
                        () -> new ScanExplainer(lookup, table, reader, options)
                                .explain(files, partitionFilters, conditions));
    }

    private boolean isReadAsPlanned() {
        return readerNow.get().equals(Optional.of(reader));
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

    /** Returns what findings leave of files; those of which they leave parts say so. */
    private static Seq<PartitionDirectory> leave(Findings findings, Seq<PartitionDirectory> listed) {
        List<PartitionDirectory> left = new ArrayList<>();
        for (PartitionDirectory partition : CollectionConverters.asJava(listed)) {
            List<FileStatusWithMetadata> kept = CollectionConverters.asJava(partition.files()).stream()
                    .filter(file -> !findings.skipped().contains(file.getPath()))
                    .map(file -> inParts(findings.parts().get(file.getPath()), file))
                    .toList();
            if (!kept.isEmpty()) {
                left.add(new PartitionDirectory(partition.values(), ScalaCollections.seq(kept)));
            }
        }
        return ScalaCollections.seq(left);
    }

    private static FileStatusWithMetadata inParts(FileParts parts, FileStatusWithMetadata file) {
        if (parts == null) {
            return file;
        }
        Map<String, Object> metadata = new HashMap<>(CollectionConverters.asJava(file.metadata()));
        metadata.put(FileParts.KEY, parts);
        return new FileStatusWithMetadata(file.fileStatus(), ScalaCollections.map(metadata));
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && other instanceof SkippingFileIndex that
                && partitions.equals(that.partitions)
                && reader.equals(that.reader)
                && options.equals(that.options)
                && others.equals(that.others);
    }

    @Override
    public int hashCode() {
        return files.hashCode();
    }
}
