// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.gzip.PieceText;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Presents the text of a piece of an object as a separate file, which is read once from start to end. The file begins
 * with the rest of a row of the previous piece; its reader skips that like a header line.
 */
public final class PieceTextFile implements TrinoInputFile {
    /** A length beyond that of any text: the real length is not known until the text has been read. */
    private static final long LENGTH = Long.MAX_VALUE / 2;

    /** Larger than the reads of the stock reader, which are a kilobyte each. */
    private static final int BUFFER = 16 * 1024;

    private final TrinoInputFile object;
    private final ByteRange piece;
    private final boolean ofMembers;
    private Optional<PieceText> members = Optional.empty();

    private PieceTextFile(TrinoInputFile object, ByteRange piece, boolean ofMembers) {
        this.object = requireNonNull(object, "object is null");
        this.piece = requireNonNull(piece, "piece is null");
        this.ofMembers = ofMembers;
    }

    /**
     * Returns the {@linkplain PieceText text} of some members of a gzip object.
     *
     * @param piece must begin and end at the bounds of members
     */
    public static PieceTextFile ofMembers(TrinoInputFile object, ByteRange piece) {
        return new PieceTextFile(object, piece, true);
    }

    /** Returns the text of an uncompressed object from the start of the piece on. */
    public static PieceTextFile ofLines(TrinoInputFile object, ByteRange piece) {
        return new PieceTextFile(object, piece, false);
    }

    /** Returns the range of this file that the line reader must read. */
    public ByteRange split() {
        return new ByteRange(0, ofMembers ? LENGTH : piece.length());
    }

    /** Returns how many bytes of the object have been used; empty if the object is not compressed. */
    public OptionalLong compressedBytes() {
        return ofMembers
                ? OptionalLong.of(members.map(PieceText::compressedBytes).orElse(0L))
                : OptionalLong.empty();
    }

    @Override
    public TrinoInputStream newStream() throws IOException {
        TrinoInputStream bytes = object.newStream();
        bytes.seek(piece.start());
        if (!ofMembers) {
            return new TextStream(bytes);
        }
        members = Optional.of(new PieceText(bytes, piece));
        return new TextStream(new BufferedInputStream(members.get(), BUFFER));
    }

    @Override
    public TrinoInput newInput() {
        throw new UnsupportedOperationException("Text of a piece is read from start to end");
    }

    @Override
    public long length() {
        return LENGTH;
    }

    @Override
    public Instant lastModified() throws IOException {
        return object.lastModified();
    }

    @Override
    public boolean exists() throws IOException {
        return object.exists();
    }

    /**
     * Returns a location that differs from that of the object, whose extension would make the reader decompress the
     * text.
     */
    @Override
    public Location location() {
        return object.location().appendSuffix(".text");
    }

    private static final class TextStream extends TrinoInputStream {
        private final InputStream text;
        private long position;

        TextStream(InputStream text) {
            this.text = text;
        }

        @Override
        public long getPosition() {
            return position;
        }

        @Override
        public void seek(long target) {
            throw new UnsupportedOperationException("Text of a piece is read from start to end");
        }

        @Override
        public int read() throws IOException {
            int value = text.read();
            position += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = text.read(target, offset, length);
            position += Math.max(count, 0);
            return count;
        }

        @Override
        public void close() throws IOException {
            text.close();
        }
    }
}
