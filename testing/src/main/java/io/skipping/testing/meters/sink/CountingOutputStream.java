// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.sink;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts the bytes that are written through it. */
public final class CountingOutputStream extends FilterOutputStream {
    private long count;

    /** Creates a stream that writes to another one. */
    public CountingOutputStream(OutputStream out) {
        super(out);
    }

    /** Returns the number of bytes written so far. */
    public long count() {
        return count;
    }

    @Override
    public void write(int value) throws IOException {
        out.write(value);
        count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        count += length;
    }
}
