// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Groups the objects of a {@link PathTable} by folder, so that a predicate on folders is tested once for each folder,
 * not for each object. Immutable.
 */
final class FolderTable {
    private final PathTable paths;
    /** each ends with a slash */
    private final List<Slice> folders;
    /** objects of the first folder, then of the second one, and so on; within a folder in the order of the segments */
    private final int[] locations;
    /** where the objects of each folder begin in {@code locations}, with one more entry at the end */
    private final int[] starts;
    /** total bytes of the objects of each folder */
    private final long[] bytes;

    FolderTable(PathTable paths, List<ObjectTable> segments) {
        this.paths = requireNonNull(paths, "paths is null");
        BitSet live = paths.live();
        int[] folderOf = new int[live.length()];
        FolderNumbers numbers = new FolderNumbers();
        live.stream()
                .forEach(location ->
                        folderOf[location] = numbers.of(segments.get(paths.segment(location)), paths.object(location)));
        this.folders = ImmutableList.copyOf(numbers.folders.keySet());
        this.starts = new int[folders.size() + 1];
        this.bytes = new long[folders.size()];
        live.stream().forEach(location -> {
            starts[folderOf[location] + 1]++;
            bytes[folderOf[location]] += segments.get(paths.segment(location)).sizes()[paths.object(location)];
        });
        Arrays.parallelPrefix(starts, Integer::sum);
        this.locations = new int[starts[folders.size()]];
        int[] next = starts.clone();
        live.stream().forEach(location -> locations[next[folderOf[location]]++] = location);
    }

    /**
     * Returns the objects of the folders that pass the test.
     *
     * @param wanted tests the bytes of a folder's path, up to and including its last slash
     */
    Selection select(Predicate<Slice> wanted) {
        // loops, not streams: each query that is planned selects, mostly from few folders
        int[] selected = new int[folders.size()];
        int count = 0;
        for (int folder = 0; folder < selected.length; folder++) {
            if (wanted.test(folders.get(folder))) {
                selected[count++] = folder;
            }
        }
        return new Selection(Arrays.copyOf(selected, count));
    }

    long retainedBytes() {
        return 4L * locations.length + (12L + Slices.EMPTY_SLICE.getRetainedSize()) * folders.size();
    }

    /** The objects of some folders, at positions from 0 to {@link #count()}, exclusive. */
    final class Selection {
        private final int[] selected;
        /** the position after the last object of each folder */
        private final int[] ends;

        private Selection(int[] selected) {
            this.selected = selected;
            this.ends = new int[selected.length];
            int end = 0;
            for (int i = 0; i < selected.length; i++) {
                end += starts[selected[i] + 1] - starts[selected[i]];
                ends[i] = end;
            }
        }

        int count() {
            return ends.length == 0 ? 0 : ends[ends.length - 1];
        }

        long bytes() {
            return Arrays.stream(selected).mapToLong(folder -> bytes[folder]).sum();
        }

        /** Returns the object at a position, as a location of the path table. */
        int location(int position) {
            int found = Arrays.binarySearch(ends, position);
            // the end is exclusive: the position that equals a folder's end belongs to the next folder
            int number = found >= 0 ? found + 1 : -found - 1;
            return locations[starts[selected[number] + 1] - (ends[number] - position)];
        }

        void forEach(PathTable.ObjectConsumer consumer) {
            for (int folder : selected) {
                for (int index = starts[folder]; index < starts[folder + 1]; index++) {
                    consumer.accept(paths.segment(locations[index]), paths.object(locations[index]));
                }
            }
        }
    }

    /** Numbers folders in the order in which they are found. Neighbours in a segment are mostly in the same folder. */
    private static final class FolderNumbers {
        /** in the order of their numbers */
        private final Map<Slice, Integer> folders = new LinkedHashMap<>();

        private Slice last = Slices.EMPTY_SLICE;
        private int lastNumber;

        int of(ObjectTable table, int object) {
            int start = table.pathOffsets()[object];
            int length = folderEnd(table, object) - start;
            if (folders.isEmpty() || !last.equals(0, last.length(), table.paths(), start, length)) {
                last = table.paths().slice(start, length);
                int next = folders.size();
                lastNumber = folders.computeIfAbsent(last, folder -> next);
            }
            return lastNumber;
        }

        private static int folderEnd(ObjectTable table, int object) {
            int end = table.pathOffsets()[object + 1];
            while (end > table.pathOffsets()[object] && table.paths().getByte(end - 1) != '/') {
                end--;
            }
            return end;
        }
    }
}
