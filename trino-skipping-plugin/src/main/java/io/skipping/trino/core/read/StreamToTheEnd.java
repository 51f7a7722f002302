// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.util.Objects.requireNonNull;

import io.trino.filesystem.TrinoInputStream;
import java.io.IOException;

/**
 * Reads an object to its end by a stream of the store. It fails if the store sends bytes of another version after it has lost
 * the connection, or if the object is longer or shorter than it was listed.
 */
final class StreamToTheEnd extends TrinoInputStream {
    private final RangeBytes bytes;
    private final TrinoInputStream stream;

    /** @param bytes what is known of the object */
    StreamToTheEnd(RangeBytes bytes, TrinoInputStream stream) {
        this.bytes = requireNonNull(bytes, "bytes is null");
        this.stream = requireNonNull(stream, "stream is null");
    }

    @Override
    public long getPosition() throws IOException {
        return stream.getPosition();
    }

    @Override
    public void seek(long position) throws IOException {
        stream.seek(position);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = bytes.ofOneVersion(() -> stream.read(target, offset, length));
        bytes.checkEnd(stream.getPosition(), count < 0);
        if (count > 0 && stream.getPosition() == bytes.size()) {
            // a reader that knows the size does not ask for more
            boolean isEnd = bytes.ofOneVersion(stream::read) < 0;
            bytes.checkEnd(stream.getPosition(), isEnd);
        }
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        return bytes.ofOneVersion(() -> stream.skip(count));
    }

    @Override
    public int available() throws IOException {
        return stream.available();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
