// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.skipping.trino.core.Completions.unwrapped;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.build.RangePlanner;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.DefinitionChanges;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.format.ReaderProfile;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.TableNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Lists the table through Hive's split source, omits what is already summarised, and packs the rest: many small objects
 * into one split, a large object into several.
 */
final class SummarizeBatches implements SplitBatches {
    private static final Logger log = Logger.get(SummarizeBatches.class);

    /** The bytes that a worker reads for one split, and holds of one object at a time. */
    static final int UNIT_BYTES = 32 * 1024 * 1024;

    /** The assumed bytes of text per byte of gzip, used to estimate how many ranges an object will have. */
    static final int TEXT_COMPRESSION = 4;

    private final SplitBatches hive;
    private final ObjectNames names;
    private final TableIndex index;
    private final BooleanSupplier isThere;
    private final SummarizeHandle handle;
    private final ColumnPaths paths;
    private final Function<List<HiveSplit>, List<ColumnPath>> sampler;
    private final int maxObjects;
    private final Executor executor;
    private final CompletableFuture<Build> build;

    // state of next, which is called by one thread at a time
    /** splits listed, and kept until there are enough to choose indexes */
    private final List<HiveSplit> toSample = new ArrayList<>();

    private final List<Unit> collected = new ArrayList<>();
    private long collectedBytes;
    private boolean announced;
    /** ranges in the index, and planned */
    private long knownRanges;
    /** present once there are splits */
    private Optional<List<IndexDefinition>> definitions = Optional.empty();

    /** how the indexes change, for people */
    private String changes = "";

    private volatile boolean finished;

    private record Build(
            String name, List<IndexDefinition> requested, boolean automatic, TableIndex.Coverage coverage) {}

    /**
     * @param isThere returns whether the table still exists
     * @param maxObjects the maximum number of objects in one split; each adds a description of a few hundred bytes
     */
    SummarizeBatches(
            SplitBatches hive,
            ObjectNames names,
            TableIndex index,
            BooleanSupplier isThere,
            SummarizeHandle handle,
            ColumnPaths paths,
            Function<List<HiveSplit>, List<ColumnPath>> sampler,
            int maxObjects,
            Executor executor) {
        this.hive = requireNonNull(hive, "hive is null");
        this.names = requireNonNull(names, "names is null");
        this.index = requireNonNull(index, "index is null");
        this.isThere = requireNonNull(isThere, "isThere is null");
        this.handle = requireNonNull(handle, "handle is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.sampler = requireNonNull(sampler, "sampler is null");
        this.maxObjects = maxObjects;
        this.executor = requireNonNull(executor, "executor is null");
        this.build = CompletableFuture.supplyAsync(this::begin, executor);
    }

    private Build begin() {
        try {
            // before the listing: an object that changes after this moment must not be mistaken for what was listed
            String build = index.beginBuild();
            // after the build has begun, because dropping the table from now on ends the build
            if (!isThere.getAsBoolean()) {
                index.discard();
                throw new TableNotFoundException(handle.table().getSchemaTableName());
            }
            return new Build(build, index.requested(), index.isAutomatic(), index.coverage());
        } catch (IndexUnavailableException e) {
            throw new TrinoException(SkippingErrorCode.SKIPPING_INDEX_ERROR, e.getMessage(), e);
        }
    }

    @Override
    public CompletableFuture<SplitBatch> next(int maxSize) {
        return unwrapped(build.thenCompose(started -> hive.next(maxSize)
                // asynchronously, because the first objects are sampled
                .thenApplyAsync(batch -> plan(started, batch), executor)));
    }

    private SplitBatch plan(Build started, SplitBatch batch) {
        boolean last = batch.isLast();
        List<ConnectorSplit> splits = new ArrayList<>();
        long plannedObjects = 0;
        long plannedBytes = 0;
        long currentObjects = 0;
        long currentBytes = 0;
        long youngObjects = 0;
        long youngBytes = 0;
        batch.splits().stream().map(HiveSplit.class::cast).forEach(toSample::add);
        if (definitions.isEmpty() && !last && objects(toSample) < CastSampler.OBJECTS) {
            return new SplitBatch(splits, false);
        }
        List<HiveSplit> listed = ImmutableList.copyOf(toSample);
        toSample.clear();
        if (definitions.isEmpty() && !listed.isEmpty()) {
            listed.forEach(SummarizeBatches::checkSupported);
            Optional<IndexSnapshot> before = readable();
            Optional<List<IndexDefinition>> defined =
                    before.map(IndexSnapshot::definitions).or(this::definedByManifest);
            definitions = Optional.of(definitions(started, defined.orElse(ImmutableList.of()), listed));
            defined.map(there -> DefinitionChanges.describe(there, definitions.get()))
                    .ifPresent(text -> changes = text);
            knownRanges = before.map(IndexSnapshot::rangeCount).orElse(0L);
        }
        for (HiveSplit split : listed) {
            if (split.getStart() != 0) {
                continue;
            }
            checkSupported(split);
            LiveObject object = names.of(split);
            long size = split.getEstimatedFileSize();
            if (started.coverage().covers(object, definitions.orElseThrow())) {
                currentObjects++;
                currentBytes += size;
                continue;
            }
            if (started.coverage().isTooYoung(object, started.name())) {
                // its summaries would not take effect
                youngObjects++;
                youngBytes += size;
                continue;
            }
            plannedObjects++;
            plannedBytes += size;
            for (Unit unit : units(split, object)) {
                collected.add(unit);
                collectedBytes += unit.split().getLength();
                if (collectedBytes >= UNIT_BYTES || collected.size() >= maxObjects) {
                    splits.add(takeCollected(started));
                }
            }
        }
        if (last && !collected.isEmpty()) {
            splits.add(takeCollected(started));
        }
        if (plannedObjects + currentObjects + youngObjects > 0 || (last && !announced)) {
            announced = true;
            splits.addFirst(new SummarizeSplit(
                    started.name(),
                    plannedObjects,
                    plannedBytes,
                    currentObjects,
                    currentBytes,
                    youngObjects,
                    youngBytes,
                    changes,
                    ImmutableList.of(),
                    ImmutableList.of()));
        }
        finished = last;
        return new SplitBatch(splits, last);
    }

    private static long objects(List<HiveSplit> splits) {
        return splits.stream().filter(split -> split.getStart() == 0).count();
    }

    /** Returns the current snapshot; empty if it cannot be read, because a build repairs it. */
    private Optional<IndexSnapshot> readable() {
        try {
            return index.current();
        } catch (IndexUnavailableException e) {
            log.warn(
                    "Index of %s: rebuilding the parts that cannot be read: %s",
                    handle.table().getSchemaTableName(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the definitions of an index whose segments cannot be read: the choice of indexes is kept. */
    private Optional<List<IndexDefinition>> definedByManifest() {
        try {
            return Optional.of(index.inspect().definitions()).filter(found -> !found.isEmpty());
        } catch (IndexUnavailableException e) {
            log.debug(
                    e,
                    "Index of %s has no manifest that can be read",
                    handle.table().getSchemaTableName());
            return Optional.empty();
        }
    }

    private List<IndexDefinition> definitions(Build started, List<IndexDefinition> before, List<HiveSplit> splits) {
        return TableDefinitions.of(
                HiveColumns.indexed(HiveTables.dataColumns(handle.table())),
                started.requested(),
                started.automatic(),
                before,
                paths,
                () -> sampler.apply(splits));
    }

    private SummarizeSplit takeCollected(Build started) {
        SummarizeSplit split = new SummarizeSplit(
                started.name(), 0, 0, 0, 0, 0, 0, "", definitions.orElseThrow(), ImmutableList.copyOf(collected));
        collected.clear();
        collectedBytes = 0;
        return split;
    }

    private List<Unit> units(HiveSplit first, LiveObject object) {
        long size = first.getEstimatedFileSize();
        SkippingSplit whole = SkippingSplit.piece(first, new ByteRange(0, size));
        HiveFormat format = HiveFormat.of(first.getSchema());
        long lineBytes = handle.rangeSizes().after(knownRanges);
        long rangeBytes =
                format == HiveFormat.LINES ? lineBytes : handle.rangeSizes().largest();
        return switch (HiveFormat.cutting(first)) {
            case NOWHERE ->
                ImmutableList.of(unitOf(whole, object, ImmutableList.of(new ByteRange(0, size)), rangeBytes));
            case BETWEEN_ENDS -> fixedUnits(first, object, rangeBytes);
            case AT_MEMBERS -> {
                // about as many stored bytes as a range of uncompressed text, so that the index has the same proportion
                long textBytes = TEXT_COMPRESSION * rangeBytes;
                knownRanges += 1 + size / rangeBytes;
                yield ImmutableList.of(unitOf(whole, object, ImmutableList.of(), textBytes));
            }
            case ANYWHERE ->
                format == HiveFormat.COLUMNAR
                        ? ImmutableList.of(unitOf(whole, object, ImmutableList.of(), rangeBytes))
                        : fixedUnits(first, object, rangeBytes);
        };
    }

    private List<Unit> fixedUnits(HiveSplit first, LiveObject object, long rangeBytes) {
        ImmutableList.Builder<Unit> units = ImmutableList.builder();
        List<ByteRange> together = new ArrayList<>();
        List<ByteRange> ranges = RangePlanner.fixed(first.getEstimatedFileSize(), rangeBytes);
        knownRanges += ranges.size();
        for (ByteRange range : ranges) {
            if (!together.isEmpty() && range.end() - together.getFirst().start() > UNIT_BYTES) {
                units.add(unit(first, object, together, rangeBytes));
                together.clear();
            }
            together.add(range);
        }
        if (!together.isEmpty()) {
            units.add(unit(first, object, together, rangeBytes));
        }
        return units.build();
    }

    private static Unit unit(HiveSplit split, LiveObject object, List<ByteRange> ranges, long rangeBytes) {
        long start = ranges.getFirst().start();
        ByteRange all = new ByteRange(start, ranges.getLast().end() - start);
        return unitOf(SkippingSplit.piece(split, all), object, ranges, rangeBytes);
    }

    private static Unit unitOf(SkippingSplit split, LiveObject object, List<ByteRange> ranges, long rangeBytes) {
        return new Unit(split, object.version().tag(), object.profile().text(), ranges, rangeBytes);
    }

    private static void checkSupported(HiveSplit split) {
        if (split.getAcidInfo().isPresent() || split.getSchema().isFullAcidTable()) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "ACID tables cannot be indexed: their rows are assembled from several objects. Queries work without an index");
        }
        if (ReaderProfile.dependsOnFile(split.getSchema())) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "Tables with avro.schema.url cannot be indexed: a change to the schema in that file goes unnoticed. Put the schema itself into avro.schema.literal. Queries work without an index");
        }
    }

    @Override
    public void close() {
        hive.close();
    }

    @Override
    public boolean isFinished() {
        return finished;
    }
}
