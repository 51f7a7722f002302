// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static com.google.common.base.Preconditions.checkState;

/**
 * Determines which bytes after a piece of text belong to the piece's last row.
 *
 * <p>A row belongs to the piece that contains the byte before the row's first byte; the first row of an object belongs
 * to the first piece. That byte is the last byte of the preceding line end: {@code \n}, or {@code \r} without a
 * following {@code \n}. So each row belongs to exactly one piece, wherever the text is cut, even between {@code \r} and
 * {@code \n}. The reader of a piece other than the first skips everything up to the first line end. It reads past the
 * end of the piece until the piece's last row is complete; that row may begin right at the end of the piece. Trino's
 * {@code TextLineReader} applies the same rule to splits of uncompressed text.
 */
final class LastRow {
    private boolean rowBegins;
    private boolean complete;

    /**
     * Creates the state for a piece.
     *
     * @param first whether the piece begins at the start of the object
     */
    LastRow(boolean first) {
        this.rowBegins = first;
    }

    /** Records bytes of the piece. */
    void inside(byte[] text, int offset, int length) {
        checkState(!complete, "already past the piece");
        for (int i = offset; !rowBegins && i < offset + length; i++) {
            rowBegins = isLineEnd(text[i]);
        }
    }

    /** Returns whether bytes after the piece may belong to one of its rows. */
    boolean isOpen() {
        return rowBegins && !complete;
    }

    /**
     * Returns how many of these bytes, which follow the piece, belong to its last row or to the line end after it. If
     * that is not all of them, or the row is complete, {@link #isOpen} returns false from then on.
     */
    int behind(byte[] text, int offset, int length) {
        checkState(isOpen(), "no row is open");
        for (int i = 0; i < length; i++) {
            if (isLineEnd(text[offset + i])) {
                // If the piece ends between \r and \n, this byte is the \n, and the next row belongs to the next piece.
                complete = true;
                return i + 1;
            }
        }
        return length;
    }

    private static boolean isLineEnd(byte character) {
        return character == '\n' || character == '\r';
    }
}
