// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import io.skipping.index.IndexDefinition;
import io.skipping.index.value.KeyColumn;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A part of a snapshot that was written as a whole: some objects with all their ranges. Thread-safe. */
public interface Segment {
    String name();

    /** Returns the indexes that every range of this segment has a (possibly NULL) summary of. */
    List<IndexDefinition> definitions();

    /** Returns the {@linkplain io.skipping.index.type.IndexType#version version} that the summaries of one of these indexes have. */
    int version(IndexDefinition definition);

    /** Returns how many bytes the segment takes in its store. */
    long storedBytes();

    ObjectTable objects();

    /** Returns the first byte of each range. */
    long[] rangeStarts();

    /** Returns how many bytes each range has. */
    long[] rangeLengths();

    /** Returns how many rows each range has. */
    long[] rowCounts();

    /**
     * Decodes the kept summaries of one index, anew with each call: one column of as many positions as there are ranges,
     * for each field of the index type.
     */
    List<KeyColumn> summaries(IndexDefinition definition);

    /**
     * Decodes the summaries of some ranges, for several indexes at once.
     *
     * @param ranges in ascending order
     */
    default Map<IndexDefinition, List<KeyColumn>> summaries(Collection<IndexDefinition> definitions, int[] ranges) {
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
