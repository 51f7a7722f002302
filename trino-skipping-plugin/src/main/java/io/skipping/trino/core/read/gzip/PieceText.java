// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the text of consecutive members, followed by the rest of their {@linkplain LastRow last row} from later
 * members. If the piece does not begin at the start of the object, the reader must skip everything up to the first line
 * end.
 */
public final class PieceText extends InputStream {
    private final GzipMembers members;
    private final ByteRange piece;
    private final LastRow lastRow;

    private boolean inMember;
    private boolean behind;
    private boolean finished;

    /**
     * Creates a stream.
     *
     * @param compressed the object from the first byte of the piece on
     * @param piece must begin and end at the bounds of members
     */
    public PieceText(InputStream compressed, ByteRange piece) {
        this.members = new GzipMembers(compressed, piece.start());
        this.piece = requireNonNull(piece, "piece is null");
        this.lastRow = new LastRow(piece.start() == 0);
    }

    /** Returns the number of compressed bytes that have been used. */
    public long compressedBytes() {
        return members.position() - piece.start();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!finished) {
            if (!inMember) {
                nextMember();
                continue;
            }
            int count = members.read(target, offset, length);
            if (count < 0) {
                inMember = false;
            } else if (behind) {
                int own = lastRow.behind(target, offset, count);
                finished = !lastRow.isOpen();
                return own;
            } else {
                lastRow.inside(target, offset, count);
                return count;
            }
        }
        return -1;
    }

    private void nextMember() throws IOException {
        if (!behind && members.position() >= piece.end()) {
            if (members.position() > piece.end()) {
                throw new GzipFormatException("No gzip member ends at byte " + piece.end());
            }
            behind = true;
            finished = !lastRow.isOpen();
        }
        if (!finished) {
            inMember = members.next();
            finished = !inMember;
        }
    }

    @Override
    public void close() throws IOException {
        finished = true;
        members.close();
    }
}
