// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.skipping.committer.store.HadoopPaths;
import io.skipping.spark.catalyst.PlanCopies;
import io.skipping.spark.catalyst.Replacement;
import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.parts.PartFormats;
import io.skipping.spark.store.SkippingOptions;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.CatalogFileIndex;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.PruneFileSourcePartitions$;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Puts a {@link CommittedFileIndex} and a {@link SkippingFileIndex} in place of the file index of each relation of files that Spark
 * lists itself. Relations of table formats have file indexes of their own, and scans for their writes must see all files: these stay.
 */
public final class SkippingRule extends Rule<LogicalPlan> {
    private static final Set<Class<?>> LISTED_BY_SPARK = Set.of(InMemoryFileIndex.class, CatalogFileIndex.class);

    private static final String ORDERED_BY_BUCKET = "spark.sql.legacy.bucketedTableScan.outputOrdering";

    private static final Logger log = LoggerFactory.getLogger(SkippingRule.class);

    /** what the driver's log already says: Spark makes the rule anew for each query */
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private final SparkSession session;
    private final Supplier<IndexLookup> lookup;

    /** Creates the rule of a session; it reads the session's settings anew for each plan. */
    public SkippingRule(SparkSession session) {
        this(session, () -> IndexLookup.of(session));
    }

    /**
     * Creates a rule that finds indexes in its own way.
     *
     * @param lookup called if skipping is on and a scan may use an index; if it fails, the scan reads all files
     */
    public SkippingRule(SparkSession session, Supplier<IndexLookup> lookup) {
        this.session = requireNonNull(session, "session is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        SkippingOptions options = SkippingOptions.of(session);
        prepare(plan, options);
        // Spark itself does so only after this batch of rules, with file indexes of its own alone, and estimates by
        // what is left
        LogicalPlan pruned = PruneFileSourcePartitions$.MODULE$.apply(plan);
        return pruned.transform(Replacement.of(
                LogicalRelation.class,
                leaf -> leaf.relation() instanceof HadoopFsRelation relation && isListedBySpark(relation),
                leaf -> with(leaf, (HadoopFsRelation) leaf.relation(), options)));
    }

    /** Begins to look for the indexes of a plan before the files of partitions are listed. */
    private void prepare(LogicalPlan plan, SkippingOptions options) {
        for (LogicalPlan node : CollectionConverters.asJava(plan.collectLeaves())) {
            if (node instanceof LogicalRelation leaf
                    && leaf.relation() instanceof HadoopFsRelation relation
                    && isListedBySpark(relation)
                    && !leaf.isStreaming()
                    && isFiltered(plan, leaf, relation)
                    && reader(relation, options).isPresent()) {
                location(relation.location())
                        .ifPresent(location -> lookup().ifPresent(found -> found.prepare(location)));
            }
        }
    }

    private static boolean isListedBySpark(HadoopFsRelation relation) {
        return LISTED_BY_SPARK.contains(relation.location().getClass());
    }

    /** Returns how a scan reads files; empty if it asks no index. */
    private Optional<ReaderProfile> reader(HadoopFsRelation relation, SkippingOptions options) {
        return options.isEnabled() && !isOrderedByBucket(relation)
                ? ReaderProfile.of(relation, session)
                : Optional.empty();
    }

    private LogicalPlan with(LogicalRelation leaf, HadoopFsRelation relation, SkippingOptions options) {
        // a batch of a stream names its files, and will not ask for them again when a manifest counts them
        if (leaf.isStreaming()) {
            return leaf;
        }
        FileIndex listed = PartitionsOfTable.of(leaf, relation);
        FileIndex files = DataFileIndex.of(listed);
        if (options.isManifestsEnabled()) {
            files = new CommittedFileIndex(files, ReaderProfile.configuration(relation, session));
        }
        FileFormat format = relation.fileFormat();
        Optional<ReaderProfile> reader = reader(relation, options);
        Optional<IndexLookup> found = reader.flatMap(known -> lookup());
        if (found.isPresent()) {
            files = new SkippingFileIndex(
                    files,
                    relation.partitionSchema(),
                    reader.get(),
                    () -> ReaderProfile.of(relation, session),
                    ScannedTable.of(leaf, relation),
                    found.get(),
                    options,
                    conf(),
                    Set.of());
            format = PartFormats.of(reader.get().format(), format);
        }
        return files == listed ? leaf : with(files, format, leaf, relation);
    }

    /** Returns what looks for indexes; empty if it cannot be made, for example because a jar of a user has an index type that cannot be loaded. */
    private Optional<IndexLookup> lookup() {
        try {
            return Optional.of(lookup.get());
        } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
            if (TOLD.add(e.toString())) {
                log.warn("No index can be used, so that scans read all files: {}", e.getMessage(), e);
            }
            return Optional.empty();
        }
    }

    /** Returns whether a plan has conditions on what is in the files of a relation, so that its scan is likely to ask an index. */
    private static boolean isFiltered(LogicalPlan plan, LogicalRelation leaf, HadoopFsRelation relation) {
        Set<String> partitions = Set.of(relation.partitionSchema().fieldNames());
        Set<ExprId> columns = CollectionConverters.asJava(leaf.output()).stream()
                .filter(column -> !partitions.contains(column.name()))
                .map(Attribute::exprId)
                .collect(toUnmodifiableSet());
        return plan.exists(node -> node instanceof Filter filter
                && CollectionConverters.asJava(filter.condition().references().toSeq()).stream()
                        .anyMatch(column -> columns.contains(column.exprId())));
    }

    /** Returns the only folder that a relation is of; empty if there may be others, which the scan knows when it has listed its files. */
    private static Optional<Path> location(FileIndex files) {
        List<Path> roots = CollectionConverters.asJava(files.rootPaths());
        return roots.size() == 1 && !isFile(files, roots.get(0))
                ? Optional.of(HadoopPaths.withoutPartitions(roots.get(0)))
                : Optional.empty();
    }

    /** Returns whether the only root of a relation is a file. */
    private static boolean isFile(FileIndex files, Path root) {
        if (!(files instanceof InMemoryFileIndex listed)) {
            return false;
        }
        List<FileStatus> all = CollectionConverters.asJava(listed.allFiles());
        return all.size() == 1 && all.get(0).getPath().equals(root);
    }

    /** Returns whether plans rely on a scan that lists one file of a bucket when it is planned to list no more when it runs. */
    private boolean isOrderedByBucket(HadoopFsRelation relation) {
        return relation.bucketSpec().isDefined()
                && Boolean.parseBoolean(session.conf().get(ORDERED_BY_BUCKET, "false"));
    }

    private static LogicalPlan with(
            FileIndex files, FileFormat format, LogicalRelation leaf, HadoopFsRelation relation) {
        return PlanCopies.withField(leaf, 0, PlanCopies.withFiles(relation, files, format));
    }

    /**
     * Lists some partitions of a table of the catalog, whose folders may have any names. Indexes and manifests are those of the table, so that
     * its location is the root, as it is of a scan of all partitions.
     */
    private static final class PartitionsOfTable extends ForwardingFileIndex {
        private final Path location;

        private PartitionsOfTable(FileIndex files, Path location) {
            super(files);
            this.location = requireNonNull(location, "location is null");
        }

        /** Returns the file index of a relation, with the location of its table as root if Spark has pruned partitions of the table. */
        static FileIndex of(LogicalRelation leaf, HadoopFsRelation relation) {
            FileIndex files = relation.location();
            if (!(files instanceof InMemoryFileIndex)
                    || relation.partitionSchema().isEmpty()
                    || leaf.catalogTable().isEmpty()
                    || leaf.catalogTable().get().storage().locationUri().isEmpty()) {
                return files;
            }
            Path location =
                    new Path(leaf.catalogTable().get().storage().locationUri().get());
            return CollectionConverters.asJava(files.rootPaths()).equals(List.of(location))
                    ? files
                    : new PartitionsOfTable(files, location);
        }

        @Override
        Listing list(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
            return Listing.of(files, partitionFilters, dataFilters);
        }

        @Override
        public Seq<Path> rootPaths() {
            return ScalaCollections.seq(List.of(location));
        }
    }
}
