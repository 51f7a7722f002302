// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.parquet;

import io.airlift.slice.Slice;
import java.io.IOException;
import org.apache.parquet.format.CompressionCodec;

/** Decompresses pages with an engine's libraries. Thread-safe. */
public interface PageDecompressor {
    /**
     * Returns the content of a page.
     *
     * @param bytes size of the content, in bytes
     * @throws IOException if the content does not have this size, or is damaged
     */
    Slice decompress(CompressionCodec codec, Slice page, int bytes) throws IOException;
}
