// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.committed;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Reads the first byte of a stream in advance and pushes it back. Constructing it shows that the file exists. */
final class StartedStream extends PushbackInputStream {
    /**
     * Reads the first byte.
     *
     * @throws java.io.FileNotFoundException if there is no such file
     */
    StartedStream(InputStream stream) throws IOException {
        super(stream, 1);
        int first = stream.read();
        if (first >= 0) {
            unread(first);
        }
    }
}
