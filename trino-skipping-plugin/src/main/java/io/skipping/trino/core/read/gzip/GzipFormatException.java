// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import java.io.IOException;

/** Reports that an object, or a part of it, is not a sequence of gzip members. */
public final class GzipFormatException extends IOException {
    GzipFormatException(String message) {
        super(message);
    }
}
