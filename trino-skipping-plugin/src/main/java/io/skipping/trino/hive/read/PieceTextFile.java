// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.trino.hive.read.gzip.PieceText;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/** The {@linkplain PieceText text} of some members of a gzip object as a file, to be read once from start to end. */
final class PieceTextFile implements TrinoInputFile {
    /** Nobody knows how long the text is before it is read. */
    private static final long LENGTH = Long.MAX_VALUE / 2;

    /** The stock reader takes a kilobyte at a time. */
    private static final int BUFFER = 16 * 1024;

    private final TrinoInputFile object;
    private final ByteRange piece;
    private PieceText text;

    /**
     * @param object compressed
     * @param piece of the object; begins and ends where members do
     */
    PieceTextFile(TrinoInputFile object, ByteRange piece) {
        this.object = requireNonNull(object, "object is null");
        this.piece = requireNonNull(piece, "piece is null");
    }

    /** What of the text of a piece the reader of lines is to read. */
    static ByteRange split(ByteRange piece) {
        return new ByteRange(PieceText.splitStart(piece), LENGTH - PieceText.splitStart(piece));
    }

    /** That were used up to now. */
    long compressedBytes() {
        return text == null ? 0 : text.compressedBytes();
    }

    @Override
    public TrinoInputStream newStream() throws IOException {
        TrinoInputStream compressed = object.newStream();
        compressed.seek(piece.start());
        text = new PieceText(compressed, piece);
        return new TextStream(new BufferedInputStream(text, BUFFER));
    }

    @Override
    public TrinoInput newInput() {
        throw new UnsupportedOperationException("Text of gzip members is read from start to end");
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
            throw new UnsupportedOperationException("Text of gzip members is read from start to end");
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
