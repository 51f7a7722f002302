// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.List;

/**
 * Cuts a split to what may match. Sound because a reader gives every row to exactly one range, by a position of the row
 * that does not depend on how the object is cut: a row of the split is a row of that range which holds its position.
 */
final class SplitCutter {
    private SplitCutter() {}

    /**
     * The parts of {@code split} that must be read, in order; neighbours are joined.
     *
     * @param ranges verdicts that cover the whole object, in order
     */
    static List<ByteRange> survivors(ByteRange split, List<RangeVerdict> ranges) {
        ImmutableList.Builder<ByteRange> survivors = ImmutableList.builder();
        long start = -1;
        long end = -1;
        for (RangeVerdict range : ranges) {
            long from = Math.max(split.start(), range.range().start());
            long to = Math.min(split.end(), range.range().end());
            if (from >= to || range.verdict() == Verdict.CANNOT_MATCH) {
                continue;
            }
            if (from == end) {
                end = to;
                continue;
            }
            if (end > start) {
                survivors.add(new ByteRange(start, end - start));
            }
            start = from;
            end = to;
        }
        if (end > start) {
            survivors.add(new ByteRange(start, end - start));
        }
        return survivors.build();
    }
}
