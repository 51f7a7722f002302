// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.lang.Math.toIntExact;

import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.text.TextEnds;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.IOException;

/** Finds where the header lines of an object of text end, and where its footer lines begin. */
public final class TextEndFinder {
    /** Bytes that are read first from the end of an object; twice as many each time, until they hold the footer lines. */
    private static final int FEW = 64 * 1024;

    /** Bytes that are read from either end, at the most. */
    private static final int MOST = 16 * 1024 * 1024;

    private TextEndFinder() {}

    /**
     * At each byte of this range the object may be cut: the header lines end there or before, and the first footer line
     * begins behind it. Empty if there is no such byte, or none was found among so many.
     */
    public static ByteRange rowBytes(TrinoInputFile object, TextEnds ends) throws IOException {
        long start = headerEnd(object, ends.headerLines());
        long end = footerStart(object, ends.footerLines());
        return new ByteRange(start, Math.max(0, end - start));
    }

    /** Behind the first byte of the last header line's end. */
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

    /** Returns where the last lines begin; 0 if it is not known that so many begin in these bytes. */
    private static int lastLinesStart(byte[] tail, int lines) {
        // what ends at the end of the text has no line behind it
        int end = tail.length - 1;
        if (end > 0 && tail[end] == '\n' && tail[end - 1] == '\r') {
            end--;
        }
        int begun = 0;
        for (int i = end - 1; i >= 0; i--) {
            // of a carriage return and a line feed, the line feed is the one behind which a line begins
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
