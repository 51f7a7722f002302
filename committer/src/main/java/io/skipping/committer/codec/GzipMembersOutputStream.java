// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.codec;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes text as gzip members (RFC 1952), each with at most a given number of bytes of text. A member ends after a line
 * end, unless the line is longer than the member. Not thread-safe.
 */
public final class GzipMembersOutputStream extends OutputStream {
    /** Is the default of the bytes of text per member: smaller members compress visibly worse, larger ones hardly better. */
    public static final int DEFAULT_MEMBER_TEXT = 64 * 1024;

    /** Magic number, deflate, no flags, no time, no extra flags, unknown operating system. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    private final OutputStream out;
    private final byte[] text;
    private int length;

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final byte[] compressed = new byte[16 * 1024];
    private boolean hasMember;
    private boolean closed;

    /**
     * Creates a stream that compresses to {@code out}.
     *
     * @param memberText the maximum bytes of text per member; at least 1
     */
    public GzipMembersOutputStream(OutputStream out, int memberText) {
        this.out = requireNonNull(out, "out is null");
        this.text = new byte[memberText];
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) throws IOException {
        int position = offset;
        int rest = count;
        while (rest > 0) {
            // a full buffer waits for more text, so that the last member is never empty
            if (length == text.length) {
                writeFullMember();
            }
            int taken = Math.min(rest, text.length - length);
            System.arraycopy(source, position, text, length, taken);
            length += taken;
            position += taken;
            rest -= taken;
        }
    }

    private void writeFullMember() throws IOException {
        int end = length;
        while (end > 0 && text[end - 1] != '\n') {
            end--;
        }
        int taken = end == 0 ? length : end;
        writeMember(taken);
        length -= taken;
        System.arraycopy(text, taken, text, 0, length);
    }

    private void writeMember(int count) throws IOException {
        out.write(HEADER);
        deflater.reset();
        deflater.setInput(text, 0, count);
        deflater.finish();
        while (!deflater.finished()) {
            out.write(compressed, 0, deflater.deflate(compressed));
        }
        CRC32 checksum = new CRC32();
        checksum.update(text, 0, count);
        writeInt((int) checksum.getValue());
        writeInt(count);
        hasMember = true;
    }

    private void writeInt(int value) throws IOException {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            out.write(value >>> shift);
        }
    }

    /** Flushes what has been compressed. Text that does not fill a member yet stays in the buffer. */
    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Completes the last member, so that the output is a gzip file. Without any text, the file is one empty member. */
    public void finish() throws IOException {
        if (length > 0 || !hasMember) {
            writeMember(length);
            length = 0;
        }
    }

    /** Forgets all members. If no text follows, one empty member is written. */
    void reset() {
        length = 0;
        hasMember = false;
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            finish();
        } finally {
            deflater.end();
        }
    }
}
