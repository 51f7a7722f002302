// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import java.util.List;

/**
 * Divides an object into the ranges that get a summary each. What comes out always tiles the object: in order, without
 * gap or overlap, from 0 to its size. A row in a gap would be in no summary, and lost.
 */
public final class RangePlanner {
    private RangePlanner() {}

    /**
     * Ranges of an object that can be cut anywhere, since its reader gives a row to the range that the row begins in.
     * All but the last are {@code targetBytes} long, so that they begin at the same multiples where the splits of a
     * query do; the last is half to one and a half times as long.
     *
     * @param size bytes of the object
     */
    public static List<ByteRange> fixed(long size, long targetBytes) {
        checkArguments(size, targetBytes);
        ImmutableList.Builder<ByteRange> ranges = ImmutableList.builder();
        long start = 0;
        while (isMoreThanOneAndAHalf(size - start, targetBytes)) {
            ranges.add(new ByteRange(start, targetBytes));
            start += targetBytes;
        }
        if (start < size) {
            ranges.add(new ByteRange(start, size - start));
        }
        return ranges.build();
    }

    /**
     * As {@link #fixed(long, long)}, but ranges between which the object must not be cut are one.
     *
     * @param rows at each byte of it the object may be cut
     */
    public static List<ByteRange> fixed(long size, long targetBytes, ByteRange rows) {
        ImmutableList.Builder<ByteRange> ranges = ImmutableList.builder();
        long start = 0;
        for (ByteRange range : fixed(size, targetBytes)) {
            long end = range.end();
            if (end == size || (end >= rows.start() && end < rows.end())) {
                ranges.add(new ByteRange(start, end - start));
                start = end;
            }
        }
        return ranges.build();
    }

    /**
     * Ranges of an object whose reader gives a row group (or stripe) to the range that the group begins in. A range ends
     * where a group begins and holds as many groups as it takes to reach {@code targetBytes}; a rest of less than half of
     * that joins the range before it. Bytes before the first group and behind the last belong to the first and the last
     * range.
     *
     * @param size bytes of the object
     * @param boundaries where the groups begin, in any order
     */
    public static List<ByteRange> aligned(long size, List<Long> boundaries, long targetBytes) {
        checkArguments(size, targetBytes);
        long[] cuts = boundaries.stream()
                .mapToLong(Long::longValue)
                .filter(begin -> begin > 0 && begin < size)
                .sorted()
                .toArray();
        ImmutableList.Builder<ByteRange> ranges = ImmutableList.builder();
        long start = 0;
        for (long cut : cuts) {
            if (cut - start >= targetBytes && size - cut >= (targetBytes + 1) / 2) {
                ranges.add(new ByteRange(start, cut - start));
                start = cut;
            }
        }
        if (start < size) {
            ranges.add(new ByteRange(start, size - start));
        }
        return ranges.build();
    }

    private static boolean isMoreThanOneAndAHalf(long bytes, long targetBytes) {
        // not by multiplication, which may overflow
        return bytes - targetBytes > targetBytes / 2;
    }

    private static void checkArguments(long size, long targetBytes) {
        checkArgument(size >= 0, "size is negative: %s", size);
        checkArgument(targetBytes > 0, "targetBytes is not positive: %s", targetBytes);
    }
}
