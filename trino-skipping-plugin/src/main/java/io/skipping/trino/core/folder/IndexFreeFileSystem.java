// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.file.ForwardingFileSystem;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import java.io.IOException;
import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/**
 * Hides the indexes in table folders from the code that creates, renames, truncates and drops tables. Listings leave
 * indexes out, so code that deletes every listed file does not delete the index of a live table. A folder that holds
 * only indexes does not exist in this view. If it prevents a rename or a deletion, the indexes are removed.
 */
public final class IndexFreeFileSystem extends ForwardingFileSystem {
    private final TrinoFileSystem delegate;
    private final boolean absentIfOnlyIndexes;

    /**
     * Creates a view of another file system.
     *
     * @param absentIfOnlyIndexes whether a folder that holds only indexes does not exist. That is right for code that
     *     creates a folder of that name, but an external table may be created over an existing empty folder
     */
    IndexFreeFileSystem(TrinoFileSystem delegate, boolean absentIfOnlyIndexes) {
        super(delegate);
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.absentIfOnlyIndexes = absentIfOnlyIndexes;
    }

    /** Returns a view whose listings leave indexes out. Folders that hold only indexes exist. */
    public static TrinoFileSystem of(TrinoFileSystem delegate) {
        return new IndexFreeFileSystem(delegate, false);
    }

    @Override
    public Optional<Boolean> directoryExists(Location location) throws IOException {
        // nothing is removed here: the folder may belong to a table without rows that is about to get a partition
        return absentIfOnlyIndexes ? IndexFolders.isOccupied(delegate, location) : delegate.directoryExists(location);
    }

    @Override
    public FileIterator listFiles(Location location) throws IOException {
        FileIterator files = delegate.listFiles(location);
        return new FileIterator() {
            private Optional<FileEntry> next = Optional.empty();

            @Override
            public boolean hasNext() throws IOException {
                while (next.isEmpty() && files.hasNext()) {
                    FileEntry file = files.next();
                    if (!IndexFolders.isOfIndex(location, file.location())) {
                        next = Optional.of(file);
                    }
                }
                return next.isPresent();
            }

            @Override
            public FileEntry next() throws IOException {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                FileEntry file = next.orElseThrow();
                next = Optional.empty();
                return file;
            }
        };
    }

    @Override
    public Set<Location> listDirectories(Location location) throws IOException {
        Set<Location> shown = delegate.listDirectories(location).stream()
                .filter(inside -> !IndexFolders.isOfIndex(location, inside))
                .collect(toImmutableSet());
        // outside the stream, because this does I/O
        Set<Location> absent = new HashSet<>();
        for (Location inside : shown) {
            if (IndexFolders.holdsOnlyIndexes(delegate, inside)) {
                absent.add(inside);
            }
        }
        return shown.stream().filter(inside -> !absent.contains(inside)).collect(toImmutableSet());
    }

    @Override
    public void renameDirectory(Location source, Location target) throws IOException {
        IndexFolders.run(delegate, target, () -> delegate.renameDirectory(source, target));
    }

    @Override
    public void deleteDirectory(Location location) throws IOException {
        IndexFolders.delete(delegate, location, () -> true);
    }
}
