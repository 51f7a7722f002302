// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import io.skipping.testing.meters.park.Reading;
import java.io.Closeable;
import java.io.IOException;

/** Encodes the rows of one object. */
public interface RowWriter extends Closeable {
    /** Writes a row. The caller reuses the reading, so the writer copies what it keeps. */
    void write(Reading reading) throws IOException;

    /** Ends the object. Flushes the underlying stream and leaves it open. */
    @Override
    void close() throws IOException;
}
