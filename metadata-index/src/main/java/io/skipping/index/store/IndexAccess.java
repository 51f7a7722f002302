// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * How an engine uses an index on somebody's behalf.
 *
 * @param files opens them with the rights of that user; not asked by stores that keep indexes elsewhere
 * @param user whom a state may be kept in memory for; empty for one who brings credentials, which may be others each time
 */
public record IndexAccess(Supplier<FileStore> files, Optional<IndexUser> user) {
    public IndexAccess {
        requireNonNull(files, "files is null");
        requireNonNull(user, "user is null");
    }
}
