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
 * Summarises one range: takes its values, gives for each index what is kept of it. An index whose type fails has no
 * summary of the range (all its fields are NULL), so that queries read the range as far as that index goes; the other
 * indexes are none the worse. Not thread-safe.
 */
public final class RangeSummarizer {
    private final int channels;
    private final List<DefinitionSummarizer> summarizers;
    private long rowCount;
    private boolean finished;

    /**
     * @param indexTypes gives the type of a name; what it throws for a name that it does not know is passed on, since
     *     without the type not even an empty summary has a shape
     * @param columns what the values that are taken in are of, in order; an index over a column that is not among them
     *     has no summary
     * @param rangeBytes length of the range
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
     * Takes in more rows of the range.
     *
     * @param rows how many
     * @param values for each column its values in these rows, which are not kept after this returns; empty if they are not known, so
     *     that no index over this column has a summary of the range
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

    /** Returns how many rows were taken in. */
    public long rowCount() {
        return rowCount;
    }

    /**
     * Returns the summaries as {@link io.skipping.index.store.SegmentSink#add} takes them: for each definition, in order, one
     * column of one position for each field of its type.
     */
    public List<List<KeyColumn>> finish() {
        checkState(!finished, "already finished");
        finished = true;
        // who wants least of what is shared takes it first: so most of them get what they want
        Map<DefinitionSummarizer, List<KeyColumn>> summaries = new IdentityHashMap<>();
        summarizers.stream()
                .sorted(Comparator.comparingLong(DefinitionSummarizer::sharedBytes))
                .forEach(summarizer -> summaries.put(summarizer, summarizer.finish()));
        return summarizers.stream().map(summaries::get).collect(toImmutableList());
    }

    /** Returns how many heap bytes are held, roughly. */
    public long retainedBytes() {
        return summarizers.stream()
                .mapToLong(DefinitionSummarizer::retainedBytes)
                .sum();
    }
}
