// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Keeps a stream open when a writer closes it: Trino's writers close the stream they are given, but here its creator
 * closes it.
 */
public final class KeptOpenOutputStream extends FilterOutputStream {
    /** Creates a stream that writes to another one, which stays open. */
    public KeptOpenOutputStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        // FilterOutputStream would write byte by byte
        out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
