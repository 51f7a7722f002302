// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.sink;

import java.io.IOException;
import java.io.OutputStream;

/** Stores objects. Several threads use a sink at once, each for objects of its own. */
public interface ObjectSink {
    /**
     * Writes an object. If the content fails, no object appears; otherwise it appears as a whole.
     *
     * @param key relative to the table's location, with {@code /} between its parts
     */
    void write(String key, Content content) throws IOException;

    /** Writes the content of an object. */
    interface Content {
        /** Writes the whole content. The sink closes the stream. */
        void writeTo(OutputStream out) throws IOException;
    }
}
