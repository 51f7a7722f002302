// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObjects;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An index of which no build begins in a second in which another one began or was published. S3 tells times in seconds, and
 * of builds that began in the same one those count that are published already, and else any: a test that builds twice a
 * second could not tell which of the two it sees.
 */
final class PacedTableIndex implements TableIndex {
    private final TableIndex index;
    private final AtomicLong lastUsed;

    /** @param lastUsed the second, since 1970; shared by all that are open of one table */
    PacedTableIndex(TableIndex index, AtomicLong lastUsed) {
        this.index = index;
        this.lastUsed = lastUsed;
    }

    @Override
    public String beginBuild() {
        Instant next = Instant.ofEpochSecond(lastUsed.get() + 1);
        try {
            TimeUnit.MILLISECONDS.sleep(Instant.now().until(next).toMillis() + 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IndexUnavailableException("Interrupted while waiting for the next second", e);
        }
        String build = index.beginBuild();
        lastUsed.set(Instant.now().getEpochSecond());
        return build;
    }

    @Override
    public PublishResult publish(String build, Supplier<LiveObjects> live) {
        PublishResult result = index.publish(build, live);
        lastUsed.set(Instant.now().getEpochSecond());
        return result;
    }

    @Override
    public Optional<Known> known() {
        return index.known();
    }

    @Override
    public Optional<IndexSnapshot> current() {
        return index.current();
    }

    @Override
    public Optional<IndexSnapshot> remembered() {
        return index.remembered();
    }

    @Override
    public Optional<IndexSnapshot> remembered(long tableSnapshot, Duration within) {
        return index.remembered(tableSnapshot, within);
    }

    @Override
    public List<IndexDefinition> requested() {
        return index.requested();
    }

    @Override
    public void request(UnaryOperator<List<IndexDefinition>> change) {
        index.request(change);
    }

    @Override
    public boolean isAutomatic() {
        return index.isAutomatic();
    }

    @Override
    public void setAutomatic(boolean automatic) {
        index.setAutomatic(automatic);
    }

    @Override
    public Coverage coverage() {
        return index.coverage();
    }

    @Override
    public SegmentSink newSegment(String build, List<IndexDefinition> definitions) {
        return index.newSegment(build, definitions);
    }

    @Override
    public Inspection inspect() {
        return index.inspect();
    }

    @Override
    public Trial tryStore() {
        return index.tryStore();
    }

    @Override
    public void abandon(String build) {
        index.abandon(build);
    }

    @Override
    public void discard(BooleanSupplier isWanted) {
        index.discard(isWanted);
    }

    @Override
    public VacuumResult vacuum(Duration age, boolean dryRun) {
        return index.vacuum(age, dryRun);
    }
}
