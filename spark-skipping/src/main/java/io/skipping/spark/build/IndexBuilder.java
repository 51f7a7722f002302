// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.skipping.committer.store.HadoopPaths;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.build.AutoIndexes;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.TableIndex.Coverage;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.spark.committed.CommittedFiles;
import io.skipping.spark.predicate.ColumnPath;
import io.skipping.spark.store.DataLocations;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.ObjectVersions;
import io.skipping.spark.store.SkippingOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkStageInfo;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.JavaSparkStatusTracker;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/** Builds the index of the files in one folder. */
public final class IndexBuilder {
    private static final Logger log = LoggerFactory.getLogger(IndexBuilder.class);

    /** How much a task reads. */
    private static final long TASK_BYTES = 128L << 20;

    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final SparkSession spark;
    private final Path folder;
    private final Supplier<SourceFiles> files;
    private final IndexedTable table;
    private final IndexAddress address;
    private final TableIndex index;
    private final OtherIndexes others;
    /** has what is requested: the index of a table if there is one, whose builds heed it too */
    private final TableIndex requests;

    private final IndexTypes types = IndexTypes.load(getClass().getClassLoader());
    private Consumer<String> progress = log::info;

    private IndexBuilder(
            SparkSession spark,
            Path folder,
            Supplier<SourceFiles> files,
            IndexedTable table,
            IndexAddress address,
            OtherIndexes others) {
        this.spark = requireNonNull(spark, "spark is null");
        this.folder = requireNonNull(folder, "folder is null");
        this.files = requireNonNull(files, "files is null");
        this.table = requireNonNull(table, "table is null");
        this.address = requireNonNull(address, "address is null");
        this.index = address.open();
        this.others = requireNonNull(others, "others is null");
        this.requests = others.newest().orElse(index);
    }

    /**
     * Returns the builder of the index that a location of Parquet has, or will have.
     *
     * @throws IllegalArgumentException if there is no such folder
     */
    public static IndexBuilder of(SparkSession spark, String path) {
        Path folder = qualified(spark, new Path(path));
        return of(spark, folder, () -> SourceFiles.in(spark, folder));
    }

    /**
     * Returns the builder of the index that the location of a table has, or will have.
     *
     * @param data a table, or files in one folder, with the options that queries read it with
     * @throws IllegalArgumentException if it is anything else
     */
    public static IndexBuilder of(Dataset<Row> data) {
        List<LogicalPlan> leaves =
                CollectionConverters.asJava(data.queryExecution().analyzed().collectLeaves());
        checkArgument(
                leaves.size() == 1
                        && leaves.get(0) instanceof LogicalRelation leaf
                        && leaf.relation() instanceof HadoopFsRelation,
                "What is indexed is neither a table of files nor files of one format: %s",
                leaves);
        HadoopFsRelation relation = (HadoopFsRelation) ((LogicalRelation) leaves.get(0)).relation();
        List<Path> roots = CollectionConverters.asJava(relation.location().rootPaths());
        checkArgument(roots.size() == 1, "What is indexed is not in one folder: %s", roots);
        SparkSession spark = relation.sparkSession();
        return of(spark, qualified(spark, roots.get(0)), () -> SourceFiles.of(relation));
    }

    private static Path qualified(SparkSession spark, Path path) {
        try {
            return path.getFileSystem(spark.sparkContext().hadoopConfiguration())
                    .makeQualified(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IndexBuilder of(SparkSession spark, Path folder, Supplier<SourceFiles> files) {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        IndexRoot root =
                new IndexRoot(folder, SkippingOptions.ofBuild(spark).location().map(Path::new));
        IndexedTable table = root.ofSpark();
        checkExists(folder, configuration);
        Path dataSet = HadoopPaths.withoutPartitions(folder);
        checkArgument(
                dataSet.equals(folder),
                "%s looks like a partition: queries look for an index in the folder of the data set, so build that of %s",
                folder,
                dataSet);
        return new IndexBuilder(
                spark,
                folder,
                files,
                table,
                new IndexAddress(configuration, table, root),
                OtherIndexes.of(root, table, configuration));
    }

    private static void checkExists(Path folder, Configuration configuration) {
        try {
            checkArgument(
                    folder.getFileSystem(configuration).exists(folder),
                    "There is no folder %s. For a table, pass what reads it, such as SkippingIndex.of(spark.table(\"schema.table\")), or --table schema.table",
                    folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Requests an index.
     *
     * @param type such as {@code minmax} or {@code bloom}
     * @param columns names of columns, or paths
     * @param options those of the type; empty for the defaults
     * @throws IllegalArgumentException if there is no such type or column, or the type cannot summarise the columns
     */
    public void request(String type, List<String> columns, Map<String, String> options) {
        IndexType indexType = types.get(type);
        IndexedFields fields = files.get().fields();
        columns.stream().filter(fields::isAmbiguous).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    "An index cannot be over %s in %s: if a map of ORC has a key twice, readers differ in the value that they return. An index over elements(map_keys(map)) serves conditions on keys"
                            .formatted(name, folder));
        });
        List<IndexedColumn> indexed = columns.stream()
                .map(name -> fields.find(name)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "There is no column '%s' that can be indexed in %s; there are: %s. Beside columns, an index can be over row.field, elements(array), map['key'], elements(map_keys(map)) and CAST(text AS type), to types that the page on Spark lists"
                                        .formatted(
                                                name,
                                                folder,
                                                fields.columns().stream()
                                                        .map(IndexedColumn::name)
                                                        .collect(joining(", "))))))
                .collect(toImmutableList());
        checkArgument(
                indexed.size() == 1
                        || indexed.stream()
                                .flatMap(column -> ColumnPath.parse(column.name()).stream())
                                .noneMatch(ColumnPath::ofElements),
                "The elements of an array must be the only column of an index");
        IndexDefinition definition = new IndexDefinition(type, indexed, options);
        indexType.check(IndexTypes.columnTypes(definition), options);
        requests.request(requested -> ImmutableList.<IndexDefinition>builder()
                .addAll(requested.stream()
                        .filter(other -> !other.name().equals(definition.name()))
                        .iterator())
                .add(definition)
                .build());
    }

    /** Sets whether builds choose indexes beside the requested ones. */
    public void setAutomatic(boolean automatic) {
        requests.setAutomatic(automatic);
    }

    /** Sets where lines about the progress of a build go instead of the log. */
    public void setProgress(Consumer<String> progress) {
        this.progress = requireNonNull(progress, "progress is null");
    }

    /**
     * Builds the index. If it cannot be published, the next build takes what this one has summarised.
     *
     * @throws io.skipping.index.IndexUnavailableException if the index cannot be read or written
     */
    public BuildResult build() {
        String build = index.beginBuild();
        Plan plan;
        Summarised made;
        boolean isSummarised = false;
        try {
            plan = plan(build);
            made = summarise(build, plan);
            isSummarised = true;
        } finally {
            if (!isSummarised) {
                index.abandon(build);
            }
        }
        made.failures().forEach(log::warn);
        if (!plan.isPublished()) {
            index.abandon(build);
            return new BuildResult(0, plan.current(), plan.young(), 0, 0, List.of());
        }
        // lists the files again: another builder may have published what was written since they were listed
        TableIndex.PublishResult published = index.publish(
                build,
                () -> LiveObjects.of(indexed(plan.source().listAgain()).stream()
                        .map(file -> new LiveObject(ObjectVersions.of(table, file), plan.profile()))
                        .toList()));
        log.info("The index of {} has {} objects in {} ranges now", folder, published.objects(), published.ranges());
        return new BuildResult(made.files(), plan.current(), plan.young(), made.ranges(), made.rows(), made.failures());
    }

    /**
     * Holds what a build does.
     *
     * @param profile how the files are read, as the newest state has it
     * @param files those that it summarises
     * @param current how many have all summaries that it would make
     * @param young how many are left to the next build, see {@link TableIndex#beginBuild}
     * @param isPublished whether the build publishes a state; it does not if there is none, and what others have is all that is needed
     */
    private record Plan(
            SourceFiles source,
            List<IndexDefinition> definitions,
            Profile profile,
            List<ListedFile> files,
            long current,
            long young,
            boolean isPublished) {}

    private Plan plan(String build) {
        SourceFiles source = files.get();
        List<IndexDefinition> definitions = definitions(source.fields());
        Optional<IndexSnapshot> known = readable();
        Profile profile = known.map(source.profile()::in)
                .orElseGet(() -> Profile.of(source.profile().text()));
        Coverage coverage = index.coverage();
        Predicate<FileStatus> coveredByOthers = others.covering(source.profile(), definitions);
        List<FileStatus> listed = indexed(source.files());
        List<ListedFile> planned = new ArrayList<>();
        long own = 0;
        long ofOthers = 0;
        long young = 0;
        for (FileStatus file : listed) {
            ObjectVersion version = ObjectVersions.of(table, file);
            LiveObject object = new LiveObject(version, profile);
            if (coverage.covers(object, definitions)) {
                own++;
            } else if (coveredByOthers.test(file)) {
                ofOthers++;
            } else if (coverage.isTooYoung(object, build)) {
                young++;
            } else {
                planned.add(new ListedFile(file, version));
            }
        }
        // files that are covered though there is no state are those of a build that could not be published
        boolean isPublished = !planned.isEmpty() || known.isPresent() || own > 0;
        if (isPublished) {
            progress.accept("Summarising %,d of %,d files of %s; %,d are in an index"
                    .formatted(planned.size(), listed.size(), folder, own + ofOthers));
        }
        return new Plan(source, definitions, profile, planned, own + ofOthers, young, isPublished);
    }

    /** Returns the newest state; empty if there is none, or if the build replaces what is damaged in it. */
    private Optional<IndexSnapshot> readable() {
        try {
            return index.current();
        } catch (IndexUnavailableException e) {
            log.warn("Index of {}: rebuilding the parts that cannot be read: {}", folder, e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the files that scans read, without those of partitions that are elsewhere; none if what is indexed is a file. */
    private List<FileStatus> indexed(List<FileStatus> files) {
        return counted(files).stream()
                .filter(file -> DataLocations.isBelow(file.getPath(), folder))
                .toList();
    }

    /** Returns the files that scans read. */
    private List<FileStatus> counted(List<FileStatus> files) {
        if (!SkippingOptions.ofBuild(spark).isManifestsEnabled() || !CommittedFiles.hasAttempts(files)) {
            return files;
        }
        Set<Path> counted = new CommittedFiles(address.configuration(), List.of(folder)).of(files);
        return files.stream().filter(file -> counted.contains(file.getPath())).toList();
    }

    private List<IndexDefinition> definitions(IndexedFields fields) {
        List<IndexDefinition> requested = Stream.concat(index.requested().stream(), others.requested().stream())
                .flatMap(request -> fields.definitions(request).stream())
                .distinct()
                .toList();
        if (!requests.isAutomatic()) {
            return requested;
        }
        Set<String> names = new HashSet<>();
        requested.forEach(definition -> names.add(definition.name()));
        return ImmutableList.<IndexDefinition>builder()
                .addAll(AutoIndexes.choose(fields.columns(), List.of()).stream()
                        .filter(definition -> !names.contains(definition.name()))
                        .iterator())
                .addAll(requested)
                .build();
    }

    private Summarised summarise(String build, Plan plan) {
        Summarised all = Summarised.NOTHING;
        List<IndexDefinition> definitions = plan.definitions();
        List<ListedFile> planned = plan.files();
        if (planned.isEmpty() || definitions.isEmpty()) {
            return all;
        }
        SourceFiles source = plan.source();
        List<IndexedColumn> columns = definitions.stream()
                .flatMap(definition -> definition.columns().stream())
                .distinct()
                .collect(toImmutableList());
        WantedRows wanted = source.rows(source.fields().read(columns));
        long rangeBytes = SkippingOptions.ofBuild(spark).rangeBytes();
        SummarizeTask task = new SummarizeTask(
                address,
                build,
                definitions,
                columns,
                wanted,
                source.profile(),
                rangeBytes,
                source.reader(wanted),
                source.rangeReader(wanted, rangeBytes));
        long bytes = planned.stream().mapToLong(ListedFile::bytes).sum();
        int parallel = spark.sparkContext().defaultParallelism();
        // in full rounds, so that no core waits for the last task of another
        int tasks = (int) Math.min(planned.size(), parallel * (bytes / TASK_BYTES / parallel + 1));
        for (Summarised part : await(
                withSettings(() -> JavaSparkContext.fromSparkContext(spark.sparkContext())
                        .parallelize(planned, tasks)
                        .mapPartitions(task)
                        .collectAsync()),
                tasks)) {
            all = all.plus(part);
        }
        return all;
    }

    private List<Summarised> await(JavaFutureAction<List<Summarised>> summarising, int tasks) {
        while (true) {
            try {
                return summarising.get(BETWEEN_LINES.toMillis(), MILLISECONDS);
            } catch (TimeoutException e) {
                progress.accept("%,d of %,d tasks are done".formatted(doneTasks(summarising.jobIds()), tasks));
            } catch (ExecutionException e) {
                throw new IllegalStateException(
                        "The files of %s cannot be summarised: %s"
                                .formatted(folder, e.getCause().getMessage()),
                        e.getCause());
            } catch (InterruptedException e) {
                summarising.cancel(true);
                Thread.currentThread().interrupt();
                throw new IllegalStateException("The build of the index of %s was interrupted".formatted(folder), e);
            }
        }
    }

    private int doneTasks(List<Integer> jobs) {
        JavaSparkStatusTracker tracker =
                JavaSparkContext.fromSparkContext(spark.sparkContext()).statusTracker();
        return jobs.stream()
                .map(tracker::getJobInfo)
                .filter(Objects::nonNull)
                .flatMapToInt(job -> Arrays.stream(job.stageIds()))
                .mapToObj(tracker::getStageInfo)
                .filter(Objects::nonNull)
                .mapToInt(SparkStageInfo::numCompletedTasks)
                .sum();
    }

    /** Runs a job whose tasks see the settings of the session, as the tasks of queries do: readers ask for some of them there. */
    private <T> T withSettings(Supplier<T> job) {
        SparkContext context = spark.sparkContext();
        Map<String, String> before = new HashMap<>();
        CollectionConverters.asJava(spark.conf().getAll()).forEach((name, value) -> {
            before.put(name, context.getLocalProperty(name));
            context.setLocalProperty(name, value);
        });
        try {
            return job.get();
        } finally {
            before.forEach(context::setLocalProperty);
        }
    }
}
