// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.List;

/** Leaves out what a limit of rows does not need, of what a predicate leaves. Not thread-safe. */
interface RowSelection {
    /**
     * @param objects objects of the scan, with all their rows
     * @param verdicts one for each
     * @return the verdicts, with {@link Verdict#CANNOT_MATCH} for what need not be read
     */
    List<ObjectVerdict> select(List<LiveObject> objects, List<ObjectVerdict> verdicts);

    /** Whether nothing more of the scan is needed than what was selected. */
    boolean isComplete();

    /** A verdict on a range that has not been left out before. */
    static RangeVerdict leaveOut(RangeVerdict verdict, String reason) {
        return verdict.verdict() == Verdict.CANNOT_MATCH
                ? verdict
                : new RangeVerdict(verdict.range(), verdict.rowCount(), Verdict.CANNOT_MATCH, reason);
    }

    /** A verdict on all of an object of which nothing is known. */
    static ObjectVerdict leaveOut(LiveObject object, String reason) {
        ByteRange all = new ByteRange(0, object.version().size());
        return new ObjectVerdict.Known(ImmutableList.of(new RangeVerdict(all, 0, Verdict.CANNOT_MATCH, reason)));
    }
}
