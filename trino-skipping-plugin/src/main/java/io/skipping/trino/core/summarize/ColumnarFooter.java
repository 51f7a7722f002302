// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexedColumn;
import io.skipping.index.build.RangePlanner;
import io.skipping.index.type.FooterStatistics;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What the footer of a Parquet or ORC object says of its row groups (or stripes).
 *
 * @param size bytes of the object
 */
public record ColumnarFooter(long size, List<RowGroup> groups) {
    public ColumnarFooter {
        groups = ImmutableList.copyOf(groups);
    }

    /**
     * A row group or stripe.
     *
     * @param offsets where it begins; a writer may have noted several places, and a reader takes the group to be in a range
     *     only if all of them are
     * @param statistics of those columns of which something can be trusted
     */
    public record RowGroup(List<Long> offsets, long rowCount, Map<IndexedColumn, FooterStatistics> statistics) {
        public RowGroup {
            offsets = ImmutableList.copyOf(offsets);
            statistics = ImmutableMap.copyOf(statistics);
        }

        private boolean isIn(ByteRange range) {
            return offsets.stream().allMatch(offset -> range.start() <= offset && offset < range.end());
        }
    }

    public long rowCount() {
        return groups.stream().mapToLong(RowGroup::rowCount).sum();
    }

    public ByteRange whole() {
        return new ByteRange(0, size);
    }

    /**
     * Ranges of about {@code targetBytes} or one row group, whichever is more; the whole object if a reader would not find
     * every group in one of them.
     */
    public List<ByteRange> ranges(long targetBytes) {
        List<Long> starts =
                groups.stream().map(group -> Collections.min(group.offsets())).collect(toImmutableList());
        List<ByteRange> ranges = RangePlanner.aligned(size, starts, targetBytes);
        long found = ranges.stream().mapToLong(range -> groupsIn(range).size()).sum();
        return found == groups.size() ? ranges : ImmutableList.of(whole());
    }

    /** The groups that a reader finds in a range. */
    public List<RowGroup> groupsIn(ByteRange range) {
        return groups.stream().filter(group -> group.isIn(range)).collect(toImmutableList());
    }
}
