// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.snapshot.FolderTable.Selection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestFolderTable {
    private static final long SEED = 20250713;

    /** Of one range each. */
    private static ObjectTable segment(List<String> paths, long[] sizes) {
        int[] offsets = new int[paths.size() + 1];
        for (int object = 0; object < paths.size(); object++) {
            offsets[object + 1] =
                    offsets[object] + Slices.utf8Slice(paths.get(object)).length();
        }
        return new ObjectTable(
                Slices.utf8Slice(String.join("", paths)),
                offsets,
                sizes,
                new long[paths.size()],
                new long[paths.size()],
                new int[paths.size()],
                List.of("profile"),
                IntStream.rangeClosed(0, paths.size()).toArray());
    }

    private static List<String> paths(Selection selection, PathTable paths, List<ObjectTable> segments) {
        return IntStream.range(0, selection.count())
                .map(selection::location)
                .mapToObj(location -> segments.get(paths.segment(location))
                        .path(paths.object(location))
                        .toStringUtf8())
                .toList();
    }

    /** Beside a scan of all objects. */
    @Test
    public void testTheSameAsTestingEachObject() {
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            List<ObjectTable> segments = new ArrayList<>();
            Map<String, Long> newest = new TreeMap<>();
            int folders = 1 + random.nextInt(8);
            int segmentCount = random.nextInt(4);
            for (int segment = 0; segment < segmentCount; segment++) {
                List<String> paths = IntStream.range(0, random.nextInt(40))
                        .mapToObj(_ -> path(random.nextInt(folders), random.nextInt(30)))
                        .distinct()
                        .toList();
                long[] sizes = random.longs(paths.size(), 1, 100).toArray();
                segments.add(segment(paths, sizes));
                for (int object = 0; object < sizes.length; object++) {
                    newest.put(paths.get(object), sizes[object]);
                }
            }
            PathTable paths = new PathTable(segments);
            FolderTable table = new FolderTable(paths, segments);
            int chosen = random.nextInt(1 << folders);
            Predicate<Slice> wanted = folder -> IntStream.range(0, folders)
                    .anyMatch(number -> (chosen & 1 << number) != 0
                            && folder.equals(Slices.utf8Slice(path(number, 0).replace("é0", ""))));
            Map<String, Long> expected = new TreeMap<>(newest);
            expected.keySet()
                    .removeIf(path -> !wanted.test(Slices.utf8Slice(path.substring(0, path.lastIndexOf('/') + 1))));
            Selection selection = table.select(wanted);
            assertThat(selection.count()).isEqualTo(expected.size());
            assertThat(selection.bytes())
                    .isEqualTo(expected.values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
            assertThat(paths(selection, paths, segments))
                    .as("round %s", round)
                    .containsExactlyInAnyOrderElementsOf(expected.keySet());
            List<String> visited = new ArrayList<>();
            selection.forEach((segment, object) ->
                    visited.add(segments.get(segment).path(object).toStringUtf8()));
            assertThat(visited).isEqualTo(paths(selection, paths, segments));
        }
    }

    /** One folder is the start of another one's name, and one is no folder at all. */
    private static String path(int folder, int object) {
        return (folder == 0 ? "" : "s3://b/" + "d".repeat(folder) + "/") + "é" + object;
    }

    @Test
    public void testEachFolderIsTestedOnce() {
        int objects = 10_000;
        List<ObjectTable> segments = List.of(segment(
                IntStream.range(0, objects)
                        .mapToObj(object -> "s3://b/t/dt=%d/%d".formatted(object % 3, object))
                        .toList(),
                LongStream.range(0, objects).toArray()));
        FolderTable table = new FolderTable(new PathTable(segments), segments);
        List<String> asked = new ArrayList<>();
        Selection selection = table.select(folder -> asked.add(folder.toStringUtf8()));
        assertThat(asked).containsExactly("s3://b/t/dt=0/", "s3://b/t/dt=1/", "s3://b/t/dt=2/");
        assertThat(selection.count()).isEqualTo(objects);
        assertThat(selection.bytes())
                .isEqualTo(Arrays.stream(segments.getFirst().sizes()).sum());
    }
}
