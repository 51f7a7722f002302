// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

/**
 * One version of one object. A summary speaks of one version and of no other.
 *
 * @param path full location, such as {@code s3://bucket/table/part-0}
 * @param size bytes
 * @param modifiedMillis modification time by the store's clock, milliseconds since the epoch
 */
public record ObjectVersion(String path, long size, long modifiedMillis) {
    public ObjectVersion {
        requireNonNull(path, "path is null");
    }
}
