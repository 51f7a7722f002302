// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.io.IOException;
import java.io.OutputStream;

/** Writes the content of an object. It may be written more than once. */
@FunctionalInterface
public interface Content {
    /** Writes the whole content, and leaves the stream open. */
    void writeTo(OutputStream out) throws IOException;

    /** Returns the content of these bytes, which are not copied. */
    static Content of(byte[] bytes) {
        return out -> out.write(bytes);
    }
}
