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
 * A folder of an object store or of a file system, and what the protocol needs of it. Paths are relative to the folder; folders have '/' at their ends, and are made when
 * something is written to them.
 *
 * <p>Any method may have had its effect although it throws: an answer can be lost.
 */
public interface Store {
    /** For messages. */
    String location();

    /** Whether {@link #replace} can be used. If not, every manifest has a name of its own. */
    boolean replacesConditionally();

    /**
     * Writes an object, whole or not at all, if there is none.
     *
     * @return whether it was written; false if something is there, which may be what was written by an earlier try whose answer was lost
     */
    boolean create(String path, Content content) throws IOException;

    /**
     * Writes an object, whole or not at all, if what is there still has this ETag.
     *
     * @return whether it was written; false as with {@link #create}
     */
    boolean replace(String path, String etag, Content content) throws IOException;

    /** Writes an object, whatever is there. */
    void put(String path, Content content) throws IOException;

    /** Writes an object under a name that nobody else uses. It is there for sure once the stream is closed. */
    OutputStream write(String path) throws IOException;

    /** Nothing if it is not there. */
    Optional<Opened> open(String path) throws IOException;

    /** An object that is being read. */
    record Opened(InputStream stream, Optional<String> etag) implements Closeable {
        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    /** Objects in a folder, at any depth, in any order; none if it is not there. */
    void list(String folder, ListingConsumer consumer) throws IOException;

    /** Names of the objects in a folder itself that start with a prefix; none if it is not there. */
    List<String> names(String folder, String prefix) throws IOException;

    /** Is given objects, one after the other. */
    @FunctionalInterface
    interface ListingConsumer {
        void accept(StoredObject object) throws IOException;
    }

    /** Deletes objects. It is no error if one is not there. */
    void delete(Collection<String> paths) throws IOException;

    /** Deletes folders that hold nothing any more, on stores that have folders. */
    void deleteEmptyFolder(String folder) throws IOException;
}
