// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.path.ColumnNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Shows an index under the names that users give columns, while the index keeps them under others. */
public final class NamedIndex implements TableIndex {
    private final TableIndex stored;
    private final ColumnNames names;

    /**
     * Names the columns of an index.
     *
     * @param stored the index under the names that it keeps
     */
    public NamedIndex(TableIndex stored, ColumnNames names) {
        this.stored = requireNonNull(stored, "stored is null");
        this.names = requireNonNull(names, "names is null");
    }

    @Override
    public Optional<IndexSnapshot> current() {
        return stored.current().map(this::named);
    }

    @Override
    public Optional<IndexSnapshot> remembered() {
        return stored.remembered().map(this::named);
    }

    @Override
    public Optional<IndexSnapshot> remembered(long tableSnapshot, Duration within) {
        return stored.remembered(tableSnapshot, within).map(this::named);
    }

    private IndexSnapshot named(IndexSnapshot snapshot) {
        return NamedSnapshot.of(snapshot, names);
    }

    @Override
    public List<IndexDefinition> requested() {
        return NamedSnapshot.now(stored.requested(), names);
    }

    @Override
    public boolean isAutomatic() {
        return stored.isAutomatic();
    }

    @Override
    public void setAutomatic(boolean automatic) {
        stored.setAutomatic(automatic);
    }

    @Override
    public void request(UnaryOperator<List<IndexDefinition>> change) {
        stored.request(requested -> NamedSnapshot.kept(change.apply(NamedSnapshot.now(requested, names)), names));
    }

    @Override
    public String beginBuild() {
        return stored.beginBuild();
    }

    @Override
    public Coverage coverage() {
        Coverage coverage = stored.coverage();
        return new Coverage() {
            @Override
            public boolean covers(LiveObject object, List<IndexDefinition> definitions) {
                return coverage.covers(object, NamedSnapshot.kept(definitions, names));
            }

            @Override
            public boolean isTooYoung(LiveObject object, String build) {
                return coverage.isTooYoung(object, build);
            }
        };
    }

    @Override
    public SegmentSink newSegment(String build, List<IndexDefinition> definitions) {
        return stored.newSegment(build, NamedSnapshot.kept(definitions, names));
    }

    @Override
    public PublishResult publish(String build, Supplier<LiveObjects> live) {
        return stored.publish(build, live);
    }

    @Override
    public Optional<Known> known() {
        return stored.known();
    }

    @Override
    public VacuumResult vacuum(Duration age, boolean dryRun) {
        return stored.vacuum(age, dryRun);
    }

    @Override
    public Trial tryStore() {
        return stored.tryStore();
    }

    @Override
    public void abandon(String build) {
        stored.abandon(build);
    }

    @Override
    public void discard(BooleanSupplier isWanted) {
        stored.discard(isWanted);
    }

    @Override
    public Inspection inspect() {
        Inspection inspection = stored.inspect();
        return new Inspection(NamedSnapshot.shown(inspection.definitions(), names), inspection.problem());
    }
}
