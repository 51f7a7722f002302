// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.trino.core.Completions.unwrapped;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.summarize.BuildReport.FailedObject;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.TableNotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * Lists a table, omits what is already summarised, and packs the rest: many small objects into one split, a large object
 * into several.
 */
public final class SummarizeBatches<S extends ConnectorSplit, U> implements SplitBatches {
    private static final Logger log = Logger.get(SummarizeBatches.class);

    /** The bytes that a worker reads for one split, and holds of one object at a time. */
    public static final int UNIT_BYTES = 32 * 1024 * 1024;

    /** The number of objects that are sampled to choose indexes, if the table has that many. */
    public static final int SAMPLED_OBJECTS = 3;

    /** So many objects that cannot be indexed, and not one that can be, are taken for all of a table. */
    private static final int MOST_UNFIT = 10_000;

    /** The number of objects that are reported together. */
    private static final int REPORTED_TOGETHER = 1000;

    private static final String OF_FUTURE =
            "It was modified at %s, which has not come yet, so an index cannot tell whether it is modified again: write it again, or touch it, by a host whose clock is right";

    /** How much the clocks of those who write objects may be ahead. */
    private static final Duration LARGEST_SKEW = Duration.ofMinutes(10);

    private final ObjectsToSummarize<S, U> objects;
    private final SplitBatches listing;
    private final TableIndex index;
    private final TableDefinitions tableDefinitions;
    private final int maxObjects;
    private final Executor executor;
    private final CompletableFuture<Build> build;

    // state of next, which is called by one thread at a time
    /** splits listed, and kept until there are enough to choose indexes */
    private final List<S> toSample = new ArrayList<>();

    /** objects that cannot be indexed, and that are not reported yet */
    private final List<FailedObject> failed = new ArrayList<>();

    private long unfitObjects;
    private Optional<TrinoException> newestUnfit = Optional.empty();

    /** what the next splits are made of; a split is of objects with the same indexes */
    private final Map<List<IndexDefinition>, Collected<U>> collected = new LinkedHashMap<>();

    private boolean announced;
    /** ranges in the index, and planned */
    private long knownRanges;
    /** present once there are splits */
    private Optional<List<IndexDefinition>> definitions = Optional.empty();

    /** how the indexes change, for people */
    private String changes = "";

    private volatile boolean finished;

    private static final class Collected<U> {
        private final List<U> units = new ArrayList<>();
        private long bytes;
    }

    private record Build(
            String name, List<IndexDefinition> requested, boolean automatic, TableIndex.Coverage coverage) {}

    /**
     * Starts a build.
     *
     * @param maxObjects the maximum number of objects in one split; each adds a description of a few hundred bytes
     */
    public SummarizeBatches(
            ObjectsToSummarize<S, U> objects,
            TableIndex index,
            TableDefinitions tableDefinitions,
            int maxObjects,
            Executor executor) {
        this.objects = requireNonNull(objects, "objects is null");
        this.index = requireNonNull(index, "index is null");
        this.tableDefinitions = requireNonNull(tableDefinitions, "tableDefinitions is null");
        this.maxObjects = maxObjects;
        this.executor = requireNonNull(executor, "executor is null");
        this.listing = objects.list();
        this.build = CompletableFuture.supplyAsync(this::begin, executor);
    }

    private Build begin() {
        try {
            // before the listing: an object that changes after this moment must not be mistaken for what was listed
            String build = index.beginBuild();
            // after the build has begun, because dropping the table from now on ends the build
            if (!objects.isThere()) {
                if (objects.isIndexKeptByRename()) {
                    index.abandon(build);
                } else {
                    index.discard();
                }
                throw new TableNotFoundException(objects.table());
            }
            return new Build(build, index.requested(), index.isAutomatic(), index.coverage());
        } catch (IndexUnavailableException e) {
            throw new TrinoException(SkippingErrorCode.SKIPPING_INDEX_ERROR, e.getMessage(), e);
        }
    }

    @Override
    public CompletableFuture<SplitBatch> next(int maxSize) {
        return unwrapped(build.thenCompose(started -> listing.next(maxSize)
                // asynchronously, because the first objects are sampled
                .thenApplyAsync(batch -> plan(started, batch), executor)));
    }

    // the splits are those of the listing
    @SuppressWarnings("unchecked")
    private SplitBatch plan(Build started, SplitBatch batch) {
        boolean last = batch.isLast();
        List<ConnectorSplit> splits = new ArrayList<>();
        long plannedObjects = 0;
        long plannedBytes = 0;
        long currentObjects = 0;
        long currentBytes = 0;
        long youngObjects = 0;
        long youngBytes = 0;
        for (ConnectorSplit each : batch.splits()) {
            S split = (S) each;
            Optional<TrinoException> unfit = unfit(split);
            if (unfit.isEmpty()) {
                toSample.add(split);
            } else if (objects.begins(split)) {
                unfitObjects++;
                newestUnfit = unfit;
                fail(objects.object(split).version(), unfit.get().getMessage());
            }
        }
        if (definitions.isEmpty()
                && toSample.isEmpty()
                && newestUnfit.isPresent()
                && (last || unfitObjects >= MOST_UNFIT)) {
            throw refused(started, newestUnfit.get());
        }
        boolean enough = definitions.isPresent()
                || last
                || toSample.stream().filter(objects::begins).count() >= SAMPLED_OBJECTS;
        if (!enough && failed.size() < REPORTED_TOGETHER) {
            return new SplitBatch(splits, false);
        }
        List<S> listed = enough ? ImmutableList.copyOf(toSample) : ImmutableList.of();
        if (enough) {
            toSample.clear();
        }
        if (definitions.isEmpty() && !listed.isEmpty()) {
            Optional<IndexSnapshot> before = readable();
            Optional<List<IndexDefinition>> defined =
                    before.map(IndexSnapshot::definitions).or(this::definedByManifest);
            definitions = Optional.of(definitions(started, defined.orElse(ImmutableList.of()), listed));
            defined.map(there -> DefinitionChanges.describe(withImpossible(there, listed), definitions.get()))
                    .ifPresent(text -> changes = text);
            knownRanges = before.map(IndexSnapshot::rangeCount).orElse(0L);
        }
        for (S split : listed) {
            if (!objects.begins(split)) {
                continue;
            }
            LiveObject object = objects.object(split);
            long size = object.version().size();
            List<IndexDefinition> possible = objects.definitions(split, definitions.orElseThrow());
            if (started.coverage().covers(object, possible)) {
                currentObjects++;
                currentBytes += size;
                continue;
            }
            if (started.coverage().isTooYoung(object, started.name())) {
                if (isOfFuture(object)) {
                    fail(
                            object.version(),
                            OF_FUTURE.formatted(
                                    Instant.ofEpochMilli(object.version().modifiedMillis())));
                    continue;
                }
                // its summaries would not take effect
                youngObjects++;
                youngBytes += size;
                continue;
            }
            plannedObjects++;
            plannedBytes += size;
            ObjectsToSummarize.Units<U> units = objects.units(split, object, knownRanges);
            knownRanges += units.ranges();
            for (U unit : units.units()) {
                Collected<U> together = collected.computeIfAbsent(possible, _ -> new Collected<>());
                together.units.add(unit);
                together.bytes += objects.bytes(unit);
                if (together.bytes >= UNIT_BYTES || together.units.size() >= maxObjects) {
                    collected.remove(possible);
                    splits.add(split(started, possible, together));
                }
            }
        }
        if (last) {
            collected.forEach((possible, together) -> splits.add(split(started, possible, together)));
            collected.clear();
        }
        if (plannedObjects + currentObjects + youngObjects + failed.size() > 0 || (last && !announced)) {
            announced = true;
            BuildReport report = new BuildReport(
                    started.name(),
                    plannedObjects,
                    plannedBytes,
                    currentObjects,
                    currentBytes,
                    youngObjects,
                    youngBytes,
                    ImmutableList.copyOf(failed),
                    changes);
            failed.clear();
            splits.addFirst(objects.split(report, ImmutableList.of(), ImmutableList.of()));
        }
        finished = last;
        return new SplitBatch(splits, last);
    }

    private void fail(ObjectVersion object, String reason) {
        failed.add(new FailedObject(object.path(), object.size(), reason));
    }

    /** Returns whether an object would be too young for each build of the near future. */
    private static boolean isOfFuture(LiveObject object) {
        return Instant.ofEpochMilli(object.version().modifiedMillis())
                .isAfter(Instant.now().plus(LARGEST_SKEW));
    }

    /** Returns why the object of a split cannot be indexed; empty if it can be. */
    private Optional<TrinoException> unfit(S split) {
        try {
            objects.check(split);
            return Optional.empty();
        } catch (TrinoException e) {
            return Optional.of(e);
        }
    }

    /** Ends a build that can have no objects: nobody would publish what it leaves. */
    private TrinoException refused(Build started, TrinoException reason) {
        try {
            index.abandon(started.name());
        } catch (IndexUnavailableException e) {
            reason.addSuppressed(e);
        }
        return reason;
    }

    /** Returns the current snapshot; empty if it cannot be read, because a build repairs it. */
    private Optional<IndexSnapshot> readable() {
        try {
            return index.current();
        } catch (IndexUnavailableException e) {
            log.warn("Index of %s: rebuilding the parts that cannot be read: %s", objects.table(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the definitions of an index whose segments cannot be read: the choice of indexes is kept. */
    private Optional<List<IndexDefinition>> definedByManifest() {
        try {
            return Optional.of(index.inspect().definitions()).filter(found -> !found.isEmpty());
        } catch (IndexUnavailableException e) {
            log.debug(e, "Index of %s has no manifest that can be read", objects.table());
            return Optional.empty();
        }
    }

    private List<IndexDefinition> definitions(Build started, List<IndexDefinition> before, List<S> splits) {
        return tableDefinitions.of(
                objects.columns(),
                started.requested(),
                started.automatic(),
                before,
                missing -> possible(splits, missing).isEmpty() ? ImmutableList.of() : objects.casts(splits));
    }

    /**
     * Adds the indexes that none of the objects listed first can have now. While this is so for all objects, no segment has these indexes,
     * and each build would report them as new.
     */
    private List<IndexDefinition> withImpossible(List<IndexDefinition> before, List<S> splits) {
        Set<IndexDefinition> possible = possible(splits, definitions.orElseThrow());
        return Stream.concat(
                        before.stream(),
                        definitions.orElseThrow().stream().filter(definition -> !possible.contains(definition)))
                .collect(toImmutableList());
    }

    /** Returns those of some indexes that the object of one of the splits can have now. */
    private Set<IndexDefinition> possible(List<S> splits, List<IndexDefinition> wanted) {
        return splits.stream()
                .flatMap(split -> objects.definitions(split, wanted).stream())
                .collect(toSet());
    }

    private ConnectorSplit split(Build started, List<IndexDefinition> possible, Collected<U> together) {
        return objects.split(BuildReport.none(started.name()), possible, ImmutableList.copyOf(together.units));
    }

    @Override
    public void close() {
        listing.close();
    }

    @Override
    public boolean isFinished() {
        return finished;
    }
}
