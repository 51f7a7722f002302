// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.predicate.Predicate;
import java.util.List;
import java.util.Optional;

/** The summaries of one index over many ranges, ready for evaluation. Immutable and thread-safe. */
public interface SummaryColumn {
    /**
     * Says what follows for each range. Called only with leaves all of whose columns are columns of this index. What a
     * type does not understand it leaves alone.
     */
    void evaluate(Predicate.Leaf leaf, LeafVerdicts verdicts);

    /** Bounds of the one column of this index in a range; empty if nothing is known, or this is not what it keeps. */
    default Optional<RangeBounds> bounds(int range) {
        return Optional.empty();
    }

    /**
     * Values of the one column of this index in a range by their ranks; empty if none is known, or this is not what it
     * keeps.
     */
    default Optional<RangeRanks> ranks(int range) {
        return Optional.empty();
    }

    /**
     * All values of the one column of this index in a range, without NULL and NaN, each once, in Trino's native
     * representation; empty if they are not known, or this is not what it keeps.
     */
    default Optional<List<Object>> values(int range) {
        return Optional.empty();
    }

    /** A readable form of one range's summary, for {@code "t$index"}; empty if the range has none. */
    String describe(int range);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
