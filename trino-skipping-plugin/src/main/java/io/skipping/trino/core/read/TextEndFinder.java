// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.lang.Math.toIntExact;

import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.text.TextEnds;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.IOException;

/** Finds where the header lines of a text object end and where its footer lines begin. */
public final class TextEndFinder {
    /** Number of bytes that are first read from the end of an object; doubled until they contain the footer lines. */
    private static final int FEW = 64 * 1024;

    /** Maximum number of bytes that are read from either end. */
    private static final int MOST = 16 * 1024 * 1024;

    private TextEndFinder() {}

    /**
     * Returns the range in which the object may be cut at any byte: the header lines end at its start or before, and
     * the first footer line begins after its end. The range is empty if there is no such byte, or none was found within
     * the maximum number of bytes.
     */
    public static ByteRange rowBytes(TrinoInputFile object, TextEnds ends) throws IOException {
        long start = headerEnd(object, ends.headerLines());
        long end = footerStart(object, ends.footerLines());
        return new ByteRange(start, Math.max(0, end - start));
    }

    /** Returns the position after the first byte of the last header line's line end. */
    private static long headerEnd(TrinoInputFile object, int lines) throws IOException {
        // a single header line is the line at the start, wherever the first range ends
        if (lines <= 1) {
            return 0;
        }
        byte[] buffer = new byte[FEW];
        long position = 0;
        int ended = 0;
        byte previous = 0;
        try (TrinoInputStream stream = object.newStream()) {
            while (position < MOST) {
                int read = stream.read(buffer, 0, buffer.length);
                if (read <= 0) {
                    break;
                }
                for (int i = 0; i < read; i++) {
                    if (endsLine(previous, buffer[i]) && ++ended == lines) {
                        return position + i + 1;
                    }
                    previous = buffer[i];
                }
                position += read;
            }
        }
        return object.length();
    }

    private static long footerStart(TrinoInputFile object, int lines) throws IOException {
        long size = object.length();
        if (lines == 0) {
            return size;
        }
        try (TrinoInputStream stream = object.newStream()) {
            for (long length = FEW; ; length *= 2) {
                byte[] tail = new byte[toIntExact(Math.min(length, size))];
                stream.seek(size - tail.length);
                stream.readNBytes(tail, 0, tail.length);
                long start = lastLinesStart(tail, lines);
                if (start > 0) {
                    return size - tail.length + start;
                }
                if (tail.length == size || length >= MOST) {
                    return 0;
                }
            }
        }
    }

    /** Returns where the last lines begin; 0 if these bytes are not known to contain so many line starts. */
    private static int lastLinesStart(byte[] tail, int lines) {
        // no line follows a line end at the end of the text
        int end = tail.length - 1;
        if (end > 0 && tail[end] == '\n' && tail[end - 1] == '\r') {
            end--;
        }
        int begun = 0;
        for (int i = end - 1; i >= 0; i--) {
            // after a carriage return and a line feed, the next line begins after the line feed
            boolean first = tail[i] == '\r' && tail[i + 1] == '\n';
            if (isLineEnd(tail[i]) && !first && ++begun == lines) {
                return i + 1;
            }
        }
        return 0;
    }

    private static boolean endsLine(byte previous, byte value) {
        return isLineEnd(value) && !(previous == '\r' && value == '\n');
    }

    private static boolean isLineEnd(byte value) {
        return value == '\n' || value == '\r';
    }
}
