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
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Finds whose indexes are in a folder, for engines that read a location without a table. The name of an index's folder has only a
 * hash of its table, so that the table is taken from the newest manifest.
 */
public final class FoundIndexes {
    private static final System.Logger log = System.getLogger(FoundIndexes.class.getName());

    private FoundIndexes() {}

    /**
     * Returns the tables that have an index in a folder, the one that was published last first. Takes one listing, and one request for each
     * index.
     *
     * @param folder root of indexes, such as {@code s3://bucket/table/_skipping}
     * @param unreadable accepts the folder of each index whose manifests cannot be read, and why the newest one cannot; nothing tells which
     *     table it is of
     * @throws io.skipping.index.IndexUnavailableException if the folder cannot be listed
     */
    public static List<IndexedTable> in(FileStore files, FileLocation folder, BiConsumer<String, String> unreadable) {
        Map<String, List<StoredFile>> byIndex = new LinkedHashMap<>();
        for (StoredFile file : files.list(folder.asFolder())) {
            byIndex.computeIfAbsent(directory(file.location()), directory -> new ArrayList<>())
                    .add(file);
        }
        return byIndex.entrySet().stream()
                .flatMap(index ->
                        newest(files, Listing.of(index.getValue()), why -> unreadable.accept(index.getKey(), why))
                                .stream())
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

    private static Optional<Manifest> newest(FileStore files, Listing listing, Consumer<String> unreadable) {
        Optional<String> first = Optional.empty();
        for (ManifestFile manifest : listing.manifests()) {
            try {
                return Optional.of(Manifest.parse(
                        files.read(manifest.file().location(), manifest.file().length())));
            } catch (IOException | RuntimeException e) {
                String problem = "%s is not used: %s".formatted(manifest.file().location(), e.getMessage());
                log.log(DEBUG, problem);
                first = first.or(() -> Optional.of(problem));
            }
        }
        first.ifPresent(unreadable);
        return Optional.empty();
    }
}
