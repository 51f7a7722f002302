// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.metastore.HivePartition;
import io.trino.plugin.hive.HiveTableHandle;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Selects objects of certain partitions by their paths, where partitions are stored in folders such as {@code
 * day=1/hour=2}.
 */
public final class PartitionFolders {
    private PartitionFolders() {}

    /**
     * Returns a test of whether a path is in one of the partitions of a scan. It accepts every path if the scan does
     * not name its partitions.
     */
    public static Predicate<Slice> of(HiveTableHandle table) {
        if (table.getPartitionColumns().isEmpty() || table.getPartitions().isEmpty()) {
            return _ -> true;
        }
        Set<Slice> partitions = table.getPartitions().get().stream()
                .map(HivePartition::getPartitionId)
                .map(Slices::utf8Slice)
                .collect(toImmutableSet());
        int levels = table.getPartitionColumns().size();
        return path -> partitions.contains(folder(path, levels));
    }

    /** Returns the last {@code levels} folders of a path; empty if it has fewer. */
    private static Slice folder(Slice path, int levels) {
        int end = lastSlash(path, path.length());
        int start = end;
        for (int level = 0; level < levels && start > 0; level++) {
            start = lastSlash(path, start);
        }
        return start < 0 || end <= start ? Slices.EMPTY_SLICE : path.slice(start + 1, end - start - 1);
    }

    /** Returns the position of the last slash before {@code end}; -1 if there is none. */
    private static int lastSlash(Slice path, int end) {
        int position = end - 1;
        while (position >= 0 && path.getByte(position) != '/') {
            position--;
        }
        return position;
    }
}
