// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Describes how an engine uses an index on behalf of a user.
 *
 * @param files opens the files with the rights of that user; not used by stores that keep indexes elsewhere
 * @param user the user for whom a state may be kept in memory; empty for a user who brings credentials, which may
 *     differ each time
 */
public record IndexAccess(Supplier<FileStore> files, Optional<IndexUser> user) {
    public IndexAccess {
        requireNonNull(files, "files is null");
        requireNonNull(user, "user is null");
    }
}
