// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.util.Objects.requireNonNull;

import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Instant;

/** Presents an object of which one range will be read. It knows its size without a request. */
public final class RangeInputFile implements TrinoInputFile {
    private final RangeBytes bytes;
    private final boolean toTheEnd;

    /**
     * Creates a file.
     *
     * @param toTheEnd whether a single reader reads sequentially from the start of the range to the end of the object.
     *     An open request then transfers no surplus bytes, and nothing needs to be held in memory
     */
    public RangeInputFile(RangeBytes bytes, boolean toTheEnd) {
        this.bytes = requireNonNull(bytes, "bytes is null");
        this.toTheEnd = toTheEnd;
    }

    @Override
    public TrinoInput newInput() throws IOException {
        return new RangeInput(bytes, bytes.file().newInput());
    }

    @Override
    public TrinoInputStream newStream() throws IOException {
        return toTheEnd ? new StreamToTheEnd(bytes, bytes.file().newStream()) : new RangeStream(bytes);
    }

    @Override
    public long length() {
        return bytes.size();
    }

    @Override
    public Instant lastModified() throws IOException {
        return bytes.file().lastModified();
    }

    /** Returns true without a request: the object was listed. If it is gone, the first read fails. */
    @Override
    public boolean exists() {
        return true;
    }

    @Override
    public Location location() {
        return bytes.file().location();
    }

    /** Shares the bytes of the range with streams: readers look for sync marks here, and then read on in a stream. */
    private record RangeInput(RangeBytes bytes, TrinoInput input) implements TrinoInput {
        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                int count = bytes.read(position + done, target, offset + done, length - done);
                if (count < 0) {
                    throw new EOFException("Cannot read %s bytes at %s: %s has %s bytes"
                            .formatted(length, position, bytes.file().location(), bytes.size()));
                }
                done += count;
            }
        }

        @Override
        public int readTail(byte[] target, int offset, int length) throws IOException {
            return input.readTail(target, offset, length);
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }

    private static final class RangeStream extends TrinoInputStream {
        private final RangeBytes bytes;
        private long position;

        private RangeStream(RangeBytes bytes) {
            this.bytes = bytes;
        }

        @Override
        public long getPosition() {
            return position;
        }

        @Override
        public void seek(long target) throws IOException {
            if (target < 0) {
                throw new IOException("Cannot seek to " + target);
            }
            if (target > bytes.size()) {
                throw new EOFException("Cannot seek to %s: %s has %s bytes"
                        .formatted(target, bytes.file().location(), bytes.size()));
            }
            position = target;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = bytes.read(position, target, offset, length);
            if (count > 0) {
                position += count;
            }
            return count;
        }

        @Override
        public long skip(long count) {
            long skipped = Math.clamp(count, 0, bytes.size() - position);
            position += skipped;
            return skipped;
        }
    }
}
