// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.gaps;

import io.skipping.index.value.LongCodec;
import java.util.Arrays;

/**
 * Covers many keys by few intervals, with the widest gaps between these. Memory is bounded: whenever there are more
 * than 1024 intervals, those with the narrowest gaps between them are joined.
 *
 * <p>Whatever is joined, every key is in an interval and every bound is a key. A gap is lost only if it is narrower
 * than 1/1024 of the distance between the least and the greatest key. Proof: consider a gap between neighbouring keys
 * of the whole range. At all times it was part of a gap at least as wide. That gap is closed only while 1023 others are
 * not narrower, and all these gaps do not overlap. The widest gaps are therefore found exactly as long as they are
 * wider than that, in whatever order the keys arrive.
 */
final class Intervals {
    private static final int MOST_INTERVALS = 1024;
    private static final int MOST_PENDING = 4096;

    private final LongCodec codec;
    private long[] starts = new long[0];
    private long[] ends = new long[0];
    /** keys that are in no interval yet, in no particular order */
    private long[] pending = new long[64];

    private int pendingCount;

    Intervals(LongCodec codec) {
        this.codec = codec;
    }

    void add(long key) {
        if (pendingCount == MOST_PENDING) {
            // first, because the key may be in an interval afterwards
            joinTo(MOST_INTERVALS);
        }
        int found = Arrays.binarySearch(starts, key);
        // the interval before the insertion point
        int before = -found - 2;
        if (found >= 0 || before >= 0 && key <= ends[before]) {
            return;
        }
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = key;
    }

    /** Joins intervals across the narrowest gaps, until at most {@code most} intervals are left. */
    void joinTo(int most) {
        insertPending();
        if (starts.length <= most) {
            return;
        }
        double[] widths = new double[starts.length - 1];
        for (int gap = 0; gap < widths.length; gap++) {
            widths[gap] = codec.distance(ends[gap], starts[gap + 1]);
        }
        double[] sorted = widths.clone();
        Arrays.sort(sorted);
        double narrowest = sorted[sorted.length - (most - 1)];
        long wider = Arrays.stream(widths).filter(width -> width > narrowest).count();
        long asNarrow = most - 1 - wider;
        int count = 0;
        for (int gap = 0; gap < widths.length; gap++) {
            if (widths[gap] > narrowest || widths[gap] == narrowest && asNarrow-- > 0) {
                ends[count++] = ends[gap];
                starts[count] = starts[gap + 1];
            }
        }
        ends[count++] = ends[ends.length - 1];
        starts = Arrays.copyOf(starts, count);
        ends = Arrays.copyOf(ends, count);
    }

    /** Returns the least key of each interval, in ascending order. */
    long[] starts() {
        return starts;
    }

    /** Returns the greatest key of each interval. */
    long[] ends() {
        return ends;
    }

    long retainedBytes() {
        return 8L * (starts.length + ends.length + pending.length);
    }

    /**
     * Inserts the pending keys as intervals. Adjacent keys are joined, because no key lies between them and there is no
     * gap.
     */
    private void insertPending() {
        Arrays.sort(pending, 0, pendingCount);
        long[] newStarts = new long[starts.length + pendingCount];
        long[] newEnds = new long[newStarts.length];
        int count = 0;
        int interval = 0;
        int key = 0;
        while (interval < starts.length || key < pendingCount) {
            boolean isKey = interval == starts.length || key < pendingCount && pending[key] < starts[interval];
            long start = isKey ? pending[key] : starts[interval];
            long end = isKey ? pending[key++] : ends[interval++];
            // the same key may be pending twice
            if (count > 0 && start - 1 <= newEnds[count - 1]) {
                newEnds[count - 1] = end;
            } else {
                newStarts[count] = start;
                newEnds[count++] = end;
            }
        }
        starts = Arrays.copyOf(newStarts, count);
        ends = Arrays.copyOf(newEnds, count);
        pendingCount = 0;
    }
}
