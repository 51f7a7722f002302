// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.util.Optional;

/**
 * Describes an object as a listing shows it.
 *
 * @param path its path, relative to the folder of the {@link Store}
 * @param size its bytes
 * @param modifiedMillis when it was modified, in milliseconds since 1970
 * @param etag its ETag; empty if the listing has none
 */
public record StoredObject(String path, long size, long modifiedMillis, Optional<String> etag) {}
