// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.lang.System.Logger.Level.DEBUG;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.manifest.Listing.ManifestFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds whose indexes are in a folder, for engines that read a location without a table. The name of an index's folder has only a
 * hash of its table, so that the table is taken from the newest manifest.
 */
public final class FoundIndexes {
    private static final System.Logger log = System.getLogger(FoundIndexes.class.getName());

    private FoundIndexes() {}

    /**
     * Returns the tables that have an index in a folder, the one that was published last first. An index whose manifests cannot
     * be read is left out. Takes one listing, and one request for each index.
     *
     * @param folder root of indexes, such as {@code s3://bucket/table/_skipping}
     * @throws io.skipping.index.IndexUnavailableException if the folder cannot be listed
     */
    public static List<IndexedTable> in(FileStore files, FileLocation folder) {
        Map<String, List<StoredFile>> byIndex = new LinkedHashMap<>();
        for (StoredFile file : files.list(folder.asFolder())) {
            byIndex.computeIfAbsent(directory(file.location()), directory -> new ArrayList<>())
                    .add(file);
        }
        return byIndex.values().stream()
                .flatMap(listed -> newest(files, Listing.of(listed)).stream())
                .sorted(Comparator.comparingLong(Manifest::publishedMillis).reversed())
                .map(Manifest::table)
                .collect(ImmutableList.toImmutableList());
    }

    /** Returns the folder of the index that a file in one of its folders belongs to. */
    private static String directory(FileLocation file) {
        String text = file.text();
        int folder = text.lastIndexOf('/');
        return text.substring(0, Math.max(0, text.lastIndexOf('/', folder - 1)));
    }

    private static Optional<Manifest> newest(FileStore files, Listing listing) {
        for (ManifestFile manifest : listing.manifests()) {
            try {
                return Optional.of(Manifest.parse(
                        files.read(manifest.file().location(), manifest.file().length())));
            } catch (IOException | RuntimeException e) {
                log.log(DEBUG, "%s is not used: %s".formatted(manifest.file().location(), e.getMessage()));
            }
        }
        return Optional.empty();
    }
}
