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
 * The lines that belong to a split of text, many at a time. Which these are, and what ends them, is as in Trino's
 * {@code TextLineReader}: a line ends at a line feed, a carriage return, or both; it belongs to the split in which it begins,
 * or which ends where it begins; the first split has the line at the start, without a byte order mark.
 */
public final class TextLines implements Closeable {
    /** As many as a page has, at the most. */
    private static final int MOST = 8192;

    /** Fields of a page, at the most, if that leaves it a few lines: each takes memory, also where lines lack it. */
    private static final int MOST_FIELDS = 256 * 1024;

    /** As many as there is room for at first: an object may have few. */
    private static final int FEW = 128;

    /** Bytes read at a time: what lies in it is looked at twice or three times, so it should fit into a processor's cache. */
    private static final int BUFFER = 256 * 1024;

    /** Bytes read behind the split, for the end of its last line: as many as Trino's reader takes. */
    private static final int BEHIND = 1024;

    /** Bounds the lines that are held back until it is known that no lines are behind them. */
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
    /** in the text, of the buffer's first byte */
    private long origin;
    /** in the buffer: where the next line begins, and the end of what was read */
    private int next;

    private int filled;
    /** in the buffer, not before the next line: up to here no line ends */
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
     * @param text from its start on; nothing is read before lines are asked for
     * @param splitLength {@link Long#MAX_VALUE} if the split has all of the text from its start on; more than there is
     *     does no harm
     * @param maxLineLength in bytes; longer lines fail
     * @param fields that are wanted of each line
     * @param ends first and last lines of the split that are left out
     */
    public static TextLines of(
            InputStream text, long splitStart, long splitLength, int maxLineLength, int fields, TextEnds ends) {
        checkArgument(ends.footerLines() <= MOST_FOOTER_LINES, "too many footer lines: %s", ends);
        long splitEnd = splitLength == Long.MAX_VALUE ? Long.MAX_VALUE : Math.addExact(splitStart, splitLength);
        int most = Math.clamp(MOST_FIELDS / Math.max(fields, 1), FEW, MOST) + ends.footerLines();
        return new TextLines(text, splitStart, splitEnd, maxLineLength, most, ends);
    }

    /** Goes on to the next lines; false if there are none. */
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

    /** Whether there are no more lines behind those it is at. */
    public boolean isFinished() {
        return finished;
    }

    /** How many it is at. */
    public int count() {
        return count;
    }

    /** Holds the lines it is at, and is not written to any more; longer than they are, as {@link Bytes} wants it. */
    public byte[] bytes() {
        return buffer;
    }

    /** Where a line begins in the bytes. */
    public int start(int line) {
        return starts[line];
    }

    /** Where a line ends in the bytes, without what ends it. */
    public int end(int line) {
        return ends[line];
    }

    /** Bytes of the split's lines up to now, with what ends them. */
    public long completedBytes() {
        return begun ? origin + next - splitStart : 0;
    }

    public long readTimeNanos() {
        return readTimeNanos;
    }

    /** Bytes of memory. */
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
            // shorter than when it was listed, if the file system knows it by now: the stock reader, too, gives what is
            // there
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

    /** The line in which, or at whose start, the split begins is the split's before. */
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

    /** What is at the end of the text, without a line end. */
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

    /** Where the line behind a line end begins; negative if more has to be read to know. */
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

    /** The last lines that were found are footer lines, unless others are found behind them. */
    private void leaveOutFooter() {
        int kept = Math.max(0, count - footerLines);
        if (finished) {
            count = kept;
        } else {
            giveBack(kept);
        }
    }

    /** Keeps only so many of the lines that were found; the others will be found again. */
    private void giveBack(int kept) {
        if (kept < count) {
            next = starts[kept];
            searched = next;
            count = kept;
        }
    }

    /** Reads on, into a new buffer, since pages refer to the one before; what there is of a line is kept. */
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

    /** Not more than needed, since what is behind a split would be fetched for this; twice as much each time, all the same. */
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
