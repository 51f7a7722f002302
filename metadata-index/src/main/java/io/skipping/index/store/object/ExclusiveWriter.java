// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import java.io.IOException;

/** Creates a whole file at once, or not at all if there is one of that name. */
interface ExclusiveWriter {
    /**
     * @throws java.nio.file.FileAlreadyExistsException if there is a file of that name
     * @throws UnsupportedOperationException if the store cannot do this
     */
    void create(TrinoFileSystem fileSystem, Location location, byte[] content) throws IOException;

    /** The way of the store itself: a conditional PUT, for S3. */
    static ExclusiveWriter conditionalCreate() {
        return (fileSystem, location, content) ->
                fileSystem.newOutputFile(location).createExclusive(content);
    }
}
