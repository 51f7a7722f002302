// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.gzip;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import java.io.IOException;
import java.io.InputStream;

/**
 * The text of consecutive members, and what follows of their {@linkplain LastRow last row} in the members behind them. For
 * Trino's reader of lines this is a split of an uncompressed file: from the start, if the piece begins where the object
 * does; otherwise from byte 1, behind a byte that stands for all the text before, so that the reader leaves out what is up
 * to the first line end.
 */
public final class PieceText extends InputStream {
    private final GzipMembers members;
    private final ByteRange piece;
    private final LastRow lastRow;

    private boolean placeholder;
    private boolean inMember;
    private boolean behind;
    private boolean finished;

    /**
     * @param compressed the object from the piece's first byte on
     * @param piece begins and ends where members do
     */
    public PieceText(InputStream compressed, ByteRange piece) {
        this.members = new GzipMembers(compressed, piece.start());
        this.piece = requireNonNull(piece, "piece is null");
        this.lastRow = new LastRow(piece.start() == 0);
        this.placeholder = splitStart(piece) == 1;
    }

    /** Where in this text Trino's reader of lines begins its split. */
    public static long splitStart(ByteRange piece) {
        return piece.start() == 0 ? 0 : 1;
    }

    /** Compressed bytes used. */
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
        if (placeholder) {
            placeholder = false;
            target[offset] = 0;
            return 1;
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
