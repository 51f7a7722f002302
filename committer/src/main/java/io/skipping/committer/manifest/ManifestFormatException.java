// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/** Reports that a manifest, or a part of one, cannot be understood. The data set is then unknown. */
public class ManifestFormatException extends IOException {
    public ManifestFormatException(String message) {
        super(message);
    }

    public ManifestFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the same failure, with the name of the object. */
    public ManifestFormatException of(String object) {
        return new ManifestFormatException("%s: %s".formatted(object, getMessage()), this);
    }
}
