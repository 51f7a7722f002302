// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Decompresses pages with the codecs of parquet-hadoop. */
final class Pages {
    private Pages() {}

    /**
     * Returns the content of a page, see {@link io.skipping.parquet.PageDecompressor}.
     *
     * @throws IOException if the codec is not that of segments, or the page is damaged
     */
    static Slice decompress(CompressionCodec codec, Slice page, int bytes) throws IOException {
        if (codec == CompressionCodec.UNCOMPRESSED) {
            if (page.length() != bytes) {
                throw new IOException("a page has %s bytes instead of %s".formatted(page.length(), bytes));
            }
            return page;
        }
        if (codec != CompressionCodec.ZSTD) {
            throw new IOException("a page is compressed by %s, which segments are not".formatted(codec));
        }
        CodecFactory codecs = new CodecFactory(new Configuration(false), 0);
        try {
            DynamicSliceOutput content = new DynamicSliceOutput(bytes);
            codecs.getDecompressor(CompressionCodecName.ZSTD)
                    .decompress(BytesInput.from(page.byteArray(), page.byteArrayOffset(), page.length()), bytes)
                    .writeAllTo(content);
            return content.slice();
        } finally {
            codecs.release();
        }
    }
}
