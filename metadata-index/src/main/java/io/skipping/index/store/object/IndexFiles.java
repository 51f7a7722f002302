// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import io.airlift.slice.Slice;
import io.skipping.index.store.IndexUnavailableException;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.Location;
import java.util.Collection;
import java.util.List;

/**
 * Where the files of indexes are. Whatever goes wrong becomes an {@link IndexUnavailableException} that names the file.
 * Thread-safe.
 */
public interface IndexFiles {
    /** All files below a folder, as they are when this is called, or later. */
    List<FileEntry> list(Location folder);

    /** Fetches a whole file. */
    Slice read(Location location, long bytes);

    /** Writes a file of a name that nobody else uses; it is listed only when it is there as a whole. */
    void write(Location location, Slice content);

    /**
     * Writes a file, as a whole, if there is none of that name.
     *
     * @return whether the file was created
     */
    boolean createExclusive(Location location, byte[] content);

    /** Deletes files; those that are not there are no failure. */
    void delete(Collection<Location> locations);
}
