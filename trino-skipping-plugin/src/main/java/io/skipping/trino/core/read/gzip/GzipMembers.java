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
 * Decompresses the members of a gzip object one by one, and reports where each begins. Call {@link #next}, then {@link
 * #read} until it returns -1, and so on. It accepts the headers that {@link java.util.zip.GZIPInputStream} accepts,
 * with which Trino reads gzip. Unlike that class, it does not ignore data after the last member. Invalid data causes a
 * {@link GzipFormatException}. Not thread-safe.
 */
final class GzipMembers implements Closeable {
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;

    // flags in a member's header
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA_FIELD = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[8 * 1024];

    // the part of the buffer that has not been used yet
    private int unread;
    private int end;

    private long position;

    /**
     * Creates a reader.
     *
     * @param in positioned at the start of a member, or at the end of the object
     * @param position position of {@code in} in the object, in bytes
     */
    GzipMembers(InputStream in, long position) {
        this.in = requireNonNull(in, "in is null");
        this.position = position;
    }

    /**
     * Returns the position of the first unused byte of the object. After a member, that is the start of the next one.
     */
    long position() {
        return position;
    }

    /** Advances from the end of a member to the next one; returns false if there is none. */
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
     * Reads text of the member: as much as is available, and at least one byte. Returns -1 at the end of the member,
     * after verifying its checksum and length.
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
                throw new GzipFormatException("A gzip member requires a dictionary, at byte " + position);
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
        // taken before the trailer is read, which would change the checksum
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
            // skips to the zero byte that ends the string
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
