// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import io.skipping.index.IndexDefinition;
import io.skipping.index.value.KeyColumn;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Represents a part of a snapshot that was written as a whole: objects with all their ranges. Thread-safe. */
public interface Segment {
    String name();

    /** Returns the indexes for which every range of this segment has a (possibly NULL) summary. */
    List<IndexDefinition> definitions();

    /**
     * Returns the {@linkplain io.skipping.index.type.IndexType#version version} of the summaries of one of these
     * indexes.
     */
    int version(IndexDefinition definition);

    /** Returns the size of the segment in its store, in bytes. */
    long storedBytes();

    ObjectTable objects();

    /** Returns the position of the first byte of each range. */
    long[] rangeStarts();

    /** Returns the length of each range in bytes. */
    long[] rangeLengths();

    /** Returns the number of rows in each range. */
    long[] rowCounts();

    /**
     * Decodes the stored summaries of one index, each time anew.
     *
     * @return one column for each field of the index type, with one position for each range
     */
    List<KeyColumn> summaries(IndexDefinition definition);

    /**
     * Decodes the summaries of some ranges for several indexes at once.
     *
     * @param ranges in ascending order
     * @param limit how many bytes a segment may fetch for that; one whose summaries are in memory need not heed it
     * @throws LargeSummariesException if there are more
     */
    default Map<IndexDefinition, List<KeyColumn>> summaries(
            Collection<IndexDefinition> definitions, int[] ranges, long limit) {
        return definitions.stream()
                .distinct()
                .collect(toImmutableMap(Function.identity(), definition -> summaries(definition, ranges)));
    }

    /**
     * Decodes the summaries of some ranges.
     *
     * @param ranges in ascending order
     */
    default List<KeyColumn> summaries(IndexDefinition definition, int[] ranges) {
        return summaries(definition).stream()
                .map(column -> column.select(ranges))
                .toList();
    }
}
