// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;

/** Writes lines to a list file. */
public final class ListWriter implements AutoCloseable {
    private final String name;
    private final CountingStream counting;
    private final JsonGenerator json;
    private long lines;

    /**
     * Creates a writer of a list.
     *
     * @param name the name of the file, which {@link #file} returns
     * @param out receives the file; closed together with this writer
     */
    public ListWriter(String name, OutputStream out) throws IOException {
        this.name = name;
        counting = new CountingStream(out);
        json = Json.lines(new GZIPOutputStream(counting, 64 << 10)).enable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** Writes a line. */
    public void add(Line line) throws IOException {
        LineCodec.write(json, line);
        lines++;
    }

    /** Completes the file. Nothing is certain to be written before this returns. */
    @Override
    public void close() throws IOException {
        json.close();
    }

    /**
     * Returns a description of the file, without a generation, once the writer is closed.
     *
     * @throws IllegalStateException if it is still open
     */
    public ListFile file() {
        if (!json.isClosed()) {
            throw new IllegalStateException("The list %s is still being written".formatted(name));
        }
        return new ListFile(name, ObjectLine.UNPUBLISHED, counting.bytes, ListReader.hex(counting.checksum), lines);
    }

    private static final class CountingStream extends FilterOutputStream {
        private final CRC32C checksum = new CRC32C();
        private long bytes;

        CountingStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            checksum.update(value);
            bytes++;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
            checksum.update(buffer, offset, length);
            bytes += length;
        }
    }
}
