// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.trino.hive.formats.compression.Codec;
import io.trino.plugin.base.util.Closables;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decompresses the text of an object. The gzip decompressor takes a failure to read the next member's header for the
 * end of the text. This class reports it as a failure, so that no rows are lost.
 */
final class CompressedText extends InputStream {
    private final CompressedBytes compressed;
    private final InputStream text;

    /** @param object read from its start; closed if the constructor throws */
    CompressedText(InputStream object, Codec codec) throws IOException {
        compressed = new CompressedBytes(requireNonNull(object, "object is null"));
        try {
            text = decompressed(codec, compressed);
        } catch (Throwable e) {
            Closables.closeAllSuppress(e, object);
            throw e;
        }
    }

    /** Returns the decompressed stream. An object of no bytes has no text, as in the stock reader. */
    private static InputStream decompressed(Codec codec, CompressedBytes compressed) throws IOException {
        try {
            return codec.createStreamDecompressor(compressed);
        } catch (EOFException e) {
            if (compressed.count > 0 || compressed.failure != null) {
                throw e;
            }
            return compressed;
        }
    }

    /** Returns how many compressed bytes have been read so far. */
    long compressedBytes() {
        return compressed.count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = text.read(target, offset, length);
        if (read < 0 && compressed.failure != null) {
            throw compressed.failure;
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }

    private static final class CompressedBytes extends FilterInputStream {
        private long count;
        private IOException failure;

        CompressedBytes(InputStream object) {
            super(object);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            try {
                int read = super.read(target, offset, length);
                count += Math.max(read, 0);
                return read;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        /** Reads instead of skipping, so that all bytes are counted. */
        @Override
        public long skip(long length) throws IOException {
            return readNBytes((int) Math.min(length, 8192)).length;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
