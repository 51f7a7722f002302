// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import java.util.List;

/** What a snapshot proves about one object. */
public sealed interface ObjectVerdict {
    Unindexed UNINDEXED = new Unindexed();
    Stale STALE = new Stale();

    /** No summary of the object exists. */
    record Unindexed() implements ObjectVerdict {}

    /** A summary exists, but of another version, or read under another profile. */
    record Stale() implements ObjectVerdict {}

    /**
     * A summary of exactly this version exists.
     *
     * @param ranges in order, without gap or overlap, from 0 to the size of the object
     */
    record Known(List<RangeVerdict> ranges) implements ObjectVerdict {
        public Known {
            ranges = ImmutableList.copyOf(ranges);
        }
    }

    /**
     * What is proven about one range.
     *
     * @param rowCount rows in the range
     * @param reason name of the index type that proved {@code CANNOT_MATCH}; empty otherwise
     */
    record RangeVerdict(ByteRange range, long rowCount, Verdict verdict, String reason) {}
}
