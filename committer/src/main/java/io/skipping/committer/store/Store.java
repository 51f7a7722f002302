// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Provides a folder of an object store or a file system, with the operations that the protocol needs. Paths are relative to the
 * folder. Folders have a trailing slash, and are created when something is written to them.
 *
 * <p>Any method may take effect even if it throws, because an answer can be lost.
 */
public interface Store {
    /** Returns the location of the folder, for messages. */
    String location();

    /** Returns whether {@link #replace} can be used. If not, every manifest has its own name. */
    boolean replacesConditionally();

    /**
     * Writes an object, completely or not at all, if none exists.
     *
     * @return whether it was written; false if an object exists, which an earlier try whose answer was lost may have
     *     written
     */
    boolean create(String path, Content content) throws IOException;

    /**
     * Writes an object, completely or not at all, if the existing one still has this ETag.
     *
     * @return whether it was written; false as with {@link #create}
     */
    boolean replace(String path, String etag, Content content) throws IOException;

    /** Writes an object, whether or not one exists. */
    void put(String path, Content content) throws IOException;

    /** Writes an object under a name that nobody else uses. It is certain to exist once the stream is closed. */
    OutputStream write(String path) throws IOException;

    /** Opens an object; returns empty if it does not exist. */
    Optional<Opened> open(String path) throws IOException;

    /**
     * Holds an object that is being read.
     *
     * @param stream its content
     * @param etag its ETag; empty if the store has none
     */
    record Opened(InputStream stream, Optional<String> etag) implements Closeable {
        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    /**
     * Passes the objects in a folder, at any depth and in any order, to the consumer; none if the folder does not
     * exist.
     */
    void list(String folder, ListingConsumer consumer) throws IOException;

    /**
     * Returns the names of the objects directly in a folder that start with a prefix; none if the folder does not
     * exist.
     */
    List<String> names(String folder, String prefix) throws IOException;

    /** Receives objects one by one. */
    @FunctionalInterface
    interface ListingConsumer {
        /** Receives the next object. */
        void accept(StoredObject object) throws IOException;
    }

    /** Deletes objects. A missing object is not an error. */
    void delete(Collection<String> paths) throws IOException;

    /**
     * Holds a folder that contains another one.
     *
     * @param store access to the outer folder
     * @param name the name of the inner folder, without slashes
     */
    record Parent(Store store, String name) {}

    /** Returns the folder that contains this one; empty for the root of a file system or bucket. */
    Optional<Parent> parent();

    /** Deletes a folder if it is empty, on stores that have folders. */
    void deleteEmptyFolder(String folder) throws IOException;
}
