// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.gzip;

import io.skipping.index.ByteRange;
import io.skipping.trino.core.read.text.TextEnds;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Finds the members of a gzip object and groups them into ranges, at whose bounds the object may be cut. */
public final class MemberRanges {
    /** Maximum number of compressed bytes of a member. A range ends when it has as many. */
    public static final int LONGEST_MEMBER = 4 * 1024 * 1024;

    /**
     * A part of an object that begins with a member and has this many bytes contains at least one complete range: a
     * range that its last member made longer than necessary, and enough of the object after it.
     */
    public static final int WINDOW = 3 * LONGEST_MEMBER;

    private MemberRanges() {}

    /**
     * Describes some consecutive members.
     *
     * @param range their position in the object
     * @param textBytes size of their text, in bytes
     * @param lineEnds number of line ends in their text. A line feed at its start is not counted, because it may belong
     *     to a preceding carriage return
     */
    public record MemberRange(ByteRange range, long textBytes, long lineEnds) {}

    /**
     * Returns the complete ranges in a part of the object, at least one. The first begins at the start of the part, and
     * each of the others where the previous one ends.
     *
     * @param compressed exactly the bytes of the part
     * @param window position of the part in the object; must begin at a member and, unless it reaches the end of the
     *     object, have {@link #WINDOW} bytes
     * @param size size of the object, in bytes
     * @param textBytes target size of a range's text; the rest of the object joins the last range if it has less than
     *     half of that range's compressed bytes
     * @throws GzipFormatException if the part does not consist of members, or they are too long; the object must not be
     *     cut then
     */
    public static List<MemberRange> find(InputStream compressed, ByteRange window, long size, long textBytes)
            throws IOException {
        List<MemberRange> ranges = new ArrayList<>();
        byte[] buffer = new byte[32 * 1024];
        long start = window.start();
        Text text = new Text();
        try (GzipMembers members = new GzipMembers(compressed, start)) {
            while (members.position() < window.end()) {
                readNext(members, buffer, text);
                long end = members.position();
                long length = end - start;
                boolean enough = text.bytes >= textBytes || length >= LONGEST_MEMBER;
                if (end == size || (enough && size - end >= (length + 1) / 2)) {
                    ranges.add(new MemberRange(new ByteRange(start, length), text.bytes, text.lineEnds));
                    start = end;
                    text = new Text();
                }
            }
        } catch (GzipFormatException e) {
            // The last member may continue after the window. If the data is invalid instead, that shows in the next
            // window, which begins where these ranges end.
            if (window.end() == size || ranges.isEmpty()) {
                throw e;
            }
        }
        if (ranges.isEmpty()) {
            // without a range there would be no next window
            throw new GzipFormatException("The gzip members at byte %s are too long".formatted(start));
        }
        return ranges;
    }

    /**
     * Joins the ranges of an object so that all header lines are in the first range and all footer lines in the last.
     * The reader of any other range cannot tell that a line is not a row.
     */
    public static List<MemberRange> betweenEnds(List<MemberRange> ranges, TextEnds ends) {
        long lineEnds = ranges.stream().mapToLong(MemberRange::lineEnds).sum();
        List<MemberRange> joined = new ArrayList<>();
        long before = 0;
        boolean mayCut = true;
        for (MemberRange range : ranges) {
            joined.add(mayCut ? range : join(joined.removeLast(), range));
            before += range.lineEnds;
            // a single header line is the line at the start, wherever the first range ends
            mayCut = (ends.headerLines() <= 1 || before >= ends.headerLines())
                    // the last of these line ends may be the end of the text
                    && (ends.footerLines() == 0 || lineEnds - before > ends.footerLines());
        }
        return joined;
    }

    private static MemberRange join(MemberRange first, MemberRange second) {
        return new MemberRange(
                new ByteRange(first.range.start(), second.range.end() - first.range.start()),
                first.textBytes + second.textBytes,
                first.lineEnds + second.lineEnds);
    }

    private static final class Text {
        private long bytes;
        private long lineEnds;
        private byte last = '\r';

        void add(byte[] text, int length) {
            for (int i = 0; i < length; i++) {
                byte value = text[i];
                if (value == '\r' || (value == '\n' && last != '\r')) {
                    lineEnds++;
                }
                last = value;
            }
            bytes += length;
        }
    }

    /** Adds the text of the next member. */
    private static void readNext(GzipMembers members, byte[] buffer, Text text) throws IOException {
        long start = members.position();
        if (!members.next()) {
            throw new GzipFormatException("No gzip member at byte " + start);
        }
        for (int count = 0; count >= 0; count = members.read(buffer, 0, buffer.length)) {
            text.add(buffer, count);
            if (members.position() - start > LONGEST_MEMBER) {
                throw new GzipFormatException("The gzip member at byte %s is too long".formatted(start));
            }
        }
    }
}
