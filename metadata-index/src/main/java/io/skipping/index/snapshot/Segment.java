// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import io.skipping.index.IndexDefinition;
import io.trino.spi.block.Block;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A part of a snapshot that was written as a whole: some objects with all their ranges. Thread-safe. */
public interface Segment {
    String name();

    /** The indexes that every range of this segment has a (possibly NULL) summary of. */
    List<IndexDefinition> definitions();

    /** Bytes in the store. */
    long storedBytes();

    ObjectTable objects();

    /** First byte of each range. */
    long[] rangeStarts();

    /** Bytes of each range. */
    long[] rangeLengths();

    /** Rows of each range. */
    long[] rowCounts();

    /**
     * The kept summaries of one index, decoded anew with each call: one block of as many positions as there are ranges,
     * for each field of the index type.
     */
    List<Block> summaries(IndexDefinition definition);

    /**
     * The same of some ranges, for several indexes at once.
     *
     * @param ranges in ascending order
     */
    default Map<IndexDefinition, List<Block>> summaries(Collection<IndexDefinition> definitions, int[] ranges) {
        return definitions.stream()
                .distinct()
                .collect(toImmutableMap(Function.identity(), definition -> summaries(definition, ranges)));
    }

    /**
     * The same of some ranges.
     *
     * @param ranges in ascending order
     */
    default List<Block> summaries(IndexDefinition definition, int[] ranges) {
        return summaries(definition).stream()
                .map(block -> block.copyPositions(ranges, 0, ranges.length))
                .toList();
    }
}
