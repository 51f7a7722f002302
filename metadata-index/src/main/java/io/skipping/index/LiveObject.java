// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

/**
 * An object as a scan finds it.
 *
 * @param version what a summary must speak of
 * @param profile how the reader reads it (serde, delimiters, settings), in words of the connector; a summary that was
 *     made under another profile is not used
 */
public record LiveObject(ObjectVersion version, String profile) {
    public LiveObject {
        requireNonNull(version, "version is null");
        requireNonNull(profile, "profile is null");
    }
}
