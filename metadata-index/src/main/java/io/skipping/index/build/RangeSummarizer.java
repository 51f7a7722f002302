// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;
import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexType.RangeContext;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ValueVector;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Summarises one range for all indexes. If an index type fails, its index has no summary of the range (all its fields
 * are NULL), and queries read the range as far as that index is concerned; the other indexes are not affected. Not
 * thread-safe.
 */
public final class RangeSummarizer {
    private final int channels;
    private final List<DefinitionSummarizer> summarizers;
    private long rowCount;
    private boolean finished;

    /**
     * Creates a summariser of one range.
     *
     * @param indexTypes returns the type with a name; its exception for an unknown name is passed on, because without
     *     the type even an empty summary has no known fields
     * @param columns columns of the values to be added, in order; an index over any other column has no summary
     * @param rangeBytes length of the range in bytes
     */
    public RangeSummarizer(
            List<IndexDefinition> definitions,
            Function<String, IndexType> indexTypes,
            List<IndexedColumn> columns,
            long rangeBytes) {
        this.channels = columns.size();
        RangeContext range = new RangeContext(rangeBytes);
        this.summarizers = definitions.stream()
                .map(definition ->
                        new DefinitionSummarizer(definition, indexTypes.apply(definition.type()), columns, range))
                .collect(toImmutableList());
    }

    /**
     * Adds rows of the range.
     *
     * @param rows number of rows
     * @param values for each column, its values in these rows, which are not kept after this call; empty if they are
     *     unknown, in which case no index over this column has a summary of the range
     */
    public void add(int rows, List<Optional<ValueVector>> values) {
        checkState(!finished, "already finished");
        checkArgument(values.size() == channels, "values of %s columns instead of %s", values.size(), channels);
        if (rows == 0) {
            return;
        }
        rowCount += rows;
        summarizers.forEach(summarizer -> summarizer.add(values));
    }

    /** Returns the number of rows added. */
    public long rowCount() {
        return rowCount;
    }

    /**
     * Returns the summaries for {@link io.skipping.index.store.SegmentSink#add}: for each definition, in order, one
     * column with one position for each field of its type.
     */
    public List<List<KeyColumn>> finish() {
        checkState(!finished, "already finished");
        finished = true;
        // the summariser that wants the least of the shared budget takes it first, so that most get what they want
        Map<DefinitionSummarizer, List<KeyColumn>> summaries = new IdentityHashMap<>();
        summarizers.stream()
                .sorted(Comparator.comparingLong(DefinitionSummarizer::sharedBytes))
                .forEach(summarizer -> summaries.put(summarizer, summarizer.finish()));
        return summarizers.stream().map(summaries::get).collect(toImmutableList());
    }

    /** Returns the approximate heap size in bytes. */
    public long retainedBytes() {
        return summarizers.stream()
                .mapToLong(DefinitionSummarizer::retainedBytes)
                .sum();
    }
}
