// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexUnavailableException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;

/**
 * All that an index asks of the place where its files are: an engine's own way to an object store, a disk, documents of a search
 * engine. Whatever goes wrong becomes an {@link IndexUnavailableException} that names the file. Thread-safe.
 */
public interface FileStore {
    /** All files below a folder, as they are when this is called, or later. */
    List<StoredFile> list(FileLocation folder);

    /**
     * Fetches a whole file.
     *
     * @param bytes its size, as it was listed or as a manifest says
     */
    byte[] read(FileLocation location, long bytes);

    /**
     * Writes a file of a name that nobody else uses; it is listed only when it is there as a whole.
     *
     * @param content from its position to its limit
     */
    void write(FileLocation location, ByteBuffer content);

    /**
     * Writes a file, as a whole, if there is none of that name.
     *
     * @return whether the file was created
     */
    boolean createExclusive(FileLocation location, byte[] content);

    /** Deletes files; those that are not there are no failure. */
    void delete(Collection<FileLocation> locations);

    /** Returns whether there is a file of that name. */
    boolean exists(FileLocation location);

    /** Deletes whatever is in a folder, and the folder; one that is not there is no failure. */
    void deleteFolder(FileLocation folder);
}
