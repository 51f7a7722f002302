// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.io.IOException;
import java.io.OutputStream;

/** Where objects go. Used by several threads at once, each writing objects of its own. */
public interface ObjectSink {
    /**
     * Writes an object. It appears whole, when its content has ended well, or not at all.
     *
     * @param key relative to the table's location, with {@code /} between its parts
     */
    void write(String key, Content content) throws IOException;

    /** What an object holds. */
    interface Content {
        /** Writes all of it. The stream is the sink's to close. */
        void writeTo(OutputStream out) throws IOException;
    }
}
