// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/** What should be a manifest, or a part of one, can't be understood. Nobody can know then what the data set is. */
public class ManifestFormatException extends IOException {
    public ManifestFormatException(String message) {
        super(message);
    }

    public ManifestFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The same, with the name of the object. */
    public ManifestFormatException of(String object) {
        return new ManifestFormatException("%s: %s".formatted(object, getMessage()), this);
    }
}
