// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.codec;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes text as gzip members (RFC 1952) of so many bytes of text at the most. A member ends behind a line end, unless the
 * line is longer than the member. Not thread-safe.
 */
public final class GzipMembersOutputStream extends OutputStream {
    /** Bytes of text of a member: smaller ones compress visibly worse, larger ones hardly better. */
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

    /** @param memberText bytes of text of a member, at the most; at least 1 */
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
            // a full buffer waits for more, so that the last member is never an empty one
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

    /** Flushes what is compressed; text that does not make a member yet stays here. */
    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Ends the last member, so that what was written is a gzip file. If there is no text, it is of one, empty member. */
    public void finish() throws IOException {
        if (length > 0 || !hasMember) {
            writeMember(length);
            length = 0;
        }
    }

    /** Forgets that there are members: if no text follows, there will be an empty one. */
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
