// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.base.Preconditions.checkState;
import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexType.RangeContext;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Summarises one range for one index, and handles anything that a user-defined type may throw. Not thread-safe. */
final class DefinitionSummarizer {
    private final IndexDefinition definition;
    private final IndexType type;
    private final List<SummaryField> fields;
    private final List<Integer> channels;

    /** empty once the type has failed or values are unknown, because its summary of the range could not be trusted */
    private Optional<Summarizer> summarizer = Optional.empty();

    DefinitionSummarizer(IndexDefinition definition, IndexType type, List<IndexedColumn> columns, RangeContext range) {
        this.definition = requireNonNull(definition, "definition is null");
        this.type = requireNonNull(type, "type is null");
        List<ScalarType> types = IndexTypes.columnTypes(definition);
        this.fields = ImmutableList.copyOf(type.fields(types));
        this.channels = definition.columns().stream().map(columns::indexOf).collect(toImmutableList());
        if (channels.contains(-1)) {
            FailureLog.missingColumns(definition, columns);
            return;
        }
        guard(() -> summarizer = Optional.of(type.summarizer(types, definition.options(), range)));
    }

    /**
     * Adds rows.
     *
     * @param values of all columns, see {@link RangeSummarizer#add}
     */
    void add(List<Optional<ValueVector>> values) {
        if (summarizer.isEmpty()) {
            return;
        }
        List<ValueVector> vectors =
                channels.stream().map(values::get).flatMap(Optional::stream).collect(toImmutableList());
        if (vectors.size() < channels.size()) {
            summarizer = Optional.empty();
            return;
        }
        guarded(active -> active.add(vectors));
    }

    /**
     * Adds a row group or stripe by its statistics in the file's footer.
     *
     * @return whether the statistics suffice; if not, this summariser must not be used any more
     */
    boolean addStatistics(Map<IndexedColumn, FooterStatistics> group) {
        if (!group.keySet().containsAll(definition.columns())) {
            return false;
        }
        List<FooterStatistics> columns =
                definition.columns().stream().map(group::get).collect(toImmutableList());
        boolean[] suffices = new boolean[1];
        guarded(active -> suffices[0] = active.addStatistics(columns));
        return suffices[0];
    }

    /** Returns whether the columns should be read for this index alone. */
    boolean isWorthReading() {
        boolean[] worth = {true};
        guard(() -> worth[0] = type.isWorthReading(definition.options()));
        return worth[0];
    }

    /** Returns one column with one position for each field of the type. */
    List<KeyColumn> finish() {
        SummaryWriter writer = new SummaryWriter(fields);
        guarded(active -> {
            active.finish(writer);
            checkState(writer.isComplete(), "index type %s did not append one value to each field", definition.type());
        });
        // the type may have appended to some fields before it failed
        return summarizer.isPresent() ? writer.build() : nothing();
    }

    /** Returns what {@link #finish} returns for a range without a summary. */
    List<KeyColumn> nothing() {
        SummaryWriter writer = new SummaryWriter(fields);
        writer.appendNothing();
        return writer.build();
    }

    /**
     * Returns the bytes that the summary wants of the shared budget.
     *
     * @see Summarizer#sharedBytes
     */
    long sharedBytes() {
        long[] bytes = new long[1];
        guarded(active -> bytes[0] = active.sharedBytes());
        return bytes[0];
    }

    long retainedBytes() {
        long[] bytes = new long[1];
        guarded(active -> bytes[0] = active.retainedBytes());
        return bytes[0];
    }

    private void guarded(Consumer<Summarizer> action) {
        summarizer.ifPresent(active -> guard(() -> action.accept(active)));
    }

    private void guard(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            summarizer = Optional.empty();
            FailureLog.failed(definition, e);
        }
    }
}
