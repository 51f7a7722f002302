// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import static com.google.common.base.Preconditions.checkState;

/**
 * Which bytes behind a piece of text belong to its last row.
 *
 * <p>A row belongs to the piece that holds the byte before its first byte; the first row of an object, to the first piece.
 * That byte is the last one of the line end before the row: {@code \n}, or {@code \r} with no {@code \n} behind it. So each
 * row is in one piece, however the text is cut, and also if a cut is between {@code \r} and {@code \n}. The reader of a
 * piece that is not the first one leaves out everything up to the first line end, and reads on behind the end of the piece
 * until the row that belongs to it, and may begin right there, is complete. It is the rule of Trino's {@code
 * TextLineReader} for splits of uncompressed text.
 */
final class LastRow {
    private boolean rowBegins;
    private boolean complete;

    /** @param first whether the piece begins where the object does */
    LastRow(boolean first) {
        this.rowBegins = first;
    }

    /** Takes note of bytes of the piece. */
    void inside(byte[] text, int offset, int length) {
        checkState(!complete, "behind the piece already");
        for (int i = offset; !rowBegins && i < offset + length; i++) {
            rowBegins = isLineEnd(text[i]);
        }
    }

    /** Whether bytes behind the piece may belong to a row of it. */
    boolean isOpen() {
        return rowBegins && !complete;
    }

    /**
     * How many of these bytes, which follow behind the piece, belong to its last row or to the line end behind that. Once
     * they are not all of them, or the row is complete, {@link #isOpen} is false.
     */
    int behind(byte[] text, int offset, int length) {
        checkState(isOpen(), "no row is open");
        for (int i = 0; i < length; i++) {
            if (isLineEnd(text[offset + i])) {
                // If the piece ends between \r and \n, this is the \n, and the row behind it is the next piece's.
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
