// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/** Reports that a manifest, or a part of one, cannot be understood. The data set is then unknown. */
public class ManifestFormatException extends IOException {
    /** Creates the failure; the message is a clause about the manifest, whose name {@link #of} adds. */
    public ManifestFormatException(String message) {
        super(message);
    }

    /** Creates the failure with what has caused it. */
    public ManifestFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the same failure, with the name of the object. */
    public ManifestFormatException of(String object) {
        return new ManifestFormatException("%s: %s".formatted(object, getMessage()), this);
    }
}
