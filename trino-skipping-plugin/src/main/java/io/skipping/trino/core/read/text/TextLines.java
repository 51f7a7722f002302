// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.SizeOf;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads the lines that belong to a split of text, many at a time. It uses the rules of Trino's {@code TextLineReader}:
 * a line ends at a line feed, a carriage return, or both. A line belongs to the split in which it begins, or which ends
 * where the line begins. The first split has the line at the start of the text, without a byte order mark.
 */
public final class TextLines implements Closeable {
    /** Maximum number of lines of a page. */
    private static final int MOST = 8192;

    /**
     * Bounds the number of fields of a page, as long as that permits a few lines. Each field takes memory, even in
     * lines that do not have it.
     */
    private static final int MOST_FIELDS = 256 * 1024;

    /** Number of lines for which there is room at first; an object may have few. */
    private static final int FEW = 128;

    /**
     * Number of bytes that are read at a time. They are scanned two or three times, so they should fit into a
     * processor's cache.
     */
    private static final int BUFFER = 256 * 1024;

    /** Number of bytes to read after the split for the end of its last line; the same as in Trino's reader. */
    private static final int BEHIND = 1024;

    /** Bounds the number of lines that are held back until it is known whether other lines follow. */
    public static final int MOST_FOOTER_LINES = 1000;

    private static final int LONGEST_BUFFER = Integer.MAX_VALUE - 64;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream text;
    private final long splitStart;
    private final long splitEnd;
    private final int maxLineLength;
    private final int most;
    private int[] starts = new int[FEW];
    private int[] ends = new int[FEW];

    private byte[] buffer = new byte[0];
    /** position in the text of the buffer's first byte */
    private long origin;
    /** position in the buffer at which the next line begins */
    private int next;

    private int filled;
    /** position in the buffer up to which no line end follows the start of the next line */
    private int searched;

    private boolean begun;
    private boolean exhausted;
    private boolean finished;
    private int count;
    private int headerLines;
    private final int footerLines;
    private long readTimeNanos;

    private TextLines(InputStream text, long splitStart, long splitEnd, int maxLineLength, int most, TextEnds ends) {
        this.text = requireNonNull(text, "text is null");
        this.headerLines = ends.headerLines();
        this.footerLines = ends.footerLines();
        this.splitStart = splitStart;
        this.splitEnd = splitEnd;
        this.maxLineLength = maxLineLength;
        this.most = most;
    }

    /**
     * Creates a reader; nothing is read before the first call of {@link #advance}.
     *
     * @param text the text, from its start on
     * @param splitLength {@link Long#MAX_VALUE} if the split extends to the end of the text; the split may extend
     *     beyond the end
     * @param maxLineLength maximum length of a line, in bytes; longer lines fail
     * @param fields number of fields that are wanted from each line
     * @param ends number of lines at the start and at the end of the split to skip
     */
    public static TextLines of(
            InputStream text, long splitStart, long splitLength, int maxLineLength, int fields, TextEnds ends) {
        checkArgument(ends.footerLines() <= MOST_FOOTER_LINES, "too many footer lines: %s", ends);
        long splitEnd = splitLength == Long.MAX_VALUE ? Long.MAX_VALUE : Math.addExact(splitStart, splitLength);
        int most = Math.clamp(MOST_FIELDS / Math.max(fields, 1), FEW, MOST) + ends.footerLines();
        return new TextLines(text, splitStart, splitEnd, maxLineLength, most, ends);
    }

    /** Advances to the next lines; returns false if there are none. */
    public boolean advance() throws IOException {
        count = 0;
        if (!begun && !finished) {
            begun = true;
            begin();
        }
        while (count == 0 && !finished) {
            collect();
            if (count <= footerLines && !finished) {
                if (exhausted) {
                    collectLast();
                } else {
                    giveBack(0);
                    fill();
                }
            }
            leaveOutHeader();
            leaveOutFooter();
        }
        return count > 0;
    }

    /** Returns whether no lines follow the current ones. */
    public boolean isFinished() {
        return finished;
    }

    /** Returns the number of current lines. */
    public int count() {
        return count;
    }

    /**
     * Returns the bytes that contain the current lines. They are not modified any more. The array is longer than the
     * lines, as {@link Bytes} requires.
     */
    public byte[] bytes() {
        return buffer;
    }

    /** Returns where a line begins in the bytes. */
    public int start(int line) {
        return starts[line];
    }

    /** Returns where a line ends in the bytes, without its line end. */
    public int end(int line) {
        return ends[line];
    }

    /** Returns the number of bytes of the split that have been consumed, including line ends. */
    public long completedBytes() {
        return begun ? origin + next - splitStart : 0;
    }

    public long readTimeNanos() {
        return readTimeNanos;
    }

    /** Returns the size of the memory that is used, in bytes. */
    public long retainedBytes() {
        return buffer.length + SizeOf.sizeOf(starts) + SizeOf.sizeOf(ends);
    }

    @Override
    public void close() throws IOException {
        finished = true;
        text.close();
    }

    private void begin() throws IOException {
        origin = splitStart;
        try {
            text.skipNBytes(splitStart);
        } catch (EOFException e) {
            // the object is shorter than when it was listed, if the file system can tell; the stock reader also returns
            // what is there
            finished = true;
            return;
        }
        fill();
        if (splitStart > 0) {
            leaveOutRestOfLine();
        } else if (startsWithByteOrderMark()) {
            next = BYTE_ORDER_MARK.length;
            searched = next;
        }
    }

    private boolean startsWithByteOrderMark() {
        return filled >= BYTE_ORDER_MARK.length
                && buffer[0] == BYTE_ORDER_MARK[0]
                && buffer[1] == BYTE_ORDER_MARK[1]
                && buffer[2] == BYTE_ORDER_MARK[2];
    }

    /** Skips the line in which, or at whose start, the split begins; it belongs to the previous split. */
    private void leaveOutRestOfLine() throws IOException {
        while (origin + next <= splitEnd) {
            int lineEnd = Bytes.lineEnd(buffer, next, filled);
            int following = following(lineEnd);
            if (following >= 0) {
                next = following;
                searched = following;
                return;
            }
            next = lineEnd;
            searched = lineEnd;
            if (exhausted) {
                break;
            }
            fill();
        }
        finished = true;
    }

    private void collect() throws IOException {
        while (count < most) {
            if (origin + next > splitEnd) {
                finished = true;
                return;
            }
            int lineEnd = Bytes.lineEnd(buffer, searched, filled);
            int following = following(lineEnd);
            if (following < 0) {
                searched = lineEnd;
                return;
            }
            add(lineEnd);
            next = following;
            searched = following;
        }
    }

    /** Adds the text after the last line end, if there is any. */
    private void collectLast() throws IOException {
        if (next < filled) {
            add(filled);
            next = filled;
        }
        finished = true;
    }

    private void add(int lineEnd) throws IOException {
        checkLength(lineEnd - next);
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, Math.min(count * 4, most));
            ends = Arrays.copyOf(ends, starts.length);
        }
        starts[count] = next;
        ends[count] = lineEnd;
        count++;
    }

    /** Returns where the line after a line end begins; negative if more bytes are needed to tell. */
    private int following(int lineEnd) {
        if (lineEnd == filled) {
            return -1;
        }
        int following = lineEnd + 1;
        if (buffer[lineEnd] == '\r') {
            if (following == filled) {
                return exhausted ? following : -1;
            }
            if (buffer[following] == '\n') {
                following++;
            }
        }
        return following;
    }

    private void leaveOutHeader() {
        if (headerLines > 0 && count > 0) {
            int out = Math.min(headerLines, count);
            headerLines -= out;
            count -= out;
            System.arraycopy(starts, out, starts, 0, count);
            System.arraycopy(ends, out, ends, 0, count);
        }
    }

    /** Holds back the last lines found, which are footer lines unless other lines follow. */
    private void leaveOutFooter() {
        int kept = Math.max(0, count - footerLines);
        if (finished) {
            count = kept;
        } else {
            giveBack(kept);
        }
    }

    /** Keeps only the first lines found; the others will be found again. */
    private void giveBack(int kept) {
        if (kept < count) {
            next = starts[kept];
            searched = next;
            count = kept;
        }
    }

    /** Reads on into a new buffer, because pages refer to the previous one. The start of an incomplete line is kept. */
    private void fill() throws IOException {
        checkLength(searched - next);
        int kept = filled - next;
        long wanted = Math.min(wanted(kept), LONGEST_BUFFER - kept);
        byte[] longer = new byte[Math.toIntExact(kept + wanted + Bytes.BEHIND)];
        System.arraycopy(buffer, next, longer, 0, kept);
        long start = System.nanoTime();
        int read = text.readNBytes(longer, kept, (int) wanted);
        readTimeNanos += System.nanoTime() - start;
        exhausted = read < wanted;
        origin += next;
        searched -= next;
        buffer = longer;
        next = 0;
        filled = kept + read;
    }

    /**
     * Returns how many bytes to read. It asks for no more than necessary, since bytes after a split would be fetched
     * just for this, but doubles the number each time.
     */
    private long wanted(int kept) {
        long inSplit = splitEnd - origin - filled;
        return inSplit > 0
                ? Math.min(Math.max(BUFFER, kept), inSplit > Long.MAX_VALUE - BEHIND ? inSplit : inSplit + BEHIND)
                : Math.max(BEHIND, -inSplit);
    }

    private void checkLength(int length) throws IOException {
        if (length > maxLineLength) {
            throw new IOException("Max line length exceeded: " + length);
        }
    }
}
