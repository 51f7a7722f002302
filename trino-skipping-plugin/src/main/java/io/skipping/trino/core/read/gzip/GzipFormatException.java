// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import java.io.IOException;

/** An object, or a part of it, is not what it should be: gzip members, one behind the other. */
public final class GzipFormatException extends IOException {
    GzipFormatException(String message) {
        super(message);
    }
}
