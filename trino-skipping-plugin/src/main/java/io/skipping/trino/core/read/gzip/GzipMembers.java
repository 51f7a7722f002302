// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses the members of a gzip object one by one, and tells where each begins: {@link #next}, then {@link #read}
 * until it says -1, and so on. Accepts the headers that {@link java.util.zip.GZIPInputStream} accepts, which is what Trino
 * reads gzip with; unlike that class it does not ignore what follows the last member. What is not as it should be is a
 * {@link GzipFormatException}. Not thread-safe.
 */
final class GzipMembers implements Closeable {
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;

    // flags of the header
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA_FIELD = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[8 * 1024];

    // what of the buffer is not used yet
    private int unread;
    private int end;

    private long position;

    /**
     * @param in stands where a member begins, or at its end
     * @param position of that in the object, in bytes
     */
    GzipMembers(InputStream in, long position) {
        this.in = requireNonNull(in, "in is null");
        this.position = position;
    }

    /** The first byte of the object that was not used yet; behind a member, where the next one begins. */
    long position() {
        return position;
    }

    /** Goes to the next member, behind the end of one; false if there is none. */
    boolean next() throws IOException {
        if (unread == end && !fill()) {
            return false;
        }
        inflater.reset();
        checksum.reset();
        if (readShort() != MAGIC) {
            throw new GzipFormatException("No gzip member begins at byte " + (position - 2));
        }
        if (readByte() != DEFLATE) {
            throw new GzipFormatException("Unknown compression method of a gzip member, at byte " + (position - 1));
        }
        int flags = readByte();
        // modification time, extra flags, operating system
        skip(6);
        if ((flags & EXTRA_FIELD) != 0) {
            skip(readShort());
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CHECKSUM) != 0) {
            int expected = (int) checksum.getValue() & 0xFFFF;
            if (readShort() != expected) {
                throw new GzipFormatException("Wrong checksum in the header of a gzip member, before byte " + position);
            }
        }
        checksum.reset();
        return true;
    }

    /**
     * Text of the member, as much as there is at hand and at least one byte; -1 at its end, which is checked.
     *
     * @param length at least 1
     */
    int read(byte[] target, int offset, int length) throws IOException {
        while (!inflater.finished()) {
            int count = inflate(target, offset, length);
            if (count > 0) {
                checksum.update(target, offset, count);
                return count;
            }
            if (inflater.needsDictionary()) {
                throw new GzipFormatException("A gzip member wants a dictionary, at byte " + position);
            }
            if (!inflater.finished() && unread == end && !fill()) {
                throw endsInMember();
            }
        }
        readTrailer();
        return -1;
    }

    private int inflate(byte[] target, int offset, int length) throws GzipFormatException {
        inflater.setInput(buffer, unread, end - unread);
        try {
            int count = inflater.inflate(target, offset, length);
            advance(end - unread - inflater.getRemaining());
            return count;
        } catch (DataFormatException e) {
            throw new GzipFormatException("Broken gzip member, near byte %s: %s".formatted(position, e.getMessage()));
        }
    }

    private void readTrailer() throws IOException {
        // reading the trailer would change it
        long ofText = checksum.getValue();
        if (readInt() != ofText) {
            throw new GzipFormatException("Wrong checksum of a gzip member, before byte " + position);
        }
        if (readInt() != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new GzipFormatException("Wrong length of a gzip member, before byte " + position);
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            readByte();
        }
    }

    private void skipText() throws IOException {
        while (readByte() != 0) {
            // up to the zero that ends it
        }
    }

    private long readInt() throws IOException {
        return readShort() | (long) readShort() << 16;
    }

    private int readShort() throws IOException {
        return readByte() | readByte() << 8;
    }

    private int readByte() throws IOException {
        if (unread == end && !fill()) {
            throw endsInMember();
        }
        int value = buffer[unread] & 0xFF;
        checksum.update(value);
        advance(1);
        return value;
    }

    private void advance(int count) {
        unread += count;
        position += count;
    }

    private boolean fill() throws IOException {
        int count = in.read(buffer, 0, buffer.length);
        unread = 0;
        end = Math.max(count, 0);
        return end > 0;
    }

    private GzipFormatException endsInMember() {
        return new GzipFormatException("A gzip member is cut short, at byte " + position);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
