// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexedColumn;
import io.skipping.index.build.RangePlanner;
import io.skipping.index.type.FooterStatistics;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the statistics that the footer of a Parquet or ORC object has about its row groups or stripes.
 *
 * @param size size of the object, in bytes
 * @param unlike columns whose values engines read differently from this object. They must not be summarised, because
 *     engines share the summaries
 */
public record ColumnarFooter(long size, List<RowGroup> groups, Set<IndexedColumn> unlike) {
    public ColumnarFooter {
        groups = ImmutableList.copyOf(groups);
        unlike = ImmutableSet.copyOf(unlike);
    }

    /** Creates the footer of an object whose columns all engines read alike. */
    public ColumnarFooter(long size, List<RowGroup> groups) {
        this(size, groups, ImmutableSet.of());
    }

    /**
     * Describes a row group or stripe.
     *
     * @param offsets where it begins. A writer may have recorded several positions; a reader assigns the group to a
     *     range only if the range contains all of them
     * @param statistics statistics of the columns for which some can be trusted
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
     * Returns ranges of at least about {@code targetBytes} and at least one row group; the whole object if a reader
     * would not find every group in one of them.
     */
    public List<ByteRange> ranges(long targetBytes) {
        List<Long> starts =
                groups.stream().map(group -> Collections.min(group.offsets())).collect(toImmutableList());
        List<ByteRange> ranges = RangePlanner.aligned(size, starts, targetBytes);
        return haveAllGroups(ranges) ? ranges : ImmutableList.of(whole());
    }

    /**
     * Returns whether a reader finds every group in one of some ranges that do not overlap. It may not find a group even in the
     * whole object, if a position of the group is outside.
     */
    public boolean haveAllGroups(List<ByteRange> ranges) {
        return ranges.stream().mapToLong(range -> groupsIn(range).size()).sum() == groups.size();
    }

    /** Returns the groups that a reader finds in a range. */
    public List<RowGroup> groupsIn(ByteRange range) {
        return groups.stream().filter(group -> group.isIn(range)).collect(toImmutableList());
    }
}
