// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static com.google.common.base.Throwables.throwIfUnchecked;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.airlift.slice.Slice;
import io.airlift.units.Duration;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Leftover;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.RangeDescription;
import io.skipping.index.snapshot.RowCounts;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Limits the total time that one query waits for an index. When the time is used up, or the index has failed, every
 * further call fails immediately with {@link IndexUnavailableException}.
 */
final class LimitedSnapshot implements IndexSnapshot {
    private final IndexSnapshot snapshot;
    private final Executor executor;
    private final Duration timeout;
    private final Consumer<Throwable> onFailure;
    private final AtomicLong remainingNanos;
    private final AtomicReference<String> failure = new AtomicReference<>();

    /**
     * Limits a snapshot.
     *
     * @param executor runs each call in a thread of its own, which continues after the query has stopped waiting
     * @param timeout the limit that the user configured, for the error message
     * @param remainingNanos the part of the limit that is left
     * @param onFailure called once, when the index first fails
     */
    LimitedSnapshot(
            IndexSnapshot snapshot,
            Executor executor,
            Duration timeout,
            long remainingNanos,
            Consumer<Throwable> onFailure) {
        this.snapshot = requireNonNull(snapshot, "snapshot is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.timeout = requireNonNull(timeout, "timeout is null");
        this.remainingNanos = new AtomicLong(remainingNanos);
        this.onFailure = requireNonNull(onFailure, "onFailure is null");
    }

    private <T> T ask(Supplier<T> question) {
        String known = failure.get();
        if (known != null) {
            throw new IndexUnavailableException(known);
        }
        long start = System.nanoTime();
        try {
            return CompletableFuture.supplyAsync(question, executor)
                    .get(Math.max(0, remainingNanos.get()), NANOSECONDS);
        } catch (TimeoutException e) {
            throw failed("no answer within skipping.lookup-timeout=" + timeout, e);
        } catch (ExecutionException e) {
            throw failed(String.valueOf(e.getCause().getMessage()), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IndexUnavailableException("Interrupted while waiting for an index", e);
        } finally {
            remainingNanos.addAndGet(start - System.nanoTime());
        }
    }

    private RuntimeException failed(String message, Throwable cause) {
        if (failure.compareAndSet(null, message)) {
            onFailure.accept(cause);
        }
        if (!(cause instanceof TimeoutException)) {
            throwIfUnchecked(cause);
        }
        return new IndexUnavailableException(message, cause);
    }

    @Override
    public String id() {
        return snapshot.id();
    }

    @Override
    public long publishedMillis() {
        return snapshot.publishedMillis();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return snapshot.definitions();
    }

    @Override
    public IndexTypes indexTypes() {
        return snapshot.indexTypes();
    }

    @Override
    public long objectCount() {
        return snapshot.objectCount();
    }

    @Override
    public long rangeCount() {
        return snapshot.rangeCount();
    }

    @Override
    public OptionalLong storedBytes() {
        return ask(snapshot::storedBytes);
    }

    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public ScanPlan plan(io.skipping.index.predicate.Predicate predicate) {
        ScanPlan prepared = snapshot.plan(predicate);
        return new ScanPlan() {
            @Override
            public List<ObjectVerdict> lookup(List<LiveObject> objects) {
                return ask(() -> prepared.lookup(objects));
            }

            @Override
            public RowCounts count(Predicate<Slice> folders) {
                return ask(() -> prepared.count(folders));
            }

            @Override
            public Leftover left(Predicate<Slice> folders) {
                return ask(() -> prepared.left(folders));
            }
        };
    }

    @Override
    public List<IndexDefinition> deciding(io.skipping.index.predicate.Predicate.Leaf condition) {
        return ask(() -> snapshot.deciding(condition));
    }

    @Override
    public boolean hasSummaries(IndexDefinition definition) {
        return ask(() -> snapshot.hasSummaries(definition));
    }

    @Override
    public Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column) {
        return ask(() -> snapshot.bounds(object, column));
    }

    @Override
    public Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column) {
        return ask(() -> snapshot.ranks(object, column));
    }

    @Override
    public Optional<List<Optional<List<Key>>>> values(LiveObject object, IndexedColumn column) {
        return ask(() -> snapshot.values(object, column));
    }

    @Override
    public List<Segment> segments() {
        throw new UnsupportedOperationException("a query has no use for the parts of an index");
    }

    @Override
    public IndexDefinition shown(IndexDefinition ofSegment) {
        return snapshot.shown(ofSegment);
    }

    @Override
    public ObjectSample sample(Predicate<Slice> folders, int mostRanges) {
        ObjectSample sample = snapshot.sample(folders, mostRanges);
        return new ObjectSample() {
            @Override
            public long allBytes() {
                return sample.allBytes();
            }

            @Override
            public long bytes() {
                return sample.bytes();
            }

            @Override
            public List<Long> rowCounts() {
                return sample.rowCounts();
            }

            @Override
            public Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column) {
                return ask(() -> sample.bounds(column));
            }
        };
    }

    @Override
    public void forEachRange(Consumer<RangeDescription> consumer) {
        ask(() -> {
            snapshot.forEachRange(consumer);
            return null;
        });
    }
}
