// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexUnavailableException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Defines all that an index needs of the place where its files are: an engine's access to an object store, a disk, or
 * documents of a search engine. All failures become an {@link IndexUnavailableException} that names the file.
 * Thread-safe.
 */
public interface FileStore {
    /** Lists all files below a folder, as they are at the time of the call or later. */
    List<StoredFile> list(FileLocation folder);

    /**
     * Reads a whole file.
     *
     * @param bytes size of the file in bytes, from a listing or a manifest
     * @throws io.skipping.index.store.segment.IndexDamagedException if the store knows that the file is damaged
     * @throws io.skipping.index.store.segment.IndexLostException if the store has lost the file's content, as far as it knows
     */
    byte[] read(FileLocation location, long bytes);

    /**
     * Makes what files are written to, such as an index of a search engine, if the store needs that. Only this method makes
     * it: a build that goes on after its table was dropped must not make it again.
     */
    default void prepare() {}

    /**
     * Writes a file under a name that nobody else uses. The file is listed only once it is complete.
     *
     * @param content from its position to its limit
     * @throws IndexGoneException if what {@link #prepare} makes is not there
     */
    void write(FileLocation location, ByteBuffer content);

    /**
     * Writes a complete file if no file has this name.
     *
     * @return whether the file was created. If not, this call may have created it nevertheless (an answer of the store was
     *     lost), or another is about to
     * @throws IndexGoneException if what {@link #prepare} makes is not there
     */
    boolean createExclusive(FileLocation location, byte[] content);

    /**
     * Returns whether {@link #prepare} would make something, which stays when the files that are written are deleted.
     *
     * @throws IndexUnavailableException if the store does not answer
     */
    default boolean keepsTraces() {
        return false;
    }

    /** Deletes files; missing files are ignored. */
    void delete(Collection<FileLocation> locations);

    /** Returns whether a file with this name exists. */
    boolean exists(FileLocation location);

    /** Deletes a folder and everything in it; a missing folder is ignored. */
    default void deleteFolder(FileLocation folder) {
        deleteFolder(folder, () -> true);
    }

    /**
     * Deletes a folder and everything in it; a missing folder is ignored.
     *
     * @param isWanted asked again and again, from any thread. Once it returns false, nothing is deleted but files that were in the
     *     folder while it returned true
     */
    void deleteFolder(FileLocation folder, BooleanSupplier isWanted);
}
