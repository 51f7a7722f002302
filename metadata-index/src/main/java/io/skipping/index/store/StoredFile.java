// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Describes a file in a listing.
 *
 * @param length size in bytes
 * @param lastModified by the clock of the store
 */
public record StoredFile(FileLocation location, long length, Instant lastModified) {
    public StoredFile {
        requireNonNull(location, "location is null");
        requireNonNull(lastModified, "lastModified is null");
    }
}
