// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.io.Closeable;
import java.io.IOException;

/** Encodes the rows of one object. */
interface RowWriter extends Closeable {
    /** Copies what it keeps: the reading is reused by its owner. */
    void write(Reading reading) throws IOException;

    /** Ends the object. The stream beneath is flushed and stays open. */
    @Override
    void close() throws IOException;
}
