// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.committer.store.HadoopPaths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Tells which folders the files of a scan are in, as jobs write them and indexes are built of them. */
public final class DataLocations {
    private DataLocations() {}

    /**
     * Returns the folders that the roots of a scan are of: a root that is a file is in one, and folders of partitions
     * ({@code day=2026-01-01}) are in that of their table.
     */
    public static List<Path> of(Collection<Path> roots, Collection<Path> files) {
        Set<Path> all = Set.copyOf(files);
        return roots.stream()
                .map(root -> all.contains(root) ? root.getParent() : root)
                .map(HadoopPaths::withoutPartitions)
                .distinct()
                .collect(toImmutableList());
    }

    /**
     * Returns the files of a scan by the {@linkplain #of folders} that they are in, each by the innermost; without those that are in none.
     *
     * @param roots what the scan reads: folders of tables or of partitions, or files
     */
    public static Map<Path, List<FileStatus>> split(List<FileStatus> files, Collection<Path> roots) {
        Set<Path> locations =
                Set.copyOf(of(roots, files.stream().map(FileStatus::getPath).toList()));
        Map<Path, Optional<Path>> byFolder = new HashMap<>();
        Map<Path, List<FileStatus>> byLocation = new LinkedHashMap<>();
        for (FileStatus file : files) {
            byFolder.computeIfAbsent(file.getPath().getParent(), folder -> around(folder, locations))
                    .ifPresent(location -> byLocation
                            .computeIfAbsent(location, each -> new ArrayList<>())
                            .add(file));
        }
        return byLocation;
    }

    /** Returns the innermost of some folders that a folder is, or is in. */
    public static Optional<Path> around(Path folder, Set<Path> folders) {
        for (Path parent = folder; parent != null; parent = parent.getParent()) {
            if (folders.contains(parent)) {
                return Optional.of(parent);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a file is in a folder, or in a folder in it. */
    public static boolean isBelow(Path file, Path folder) {
        return around(file.getParent(), Set.of(folder)).isPresent();
    }
}
