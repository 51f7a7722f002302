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
 * The text of a piece of an object as a file of its own, to be read once from start to end. What such a file begins with
 * belongs to a row of the piece before: for its reader that is a header line.
 */
public final class PieceTextFile implements TrinoInputFile {
    /** Nobody knows how long the text is before it is read. */
    private static final long LENGTH = Long.MAX_VALUE / 2;

    /** The stock reader takes a kilobyte at a time. */
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
     * The {@linkplain PieceText text} of some members of a gzip object.
     *
     * @param piece begins and ends where members do
     */
    public static PieceTextFile ofMembers(TrinoInputFile object, ByteRange piece) {
        return new PieceTextFile(object, piece, true);
    }

    /** An object of text from the start of the piece on. */
    public static PieceTextFile ofLines(TrinoInputFile object, ByteRange piece) {
        return new PieceTextFile(object, piece, false);
    }

    /** Returns what of this file the reader of lines is to read. */
    public ByteRange split() {
        return new ByteRange(0, ofMembers ? LENGTH : piece.length());
    }

    /** Bytes of the object that were used up to now, if these are not those of the text. */
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

    /** Not that of the object, by whose extension the reader would take the text for gzip. */
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
