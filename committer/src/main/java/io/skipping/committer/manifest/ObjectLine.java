// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * States that an object is part of the data set.
 *
 * @param path the object's path, relative to the manifest's folder
 * @param generation the generation that first contained the line; {@link #UNPUBLISHED} before
 * @param size the bytes of the object; empty if they are not known
 * @param etag the store's ETag of the object; empty if it is not known
 * @param rows the rows of the object; empty if they are not known
 */
public record ObjectLine(String path, long generation, OptionalLong size, Optional<String> etag, OptionalLong rows)
        implements Line {
    /** Is the generation of lines that have not been published yet. */
    public static final long UNPUBLISHED = 0;

    public ObjectLine {
        requireNonNull(path);
        requireNonNull(size);
        requireNonNull(etag);
        requireNonNull(rows);
    }

    /** Returns a line to be published, of an object of which only the path is known. */
    public static ObjectLine of(String path) {
        return new ObjectLine(path, UNPUBLISHED, OptionalLong.empty(), Optional.empty(), OptionalLong.empty());
    }

    /** Returns a line to be published, of an object whose size in bytes is known. */
    public static ObjectLine of(String path, long size, Optional<String> etag) {
        return new ObjectLine(path, UNPUBLISHED, OptionalLong.of(size), etag, OptionalLong.empty());
    }

    @Override
    public ObjectLine at(long generation) {
        return new ObjectLine(path, generation, size, etag, rows);
    }
}
