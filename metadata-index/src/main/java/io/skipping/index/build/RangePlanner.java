// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import java.util.List;

/**
 * Divides an object into the ranges that are summarised. The ranges always tile the object: they are in order, without
 * gap or overlap, from 0 to its size. A row in a gap would be in no summary, and would be lost.
 */
public final class RangePlanner {
    private RangePlanner() {}

    /**
     * Returns the ranges of an object that can be cut anywhere, because its reader assigns a row to the range in which
     * the row begins. All ranges except the last are {@code targetBytes} long, so that they begin at the same multiples
     * as the splits of a query. The last one is half to one and a half times as long.
     *
     * @param size size of the object in bytes
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
     * Returns the ranges of {@link #fixed(long, long)}, joined wherever the object must not be cut.
     *
     * @param rows the bytes at which the object may be cut
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
     * Returns the ranges of an object whose reader assigns a row group (or stripe) to the range in which the group
     * begins. A range ends where a group begins and contains as many groups as it needs to reach {@code targetBytes}. A
     * remainder of less than half of that is joined to the range before it. Bytes before the first group and after the
     * last belong to the first and the last range.
     *
     * @param size size of the object in bytes
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
        // without multiplication, which may overflow
        return bytes - targetBytes > targetBytes / 2;
    }

    private static void checkArguments(long size, long targetBytes) {
        checkArgument(size >= 0, "size is negative: %s", size);
        checkArgument(targetBytes > 0, "targetBytes is not positive: %s", targetBytes);
    }
}
