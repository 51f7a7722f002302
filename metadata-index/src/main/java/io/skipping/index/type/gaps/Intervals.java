// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.gaps;

import io.skipping.index.value.LongCodec;
import java.util.Arrays;

/**
 * Few intervals that hold all of many keys, with the widest gaps between them. Memory is bounded: whenever there are more
 * than 1024 intervals, those with the narrowest gaps between them are joined. Every key is in an interval and every bound
 * is a key, whatever is joined; and a gap is lost only if it is narrower than 1/1024 of the distance between the least and
 * the greatest key: around every gap of all keys there was, at all times, a gap at least as wide, which is joined only while
 * 1023 others are not narrower, and all these do not overlap. So the widest gaps are found exactly as long as they are
 * wider than that, in whatever order the keys come.
 */
final class Intervals {
    private static final int MOST_INTERVALS = 1024;
    private static final int MOST_PENDING = 4096;

    private final LongCodec codec;
    private long[] starts = new long[0];
    private long[] ends = new long[0];
    /** keys that are in no interval yet, in no order */
    private long[] pending = new long[64];

    private int pendingCount;

    Intervals(LongCodec codec) {
        this.codec = codec;
    }

    void add(long key) {
        if (pendingCount == MOST_PENDING) {
            // first, since afterwards the key may be in an interval
            joinTo(MOST_INTERVALS);
        }
        int found = Arrays.binarySearch(starts, key);
        // the interval before the place where it would be inserted
        int before = -found - 2;
        if (found >= 0 || before >= 0 && key <= ends[before]) {
            return;
        }
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = key;
    }

    /** Joins intervals where the gaps are narrowest, until there are no more than {@code most}. */
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

    /** The least key of each interval, in ascending order. */
    long[] starts() {
        return starts;
    }

    /** The greatest key of each interval. */
    long[] ends() {
        return ends;
    }

    long retainedBytes() {
        return 8L * (starts.length + ends.length + pending.length);
    }

    /** No key may lie between neighbouring ones, so that there is no gap. */
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
