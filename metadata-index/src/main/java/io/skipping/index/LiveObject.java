// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

/**
 * Describes an object as a scan finds it.
 *
 * @param version the version that a summary must describe
 * @param profile how the reader reads it; a summary made under another profile is not used
 */
public record LiveObject(ObjectVersion version, Profile profile) {
    public LiveObject {
        requireNonNull(version, "version is null");
        requireNonNull(profile, "profile is null");
    }

    /**
     * Creates an object with its profile.
     *
     * @param profile as an index keeps it
     */
    public LiveObject(ObjectVersion version, String profile) {
        this(version, Profile.of(profile));
    }
}
